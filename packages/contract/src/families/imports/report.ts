import * as Schema from "effect/Schema"
import { Timestamp, typeId } from "../../definition/primitives.ts"
import { ImportId, ImportKey, importErrorCodes } from "./primitives.ts"

const Count = Schema.Natural

/** One place of a file, and what is wrong there. */
export const ImportError = Schema.Struct({
  file: Schema.String.annotateKey({ description: "The path of the file, as it was sent." }),
  line: Schema.Int.annotate({ description: "The line, from 1." }),
  column: Schema.optionalKey(Schema.Int.annotate({ description: "The column, from 1, in UTF-16 code units." })),
  pointer: Schema.String.annotate({
    description: "Where, as a JSON Pointer: in the file's value, or in JSONL and CSV in the value of the line or row."
  }),
  code: Schema.Literals(importErrorCodes).annotateKey({ description: "What is wrong, as a code." }),
  message: Schema.String.annotateKey({ description: "What is wrong, for people." })
}).annotate({ identifier: "ImportError", description: "One place of a file, and what is wrong there." })
export type ImportError = typeof ImportError.Type

const ItemCounts = Schema.Struct({
  created: Count.annotateKey({ description: "The number of items created." }),
  changed: Count.annotateKey({ description: "The number of items changed." }),
  unchanged: Count.annotateKey({ description: "The number of items that were already as sent." }),
  deleted: Count.annotateKey({ description: "The number of items deleted, in mode replace." })
}).annotate({
  identifier: "ImportItemCounts"
})

const change = Schema.Literals(["created", "changed", "unchanged"])

const ImportedDataset = Schema.Struct({
  id: Schema.NullOr(typeId("ds")).annotate({ description: "Its ID; null if a dryRun would create it." }),
  name: Schema.String.annotateKey({ description: "Name of the dataset." }),
  change: change.annotateKey({ description: "What happened to the dataset." }),
  version: Schema.Natural.annotate({ description: "Its current version afterwards." }),
  items: ItemCounts.annotateKey({ description: "What happened to its items." })
}).annotate({ identifier: "ImportedDataset" })

const ImportedScorer = Schema.Struct({
  id: Schema.NullOr(typeId("sc")).annotate({ description: "Its ID; null if a dryRun would create it." }),
  name: Schema.String.annotateKey({ description: "Name of the scorer." }),
  change: change.annotateKey({ description: "What happened to the scorer." }),
  revision: Schema.Int.annotateKey({ description: "Its current revision afterwards." })
}).annotate({ identifier: "ImportedScorer" })

/** What an import did, or would do. Law: I3. */
export const ImportReport = Schema.Struct({
  datasets: Schema.Array(ImportedDataset).annotateKey({ description: "The datasets that the files name." }),
  items: ItemCounts.annotateKey({ description: "What happened to the items of all datasets." }),
  scorers: Schema.Array(ImportedScorer).annotateKey({ description: "The scorers that the files name." }),
  warnings: Schema.Array(Schema.String).annotateKey({
    description: "What the import left out or changed, for people."
  }),
  errors: Schema.Array(ImportError).annotate({
    description: "The first 100 places that would make the import fail; only of a dryRun."
  })
}).annotate({ identifier: "ImportReport", description: "What an import did, or what it would do." })
export type ImportReport = typeof ImportReport.Type

/** The state of an import. */
export const Import = Schema.Struct({
  id: Schema.NullOr(ImportId).annotate({ description: "ID of the import; null for a dryRun, which is not kept." }),
  importKey: ImportKey,
  status: Schema.Literals(["staged", "applied", "checked"]).annotate({
    description: "staged: parts are missing. applied: everything is written. checked: a dryRun, which writes nothing."
  }),
  parts: Schema.Struct({
    staged: Schema.Int.annotateKey({ description: "The number of parts that have arrived." }),
    count: Schema.Int.annotateKey({ description: "The number of parts in all." })
  }).annotateKey({ description: "How many parts have arrived." }),
  report: ImportReport,
  version: Schema.optionalKey(
    Schema.Natural.annotate({ description: "The version of the dataset afterwards, if there is exactly one." })
  ),
  createdAt: Schema.NullOr(Timestamp).annotate({ description: "When the import was created; null for a dryRun." })
}).annotate({ identifier: "Import", description: "An import of files, and what it did." })
export type Import = typeof Import.Type
