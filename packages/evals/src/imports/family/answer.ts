import type { Import, ImportReport } from "@agent-operations/contract/imports"
import type { KeptImport } from "../store/ImportStore.ts"

const none = { created: 0, changed: 0, unchanged: 0, deleted: 0 }

/** The report of an import that wrote nothing. */
export const noReport: ImportReport = { datasets: [], items: none, scorers: [], warnings: [], errors: [] }

/** An import as it is answered. */
export const answer = ({ id, importKey, partCount, staged, createdAt, applied }: KeptImport): typeof Import.Type => ({
  id,
  importKey,
  status: applied === undefined ? "staged" : "applied",
  parts: { staged, count: partCount },
  report: noReport,
  ...applied,
  createdAt: createdAt.toISOString()
})
