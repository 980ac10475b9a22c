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

const current = "The current one unless given."

/** Lists the items of a dataset at one version, by their position. Laws: D2, P2 to P5. */
export const listDatasetItems = operation({
  id: "list_dataset_items",
  summary: "List the items of a dataset",
  description:
    "Lists the items of a dataset at one version, by their position. The pages of a walk are of the version of its first, " +
    "whatever is written meanwhile. Pass nextCursor back as cursor, and the rest unchanged, until it is null.",
  scopes: ["datasets:read"],
  effect: "read",
  paging: "cursor",
  input: Schema.Struct({
    datasetId: Dataset.Id,
    version: Schema.optionalKey(versionNumber.annotate({ description: current })),
    split: Schema.optionalKey(Schema.String.check(Schema.isMaxCodePoints(200))),
    limit: Schema.optionalKey(limit(500, 50)),
    cursor: Schema.optionalKey(cursor),
    includeTotal: Schema.optionalKey(Schema.Boolean)
  }),
  result: Schema.Struct({
    version: DatasetVersion,
    items: Schema.Array(DatasetItem),
    nextCursor: Schema.NullOr(Schema.String),
    total: Schema.optionalKey(Schema.Natural)
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
  description: "Reads an item of a dataset as it is at a version: the current one unless another is given.",
  scopes: ["datasets:read"],
  effect: "read",
  input: Schema.Struct({
    id: ItemId,
    version: Schema.optionalKey(versionNumber.annotate({ description: current }))
  }),
  result: DatasetItem,
  errors: ["NOT_FOUND"],
  example: { input: { id: exampleItem.id }, result: exampleItem }
})

/** Creates and changes items: one version for all of them. Laws: D1, D3. */
export const putDatasetItems = operation({
  id: "put_dataset_items",
  summary: "Create and change items of a dataset",
  description:
    "Creates and changes up to 500 items in one new version of the dataset: an item with the id, or else the externalId, of a " +
    "living one changes that one, and any other is created. Members that are not sent stay as they are. Where nothing " +
    "changes there is no new version; where one item breaks the dataset's schemas, nothing is written.",
  scopes: ["datasets:write"],
  effect: "write",
  limits: { bodyBytes: 8 * 1024 * 1024 },
  input: Schema.Struct({
    datasetId: Dataset.Id,
    items: Schema.Array(DatasetItemInput).check(Schema.isMinLength(1), Schema.isMaxLength(500)),
    expectedVersion: Schema.optionalKey(ExpectedVersion)
  }),
  result: Schema.Struct({
    version: DatasetVersion,
    created: Schema.Natural,
    changed: Schema.Natural,
    unchanged: Schema.Natural,
    items: Schema.Array(Schema.Struct({ id: ItemId, externalId: Schema.NullOr(Schema.String) })).annotate({
      description: "In the order of those that were sent."
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
    "Deletes up to 500 items in one new version of the dataset. Earlier versions keep them; restore_dataset_version brings them " +
    "back.",
  scopes: ["datasets:write"],
  effect: "destructive",
  input: Schema.Struct({
    datasetId: Dataset.Id,
    ids: Schema.Array(ItemId).check(Schema.isMinLength(1), Schema.isMaxLength(500)),
    expectedVersion: Schema.optionalKey(ExpectedVersion)
  }),
  result: Schema.Struct({ version: DatasetVersion, deleted: Schema.Natural }),
  errors: ["NOT_FOUND", "CONFLICT"],
  hints: { CONFLICT: conflictHint },
  example: {
    input: { datasetId: Dataset.example.id, ids: [exampleItem.id] },
    result: { version: 2, deleted: 1 }
  }
})
