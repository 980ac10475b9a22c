import * as Schema from "effect/Schema"
import { operation } from "../../core/operation.ts"
import { exampleImport, importScopesOf } from "./import-resources.ts"
import { ImportId } from "./primitives.ts"
import { Import } from "./report.ts"

/** Reads what an import did. */
export const getImport = operation({
  id: "get_import",
  summary: "Get an import and its report",
  description:
    "What an import wrote, for 30 days; while parts are missing, how many are there. These go after an hour.",
  scopes: importScopesOf,
  effect: "read",
  input: Schema.Struct({ id: ImportId }),
  result: Import,
  errors: ["NOT_FOUND"],
  example: { input: { id: exampleImport.id }, result: exampleImport }
})
