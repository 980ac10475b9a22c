import * as Schema from "effect/Schema"
import { operation } from "../../core/operation.ts"
import { Actor, limit, Timestamp } from "../../definition/primitives.ts"
import { DatasetItem, DatasetVersion, exampleItem, ExpectedVersion, ItemId } from "./item.ts"
import { cursor } from "./items.ts"
import { Dataset } from "./kind.ts"

const Version = Schema.Struct({
  version: DatasetVersion,
  at: Timestamp,
  by: Actor,
  created: Schema.Natural,
  changed: Schema.Natural,
  deleted: Schema.Natural
}).annotate({ identifier: "DatasetVersionEntry", description: "A version of a dataset, and what it changed." })

/** Lists the versions of a dataset, newest first. Law: D1. */
export const listDatasetVersions = operation({
  id: "list_dataset_versions",
  summary: "List the versions of a dataset",
  description:
    "Lists the versions of a dataset's items, newest first. Pass nextBefore back as before, until it is null.",
  scopes: ["datasets:read"],
  effect: "read",
  paging: "before",
  input: Schema.Struct({
    datasetId: Dataset.Id,
    limit: Schema.optionalKey(limit(200, 50)),
    before: Schema.optionalKey(DatasetVersion)
  }),
  result: Schema.Struct({ items: Schema.Array(Version), nextBefore: Schema.NullOr(DatasetVersion) }),
  errors: ["NOT_FOUND"],
  example: {
    input: { datasetId: Dataset.example.id },
    result: {
      items: [{ version: 1, at: exampleItem.updatedAt, by: exampleItem.updatedBy, created: 1, changed: 0, deleted: 0 }],
      nextBefore: null
    }
  }
})

const Difference = Schema.Struct({
  id: ItemId,
  change: Schema.Literals(["created", "changed", "deleted"]),
  before: Schema.NullOr(DatasetItem),
  after: Schema.NullOr(DatasetItem)
}).annotate({ identifier: "DatasetDifference", description: "An item that differs between two versions." })

/** Compares two versions of a dataset, item by item. Laws: D2, D3. */
export const compareDatasetVersions = operation({
  id: "compare_dataset_versions",
  summary: "Compare two versions of a dataset",
  description:
    "Lists the items that differ between two versions of a dataset, by their position, as they are in each. Pass nextCursor " +
    "back as cursor, and the rest unchanged, until it is null.",
  scopes: ["datasets:read"],
  effect: "read",
  paging: "cursor",
  input: Schema.Struct({
    datasetId: Dataset.Id,
    from: DatasetVersion,
    to: DatasetVersion,
    limit: Schema.optionalKey(limit(200, 50)),
    cursor: Schema.optionalKey(cursor)
  }),
  result: Schema.Struct({ items: Schema.Array(Difference), nextCursor: Schema.NullOr(Schema.String) }),
  errors: ["NOT_FOUND"],
  example: {
    input: { datasetId: Dataset.example.id, from: 0, to: 1 },
    result: {
      items: [{ id: exampleItem.id, change: "created", before: null, after: exampleItem }],
      nextCursor: null
    }
  }
})

/** Brings the items of an earlier version back, as a new one. Laws: D1, D2. */
export const restoreDatasetVersion = operation({
  id: "restore_dataset_version",
  summary: "Restore a version of a dataset",
  description:
    "Makes a new version with the items of an earlier one. Where they are the current ones already, there is no new version.",
  scopes: ["datasets:write"],
  effect: "write",
  input: Schema.Struct({
    datasetId: Dataset.Id,
    version: DatasetVersion,
    expectedVersion: Schema.optionalKey(ExpectedVersion)
  }),
  result: Schema.Struct({ version: DatasetVersion }),
  errors: ["NOT_FOUND", "CONFLICT"],
  hints: {
    CONFLICT:
      "currentRevision is the dataset's current version. Read what changed with compare_dataset_versions, and retry with that version."
  },
  example: { input: { datasetId: Dataset.example.id, version: 1 }, result: { version: 3 } }
})
