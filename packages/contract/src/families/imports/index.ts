/**
 * Importing items, datasets and scorers from files.
 *
 * @packageDocumentation
 */
import { family } from "../../core/family.ts"
import { getImport } from "./get-import.ts"
import { importResources } from "./import-resources.ts"

export { type ImportErrorCode, type ImportFormat, importFormats, ImportMapping } from "./primitives.ts"
export { Import, ImportError, ImportReport } from "./report.ts"

/** The operations that import files. */
export const imports = family("imports", {
  title: "Imports",
  scopes: {
    "datasets:write": "Create, change and delete datasets and their items, and import files.",
    "scorers:write": "Create, change and delete scorers."
  },
  operations: { importResources, get: getImport }
})
