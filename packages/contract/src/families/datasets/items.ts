import * as Schema from "effect/Schema"
import { operation } from "../../core/operation.ts"
import { limit } from "../../definition/primitives.ts"
import {
  DatasetItem,
  DatasetItemInput,
  DatasetVersion,
  exampleItem,
  ExpectedVersion,
  ItemId,
  versionNumber
} from "./item.ts"
import { Dataset } from "./kind.ts"

export const cursor = Schema.String.check(Schema.isMaxLength(512)).annotate({
  description: "nextCursor of the previous page."
})

const conflictHint =
  "currentRevision is the dataset's current version. Read what changed with compare_dataset_versions, and retry with that version."

const current = "The version to read. By default the current one."

/** Lists the items of a dataset at one version, by their position. Laws: D2, P2 to P5. */
export const listDatasetItems = operation({
  id: "list_dataset_items",
  summary: "List the items of a dataset",
  description:
    "Lists the items of a dataset at one version, by position. All pages read the version of the first page, whatever " +
    "is written meanwhile. Pass nextCursor back as cursor, and the rest unchanged, until it is null.",
  scopes: ["datasets:read"],
  effect: "read",
  paging: "cursor",
  input: Schema.Struct({
    datasetId: Dataset.Id.annotateKey({ description: "ID of the dataset." }),
    version: Schema.optionalKey(versionNumber.annotate({ description: current })),
    split: Schema.optionalKey(
      Schema.String.check(Schema.isMaxCodePoints(200)).annotateKey({ description: "Only items of this split." })
    ),
    limit: Schema.optionalKey(limit(500, 50)),
    cursor: Schema.optionalKey(cursor),
    includeTotal: Schema.optionalKey(
      Schema.Boolean.annotateKey({ description: "Whether to return total, the number of items that match." })
    )
  }),
  result: Schema.Struct({
    version: DatasetVersion.annotateKey({ description: "The version that the items are read at." }),
    items: Schema.Array(DatasetItem).annotateKey({ description: "The items of this page, by position." }),
    nextCursor: Schema.NullOr(Schema.String).annotateKey({
      description: "Pass it back as cursor for the next page; null on the last one."
    }),
    total: Schema.optionalKey(
      Schema.Natural.annotateKey({ description: "The number of items that match; only with includeTotal." })
    )
  }),
  errors: ["NOT_FOUND"],
  example: {
    input: { datasetId: Dataset.example.id, split: "test", limit: 2, includeTotal: true },
    result: { version: 1, items: [exampleItem], nextCursor: null, total: 1 }
  }
})

/** Reads an item at a version. Laws: D2, D3. */
export const getDatasetItem = operation({
  id: "get_dataset_item",
  summary: "Read an item of a dataset",
  description: "Reads an item of a dataset at the current or a given version.",
  scopes: ["datasets:read"],
  effect: "read",
  input: Schema.Struct({
    id: ItemId.annotateKey({ description: "ID of the item." }),
    version: Schema.optionalKey(versionNumber.annotate({ description: current }))
  }),
  result: DatasetItem,
  errors: ["NOT_FOUND"],
  example: { input: { id: exampleItem.id }, result: exampleItem }
})

/** Creates and changes items: one version for all of them. Laws: D1, D3. */
export const putDatasetItems = operation({
  id: "put_dataset_items",
  summary: "Create or change items of a dataset",
  description:
    "Creates and changes up to 500 items in one new version of the dataset. An item with the `id`, or else the " +
    "`externalId`, of an existing item changes it; any other item is created. Members that you leave out are kept. If " +
    "nothing changes, there is no new version. If one item breaks the dataset's schemas, nothing is written.",
  scopes: ["datasets:write"],
  effect: "write",
  limits: { bodyBytes: 8 * 1024 * 1024 },
  input: Schema.Struct({
    datasetId: Dataset.Id.annotateKey({ description: "ID of the dataset." }),
    items: Schema.Array(DatasetItemInput)
      .check(Schema.isMinLength(1), Schema.isMaxLength(500))
      .annotateKey({ description: "1 to 500 items to create or change." }),
    expectedVersion: Schema.optionalKey(ExpectedVersion)
  }),
  result: Schema.Struct({
    version: DatasetVersion.annotateKey({ description: "The current version of the dataset afterwards." }),
    created: Schema.Natural.annotateKey({ description: "The number of items that were created." }),
    changed: Schema.Natural.annotateKey({ description: "The number of items that were changed." }),
    unchanged: Schema.Natural.annotateKey({ description: "The number of items that were already as sent." }),
    items: Schema.Array(
      Schema.Struct({
        id: ItemId.annotateKey({ description: "ID of the item." }),
        externalId: Schema.NullOr(Schema.String).annotateKey({
          description: "Your own name for the item; null if it has none."
        })
      })
    ).annotate({
      description: "The items, in the order in which they were sent."
    })
  }),
  errors: ["NOT_FOUND", "CONFLICT", "ITEM_INVALID"],
  hints: { CONFLICT: conflictHint },
  example: {
    input: {
      datasetId: Dataset.example.id,
      items: [
        {
          externalId: "france",
          input: "What is the capital of France?",
          expected: "Paris",
          metadata: { continent: "Europe" },
          split: "test"
        }
      ],
      expectedVersion: 0
    },
    result: {
      version: 1,
      created: 1,
      changed: 0,
      unchanged: 0,
      items: [{ id: exampleItem.id, externalId: "france" }]
    }
  }
})

/** Deletes items: one version for all of them. Laws: D1, D2. */
export const deleteDatasetItems = operation({
  id: "delete_dataset_items",
  summary: "Delete items of a dataset",
  description:
    "Deletes up to 500 items in one new version of the dataset. Earlier versions keep them, and restore_dataset_version " +
    "brings them back.",
  scopes: ["datasets:write"],
  effect: "destructive",
  input: Schema.Struct({
    datasetId: Dataset.Id.annotateKey({ description: "ID of the dataset." }),
    ids: Schema.Array(ItemId)
      .check(Schema.isMinLength(1), Schema.isMaxLength(500))
      .annotateKey({ description: "IDs of 1 to 500 items to delete." }),
    expectedVersion: Schema.optionalKey(ExpectedVersion)
  }),
  result: Schema.Struct({
    version: DatasetVersion.annotateKey({ description: "The current version of the dataset afterwards." }),
    deleted: Schema.Natural.annotateKey({ description: "The number of items that were deleted." })
  }),
  errors: ["NOT_FOUND", "CONFLICT"],
  hints: { CONFLICT: conflictHint },
  example: {
    input: { datasetId: Dataset.example.id, ids: [exampleItem.id] },
    result: { version: 2, deleted: 1 }
  }
})
