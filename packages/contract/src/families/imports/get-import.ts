import * as Schema from "effect/Schema"
import { operation } from "../../core/operation.ts"
import { exampleImport, importScopesOf } from "./import-resources.ts"
import { ImportId } from "./primitives.ts"
import { Import } from "./report.ts"

/** Reads what an import did. */
export const getImport = operation({
  id: "get_import",
  summary: "Read an import",
  description:
    "Reads what an import wrote, for 30 days. While parts are missing, it returns how many have arrived. Parts are " +
    "deleted after an hour.",
  scopes: importScopesOf,
  effect: "read",
  input: Schema.Struct({ id: ImportId.annotateKey({ description: "ID of the import." }) }),
  result: Import,
  errors: ["NOT_FOUND"],
  example: { input: { id: exampleImport.id }, result: exampleImport }
})
