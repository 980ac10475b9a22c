import * as Schema from "effect/Schema"
import { operation } from "../../core/operation.ts"
import { Name } from "../../definition/name.ts"
import { typeId } from "../../definition/primitives.ts"
import { ImportKey, importFormats, ImportMapping } from "./primitives.ts"
import { Import } from "./report.ts"

const maxParts = 64

const ImportFile = Schema.Struct({
  path: Schema.String.check(Schema.isMinLength(1), Schema.isMaxCodePoints(500)).annotate({
    description: "The name of the file, which errors quote. In several parts, a file continues under the same name."
  }),
  format: Schema.optionalKey(
    Schema.Literals(importFormats).annotate({
      description:
        "The format of the file. By default according to the end of its path: .jsonl or .ndjson, .json, .csv, .yaml " +
        "or .yml."
    })
  ),
  content: Schema.String.annotateKey({ description: "The content of the file, or of this part of it." })
}).annotate({ identifier: "ImportFile", description: "A file as text." })

const Into = Schema.Union([
  Schema.Struct({ datasetId: typeId("ds").annotateKey({ description: "ID of an existing dataset." }) }),
  Schema.Struct({
    datasetName: Name.annotateKey({ description: "Name of a dataset, which is created if it does not exist." })
  })
]).annotate({
  description: "The dataset that lists of items go to, by ID or by name. A name that no dataset has creates one."
})

const ImportPart = Schema.Struct({
  index: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: maxParts })).annotateKey({
    description: "The number of this part, from 1."
  }),
  count: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: maxParts })).annotateKey({
    description: "The number of parts."
  })
})
  .check(
    Schema.makeFilter(({ index, count }) => index <= count || { path: ["index"], issue: "index is at most count" })
  )
  .annotate({
    identifier: "ImportPart",
    description: "Which part this is. Files of all parts are joined by path, in the order of the parts."
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
  summary: "Import datasets, items and scorers",
  description:
    "Reads JSONL, JSON, CSV or YAML files and writes everything in them, or nothing if anything is wrong. A file is a " +
    'list of items, which go to the dataset in `into`, or (JSON and YAML) a bundle: {"datasets": [{"name", ' +
    '"description"?, "settings"?, "items"}], "scorers": [...]}. An item has an `input`, and may have `expected`, ' +
    "`metadata`, `split`, `externalId` and `id`. An item whose `externalId` or `id` is in the dataset changes that item. A YAML file has at " +
    "most 1 MiB, a request body at most 8 MiB. Send more in parts under one importKey: the last part applies them all. " +
    "With dryRun nothing is written, and the report shows what would be.",
  scopes: importScopesOf,
  effect: "write",
  limits: { bodyBytes: 8 * 1024 * 1024, deadlineMillis: 60_000 },
  input: Schema.Struct({
    importKey: ImportKey,
    files: Schema.Array(ImportFile)
      .check(Schema.isMinLength(1), Schema.isMaxLength(50))
      .annotateKey({ description: "1 to 50 files, each with its own path." }),
    into: Schema.optionalKey(Into),
    mapping: Schema.optionalKey(
      ImportMapping.annotateKey({
        description:
          'Which member of an item each column or JSON Pointer fills, such as {"question": "input", "/meta/topic": ' +
          '"metadata.topic", "score": {"to": "expected", "as": "number"}}. Values that it does not name are left out. By ' +
          "default values are found under the names of the members. Bundles need no mapping."
      })
    ),
    mode: Schema.Literals(["add", "replace"]).annotate({
      description: "add keeps the items that are not in the files, replace deletes them."
    }),
    part: Schema.optionalKey(
      ImportPart.annotateKey({
        description:
          "Which part of the import this is. Files of all parts are joined by path, in the order of the parts."
      })
    ),
    dryRun: Schema.optionalKey(
      Schema.Boolean.annotateKey({
        description: "Whether to only check the files: nothing is written. By default false."
      })
    )
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
