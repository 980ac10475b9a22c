import * as Schema from "effect/Schema"
import { operation } from "../../core/operation.ts"
import { Name } from "../../definition/name.ts"
import { typeId } from "../../definition/primitives.ts"
import { ImportKey, importFormats, ImportMapping } from "./primitives.ts"
import { Import } from "./report.ts"

const maxParts = 64

const ImportFile = Schema.Struct({
  path: Schema.String.check(Schema.isMinLength(1), Schema.isMaxCodePoints(500)).annotate({
    description: "Its name, which errors tell. In several parts, a file goes on under its name."
  }),
  format: Schema.optionalKey(
    Schema.Literals(importFormats).annotate({
      description: "By default what the name ends with: .jsonl or .ndjson, .json, .csv, .yaml or .yml."
    })
  ),
  content: Schema.String
}).annotate({ identifier: "ImportFile", description: "A file as text." })

const Into = Schema.Union([Schema.Struct({ datasetId: typeId("ds") }), Schema.Struct({ datasetName: Name })]).annotate({
  description:
    "The dataset that lists of items go to: one that is there, or by name, where it is created if there is none."
})

const ImportPart = Schema.Struct({
  index: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: maxParts })),
  count: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: maxParts }))
})
  .check(
    Schema.makeFilter(({ index, count }) => index <= count || { path: ["index"], issue: "index is at most count" })
  )
  .annotate({
    identifier: "ImportPart",
    description: "Which part this is, from 1, of how many. Their files are put together by path, in this order."
  })

const uniquePaths = ({ files }: { readonly files: ReadonlyArray<{ readonly path: string }> }) =>
  files.flatMap(({ path }, index) =>
    files.findIndex((file) => file.path === path) < index
      ? [{ path: ["files", index, "path"], issue: "another file has this path: rename one" }]
      : []
  )

const exampleReport = {
  datasets: [
    {
      id: "ds_01k9x3m2h8e7v9q4t6w5z0r1ca",
      name: "Capitals",
      change: "created",
      version: 1,
      items: { created: 2, changed: 0, unchanged: 0, deleted: 0 }
    }
  ],
  items: { created: 2, changed: 0, unchanged: 0, deleted: 0 },
  scorers: [],
  warnings: [],
  errors: []
} as const satisfies typeof Import.Encoded.report

export const exampleImport = {
  id: "imp_01k9x3m2h8e7v9q4t6w5z0r1ca",
  importKey: "capitals-1",
  status: "applied",
  parts: { staged: 1, count: 1 },
  report: exampleReport,
  version: 1,
  createdAt: "2026-11-23T10:00:00.000Z"
} as const satisfies typeof Import.Encoded

/** The scopes that importing takes, whatever is in the files. */
export const importScopesOf = ["datasets:write", "scorers:write"] as const

/** Writes what files have in them into datasets and scorers: all of it or nothing. Laws: I1, I2, I3. */
export const importResources = operation({
  id: "import_resources",
  summary: "Import items, datasets and scorers from files",
  description:
    "Reads files of JSONL, JSON, CSV or YAML and writes all that is in them, or, where anything is wrong, nothing. A file is a list " +
    'of items, which go to the dataset in `into`, or (JSON and YAML) a bundle: {"datasets": [{"name", "description"?, ' +
    '"settings"?, "items"}], "scorers": [...]}. An item has an input, and may have expected, metadata, split, externalId ' +
    "and id; one whose externalId or id is in the dataset changes that item. A YAML file has at most 1 MiB; a body has at most 8, " +
    "so send more in parts of one importKey: the last one applies them all. With dryRun nothing is written, and the report says " +
    "what would be.",
  scopes: importScopesOf,
  effect: "write",
  limits: { bodyBytes: 8 * 1024 * 1024, deadlineMillis: 60_000 },
  input: Schema.Struct({
    importKey: ImportKey,
    files: Schema.Array(ImportFile).check(Schema.isMinLength(1), Schema.isMaxLength(50)),
    into: Schema.optionalKey(Into),
    mapping: Schema.optionalKey(ImportMapping),
    mode: Schema.Literals(["add", "replace"]).annotate({
      description: "add keeps the items that the files do not have, replace deletes them."
    }),
    part: Schema.optionalKey(ImportPart),
    dryRun: Schema.optionalKey(Schema.Boolean)
  }).check(Schema.makeFilter(uniquePaths)),
  result: Import,
  errors: ["NOT_FOUND", "REQUEST_KEY_REUSED", "IMPORT_REFUSED"],
  hints: { REQUEST_KEY_REUSED: "Send new files under a new importKey, or the same files for the same one." },
  example: {
    input: {
      importKey: "capitals-1",
      files: [
        {
          path: "capitals.csv",
          content: "question,answer\nFrance?,Paris\nJapan?,Tokyo\n"
        }
      ],
      into: { datasetName: "Capitals" },
      mapping: { question: "input", answer: "expected" },
      mode: "add"
    },
    result: exampleImport
  }
})
