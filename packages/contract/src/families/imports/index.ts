/**
 * Importing items, datasets and scorers from files.
 *
 * @packageDocumentation
 */
import { family } from "../../core/family.ts"
import { evaluationScopes } from "../evaluation-scopes.ts"
import { getImport } from "./get-import.ts"
import { importResources } from "./import-resources.ts"

export { type ImportErrorCode, type ImportFormat, importFormats, ImportMapping } from "./primitives.ts"
export { Import, ImportError, ImportReport } from "./report.ts"

/** The operations that import files. */
export const imports = family("imports", {
  title: "Imports",
  scopes: {
    "datasets:write": evaluationScopes["datasets:write"],
    "scorers:write": evaluationScopes["scorers:write"]
  },
  operations: { importResources, get: getImport }
})
