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
  description: "The version that you saw last. If it is no longer the current one, nothing changes."
})

const ExternalId = shortText(200).annotate({
  description: "A name of your own, of 1 to 200 characters, which one living item of the dataset has."
})

export const Split = shortText(200).annotate({
  description: "The part of the dataset that it belongs to, such as train or test."
})

const Metadata = Schema.Record(Schema.String, Json)

const ItemSource = Schema.Struct({
  traceId: Schema.String,
  spanId: Schema.NullOr(Schema.String)
}).annotate({
  identifier: "DatasetItemSource",
  description: "The trace, and the span of it, that the item was made of."
})

/** An item as it is at a version. Laws: D2, D3. */
export const DatasetItem = Schema.Struct({
  id: ItemId,
  datasetId: Dataset.Id,
  externalId: Schema.NullOr(ExternalId),
  input: Json,
  expected: Json,
  metadata: Metadata,
  split: Schema.NullOr(Split),
  source: Schema.NullOr(ItemSource),
  fromVersion: versionNumber.annotate({ description: "The version that it has been so since." }),
  toVersion: Schema.NullOr(versionNumber).annotate({
    description: "The first version that it is no longer so in; null where it still is."
  }),
  position: Schema.Int.annotate({ description: "Its place among the items, which never changes." }),
  createdAt: Timestamp,
  createdBy: Actor,
  updatedAt: Timestamp,
  updatedBy: Actor,
  purged: Schema.Boolean.annotate({ description: "Whether its content was purged, for good and in every version." })
}).annotate({ identifier: "DatasetItem", description: "An item of a dataset, as it is at a version." })
export type DatasetItem = typeof DatasetItem.Type

/** An item as it is sent: what a living one has and is not sent stays. */
export const DatasetItemInput = Schema.Struct({
  id: Schema.optionalKey(ItemId.annotate({ description: "Of the item to change; one that is not there is created." })),
  externalId: Schema.optionalKey(
    Schema.NullOr(ExternalId).annotate({
      description: "Without id, of the item to change; one that is not there is created."
    })
  ),
  input: Schema.optionalKey(Json),
  expected: Schema.optionalKey(Json),
  metadata: Schema.optionalKey(Metadata),
  split: Schema.optionalKey(Schema.NullOr(Split)),
  source: Schema.optionalKey(Schema.NullOr(Schema.Struct({ traceId: TraceId, spanId: Schema.NullOr(SpanId) })))
}).annotate({
  identifier: "DatasetItemInput",
  description: "An item to create, which needs an input, or to change. At most 1 MiB of JSON."
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
