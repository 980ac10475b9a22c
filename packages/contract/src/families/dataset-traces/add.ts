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
    "Makes an item of each of up to 100 traces, in one new version of the dataset: what the trace was given is the item's input, " +
    "what it answered is expected, and its ID is the externalId. A trace that was added before stays as its item is now, so " +
    "that no correction is lost. Where a trace is not there, or an item breaks the dataset's schemas, nothing is written.",
  scopes: ["datasets:write", "traces:read"],
  effect: "write",
  input: Schema.Struct({
    datasetId: Dataset.Id,
    traceIds: Schema.Array(TraceId).check(Schema.isMinLength(1), Schema.isMaxLength(100), Schema.isUnique()),
    inputPointer: Schema.optionalKey(
      Pointer.annotate({
        description:
          "What the item's input is: a JSON Pointer into the trace's { input, output, metadata }, /input unless given. A trace " +
          "that has nothing there is ITEM_INVALID."
      })
    ),
    expectedPointer: Schema.optionalKey(
      Pointer.annotate({
        description: "What is expected, likewise: /output unless given. Null where a trace has nothing there."
      })
    ),
    split: Schema.optionalKey(Schema.NullOr(Split)),
    expectedVersion: Schema.optionalKey(ExpectedVersion)
  }),
  result: Schema.Struct({
    version: DatasetVersion,
    created: Schema.Natural,
    unchanged: Schema.Natural.annotate({ description: "Traces that were added before." }),
    items: Schema.Array(Schema.Struct({ id: ItemId, externalId: Schema.NullOr(Schema.String) })).annotate({
      description: "In the order of traceIds."
    })
  }),
  errors: ["NOT_FOUND", "CONFLICT", "ITEM_INVALID"],
  hints: { CONFLICT: "currentRevision is the dataset's current version. Retry with it, or without expectedVersion." },
  example: {
    input: { datasetId: Dataset.example.id, traceIds: [exampleTraceId], split: "test" },
    result: { version: 2, created: 1, unchanged: 0, items: [{ id: exampleItem.id, externalId: exampleTraceId }] }
  }
})
