import * as Schema from "effect/Schema"
import { Json } from "../../definition/json.ts"
import { Actor, Timestamp, typeId } from "../../definition/primitives.ts"
import { shortText } from "../short-text.ts"
import { SpanId, TraceId } from "../traces/primitives.ts"
import { Dataset } from "./kind.ts"

export const ItemId = typeId("di")

/** The number of a version, to be described where it is used. */
export const versionNumber = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2_147_483_647 }))

/** The number of a dataset's version: 0 of one that never had an item, then 1, 2, 3, … without a gap. Law: D1. */
export const DatasetVersion = versionNumber.annotate({
  identifier: "DatasetVersion",
  description: "A version of a dataset's items: 0 before the first change, then 1, 2, 3, … without a gap."
})

/** The version that a caller saw last. */
export const ExpectedVersion = versionNumber.annotate({
  description: "The version that you saw last. If it is no longer the current one, nothing changes: CONFLICT."
})

const ExternalId = shortText(200).annotate({
  description: "Your own name for the item, 1 to 200 characters, unique among the dataset's items."
})

export const Split = shortText(200).annotate({
  description: "The part of the dataset that it belongs to, such as train or test."
})

const Metadata = Schema.Record(Schema.String, Json)

const ItemSource = Schema.Struct({
  traceId: Schema.String.annotateKey({ description: "ID of the trace." }),
  spanId: Schema.NullOr(Schema.String).annotateKey({ description: "ID of the span; null for the whole trace." })
}).annotate({
  identifier: "DatasetItemSource",
  description: "The trace, or the span of it, that the item was created from."
})

/** An item as it is at a version. Laws: D2, D3. */
export const DatasetItem = Schema.Struct({
  id: ItemId.annotateKey({ description: "ID of the item." }),
  datasetId: Dataset.Id.annotateKey({ description: "ID of the dataset that the item belongs to." }),
  externalId: Schema.NullOr(ExternalId).annotateKey({
    description: "Your own name for the item, unique in the dataset; null if it has none."
  }),
  input: Json.annotateKey({ description: "What the app is given." }),
  expected: Json.annotateKey({ description: "The answer to expect; null if there is none." }),
  metadata: Metadata.annotateKey({ description: "An open object of your own." }),
  split: Schema.NullOr(Split).annotateKey({
    description: "The part of the dataset that it belongs to, such as train or test."
  }),
  source: Schema.NullOr(ItemSource).annotateKey({
    description: "The trace, or the span, that the item was created from; null if it was not."
  }),
  fromVersion: versionNumber.annotate({ description: "The version that wrote this state of the item." }),
  toVersion: Schema.NullOr(versionNumber).annotate({
    description: "The first version in which the item is changed or deleted; null if this is its current state."
  }),
  position: Schema.Int.annotate({ description: "Its position among the items, which never changes." }),
  createdAt: Timestamp.annotateKey({ description: "When the item was created." }),
  createdBy: Actor.annotateKey({ description: "Who created the item." }),
  updatedAt: Timestamp.annotateKey({ description: "When this state of the item was written." }),
  updatedBy: Actor.annotateKey({ description: "Who wrote this state of the item." }),
  purged: Schema.Boolean.annotate({ description: "Whether its content was purged, for good and in every version." })
}).annotate({ identifier: "DatasetItem", description: "An item of a dataset, at one version." })
export type DatasetItem = typeof DatasetItem.Type

/** An item as it is sent: what a living one has and is not sent stays. */
export const DatasetItemInput = Schema.Struct({
  id: Schema.optionalKey(
    ItemId.annotate({ description: "ID of the item to change. If it does not exist, an item with this ID is created." })
  ),
  externalId: Schema.optionalKey(
    Schema.NullOr(ExternalId).annotate({
      description:
        "Your own name for the item, which without `id` finds the item to change. If no item has it, one is created."
    })
  ),
  input: Schema.optionalKey(Json.annotateKey({ description: "What the app is given. Required for a new item." })),
  expected: Schema.optionalKey(Json.annotateKey({ description: "The answer to expect; null for none." })),
  metadata: Schema.optionalKey(
    Metadata.annotateKey({ description: "An open object of your own. It replaces the one before." })
  ),
  split: Schema.optionalKey(
    Schema.NullOr(Split).annotateKey({
      description: "The part of the dataset that it belongs to, such as train or test."
    })
  ),
  source: Schema.optionalKey(
    Schema.NullOr(
      Schema.Struct({
        traceId: TraceId.annotateKey({ description: "ID of the trace." }),
        spanId: Schema.NullOr(SpanId).annotateKey({ description: "ID of the span; null for the whole trace." })
      })
    ).annotateKey({ description: "The trace, or the span, that the item comes from; null for none." })
  )
}).annotate({
  identifier: "DatasetItemInput",
  description: "An item to create, which requires an input, or to change. At most 1 MiB of JSON."
})

export const exampleItem: DatasetItem = {
  id: "di_01k9x3m2h8e7v9q4t6w5z0r1ca",
  datasetId: Dataset.example.id,
  externalId: "france",
  input: "What is the capital of France?",
  expected: "Paris",
  metadata: { continent: "Europe" },
  split: "test",
  source: null,
  fromVersion: 1,
  toVersion: null,
  position: 1,
  createdAt: "2026-11-20T10:00:00.000Z",
  createdBy: { type: "api_key", id: "key_01k9x3m2h8e7v9q4t6w5z0r1ca", name: "CI" },
  updatedAt: "2026-11-20T10:00:00.000Z",
  updatedBy: { type: "api_key", id: "key_01k9x3m2h8e7v9q4t6w5z0r1ca", name: "CI" },
  purged: false
}
