import * as Schema from "effect/Schema"
import { operation } from "../../core/operation.ts"
import { Actor, limit, Timestamp } from "../../definition/primitives.ts"
import { DatasetItem, DatasetVersion, exampleItem, ExpectedVersion, ItemId } from "./item.ts"
import { cursor } from "./items.ts"
import { Dataset } from "./kind.ts"

const Version = Schema.Struct({
  version: DatasetVersion.annotateKey({ description: "The number of the version." }),
  at: Timestamp.annotateKey({ description: "When the version was written." }),
  by: Actor.annotateKey({ description: "Who wrote the version." }),
  created: Schema.Natural.annotateKey({ description: "The number of items that it created." }),
  changed: Schema.Natural.annotateKey({ description: "The number of items that it changed." }),
  deleted: Schema.Natural.annotateKey({ description: "The number of items that it deleted." })
}).annotate({ identifier: "DatasetVersionEntry", description: "A version of a dataset, and what it changed." })

/** Lists the versions of a dataset, newest first. Law: D1. */
export const listDatasetVersions = operation({
  id: "list_dataset_versions",
  summary: "List the versions of a dataset",
  description:
    "Lists the versions of a dataset's items, newest first. Pass nextBefore back as before until it is null.",
  scopes: ["datasets:read"],
  effect: "read",
  paging: "before",
  input: Schema.Struct({
    datasetId: Dataset.Id.annotateKey({ description: "ID of the dataset." }),
    limit: Schema.optionalKey(limit(200, 50)),
    before: Schema.optionalKey(
      DatasetVersion.annotateKey({ description: "Only versions below this one: nextBefore of the previous page." })
    )
  }),
  result: Schema.Struct({
    items: Schema.Array(Version).annotateKey({ description: "The versions of this page, newest first." }),
    nextBefore: Schema.NullOr(DatasetVersion).annotateKey({
      description: "Pass it back as before for the next page; null on the last one."
    })
  }),
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
  id: ItemId.annotateKey({ description: "ID of the item." }),
  change: Schema.Literals(["created", "changed", "deleted"]).annotateKey({
    description: "Whether the item was created, changed or deleted between the two versions."
  }),
  before: Schema.NullOr(DatasetItem).annotateKey({
    description: "The item at version from; null if it did not exist."
  }),
  after: Schema.NullOr(DatasetItem).annotateKey({ description: "The item at version to; null if it no longer exists." })
}).annotate({ identifier: "DatasetDifference", description: "An item that differs between two versions." })

/** Compares two versions of a dataset, item by item. Laws: D2, D3. */
export const compareDatasetVersions = operation({
  id: "compare_dataset_versions",
  summary: "Compare two versions of a dataset",
  description:
    "Lists the items that differ between two versions of a dataset, by position, with their content in each. Pass " +
    "nextCursor back as cursor, and the rest unchanged, until it is null.",
  scopes: ["datasets:read"],
  effect: "read",
  paging: "cursor",
  input: Schema.Struct({
    datasetId: Dataset.Id.annotateKey({ description: "ID of the dataset." }),
    from: DatasetVersion.annotateKey({ description: "The version to compare from." }),
    to: DatasetVersion.annotateKey({ description: "The version to compare with." }),
    limit: Schema.optionalKey(limit(200, 50)),
    cursor: Schema.optionalKey(cursor)
  }),
  result: Schema.Struct({
    items: Schema.Array(Difference).annotateKey({ description: "The items that differ, by position." }),
    nextCursor: Schema.NullOr(Schema.String).annotateKey({
      description: "Pass it back as cursor for the next page; null on the last one."
    })
  }),
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
    "Creates a new version with the items of an earlier one. If these are already the current items, there is no new " +
    "version.",
  scopes: ["datasets:write"],
  effect: "write",
  input: Schema.Struct({
    datasetId: Dataset.Id.annotateKey({ description: "ID of the dataset." }),
    version: DatasetVersion.annotateKey({ description: "The version whose items to restore." }),
    expectedVersion: Schema.optionalKey(ExpectedVersion)
  }),
  result: Schema.Struct({
    version: DatasetVersion.annotateKey({ description: "The current version of the dataset afterwards." })
  }),
  errors: ["NOT_FOUND", "CONFLICT"],
  hints: {
    CONFLICT:
      "currentRevision is the dataset's current version. Read what changed with compare_dataset_versions, and retry with that version."
  },
  example: { input: { datasetId: Dataset.example.id, version: 1 }, result: { version: 3 } }
})
