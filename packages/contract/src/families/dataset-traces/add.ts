import * as Schema from "effect/Schema"
import { operation } from "../../core/operation.ts"
import { DatasetVersion, exampleItem, ExpectedVersion, ItemId, Split } from "../datasets/item.ts"
import { Dataset } from "../datasets/kind.ts"
import { Pointer } from "../scorers/pointer.ts"
import { exampleTraceId, TraceId } from "../traces/primitives.ts"

/** Makes items of traces: one version for all of them. Laws: D1, D3. */
export const addTracesToDataset = operation({
  id: "add_traces_to_dataset",
  summary: "Add traces to a dataset",
  description:
    "Creates an item per trace, for up to 100 traces, in one new version of the dataset. The trace's input becomes the " +
    "item's input, its output becomes expected, and its ID becomes externalId. An item that was added before keeps its " +
    "corrections. If a trace does not exist, or an item breaks the dataset's schemas, nothing is written.",
  scopes: ["datasets:write", "traces:read"],
  effect: "write",
  input: Schema.Struct({
    datasetId: Dataset.Id.annotateKey({ description: "ID of the dataset." }),
    traceIds: Schema.Array(TraceId)
      .check(Schema.isMinLength(1), Schema.isMaxLength(100), Schema.isUnique())
      .annotateKey({ description: "IDs of the traces to add: 1 to 100, each once." }),
    inputPointer: Schema.optionalKey(
      Pointer.annotateKey({
        description:
          "Where the item's input is: a JSON Pointer into the trace's { input, output, metadata }. By default /input. A " +
          "trace without a value there is ITEM_INVALID."
      })
    ),
    expectedPointer: Schema.optionalKey(
      Pointer.annotateKey({
        description:
          "Where the expected answer is, as a JSON Pointer like inputPointer. By default /output. Null if a trace has " +
          "no value there."
      })
    ),
    split: Schema.optionalKey(
      Schema.NullOr(Split).annotateKey({
        description: "The split of the new items, such as train or test; null for none."
      })
    ),
    expectedVersion: Schema.optionalKey(ExpectedVersion)
  }),
  result: Schema.Struct({
    version: DatasetVersion.annotateKey({ description: "The current version of the dataset afterwards." }),
    created: Schema.Natural.annotateKey({ description: "The number of items that were created." }),
    unchanged: Schema.Natural.annotate({ description: "The number of traces that were added before." }),
    items: Schema.Array(
      Schema.Struct({
        id: ItemId.annotateKey({ description: "ID of the item." }),
        externalId: Schema.NullOr(Schema.String).annotateKey({
          description: "The trace ID that the item was added under."
        })
      })
    ).annotate({
      description: "The items, in the order of traceIds."
    })
  }),
  errors: ["NOT_FOUND", "CONFLICT", "ITEM_INVALID"],
  hints: { CONFLICT: "currentRevision is the dataset's current version. Retry with it, or without expectedVersion." },
  example: {
    input: { datasetId: Dataset.example.id, traceIds: [exampleTraceId], split: "test" },
    result: { version: 2, created: 1, unchanged: 0, items: [{ id: exampleItem.id, externalId: exampleTraceId }] }
  }
})
