import * as Schema from "effect/Schema"
import { Timestamp, typeId } from "../../definition/primitives.ts"
import { ImportId, ImportKey, importErrorCodes } from "./primitives.ts"

const Count = Schema.Natural

/** One place of a file, and what is wrong there. */
export const ImportError = Schema.Struct({
  file: Schema.String,
  line: Schema.Int.annotate({ description: "Counted from 1." }),
  column: Schema.optionalKey(Schema.Int.annotate({ description: "Counted from 1, in UTF-16 code units." })),
  pointer: Schema.String.annotate({
    description: "A JSON Pointer from the file's value, or, in JSONL and CSV, from that of the line or row."
  }),
  code: Schema.Literals(importErrorCodes),
  message: Schema.String
}).annotate({ identifier: "ImportError", description: "One place of a file, and what is wrong there." })
export type ImportError = typeof ImportError.Type

const ItemCounts = Schema.Struct({ created: Count, changed: Count, unchanged: Count, deleted: Count }).annotate({
  identifier: "ImportItemCounts"
})

const change = Schema.Literals(["created", "changed", "unchanged"])

const ImportedDataset = Schema.Struct({
  id: Schema.NullOr(typeId("ds")).annotate({ description: "Null where a check would create it." }),
  name: Schema.String,
  change,
  version: Schema.Natural.annotate({ description: "Its version afterwards." }),
  items: ItemCounts
}).annotate({ identifier: "ImportedDataset" })

const ImportedScorer = Schema.Struct({
  id: Schema.NullOr(typeId("sc")).annotate({ description: "Null where a check would create it." }),
  name: Schema.String,
  change,
  revision: Schema.Int
}).annotate({ identifier: "ImportedScorer" })

/** What an import did, or would do. Law: I3. */
export const ImportReport = Schema.Struct({
  datasets: Schema.Array(ImportedDataset),
  items: ItemCounts.annotate({ description: "Of all datasets." }),
  scorers: Schema.Array(ImportedScorer),
  warnings: Schema.Array(Schema.String),
  errors: Schema.Array(ImportError).annotate({
    description: "What applying would be refused for, of a check: the first 100 places."
  })
}).annotate({ identifier: "ImportReport", description: "What an import did, or what applying it would do." })
export type ImportReport = typeof ImportReport.Type

/** The state of an import. */
export const Import = Schema.Struct({
  id: Schema.NullOr(ImportId).annotate({ description: "Null of a check, which is not kept." }),
  importKey: ImportKey,
  status: Schema.Literals(["staged", "applied", "checked"]).annotate({
    description: "staged: parts are missing. applied: all is written. checked: a dryRun, and nothing is."
  }),
  parts: Schema.Struct({ staged: Schema.Int, count: Schema.Int }),
  report: ImportReport,
  version: Schema.optionalKey(
    Schema.Natural.annotate({ description: "The dataset's version afterwards, where it is one." })
  ),
  createdAt: Schema.NullOr(Timestamp).annotate({ description: "Null of a check." })
}).annotate({ identifier: "Import", description: "An import of files, and what it did." })
export type Import = typeof Import.Type
