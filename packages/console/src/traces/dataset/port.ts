/** What the page asks for of datasets from traces: an operation, called as the person who opened it. */
import type { Operation } from "@agent-operations/contract"
import type { datasetTraces } from "@agent-operations/contract/dataset-traces"
import { Effect } from "effect"
import { type Input, invoke } from "../../content/port.ts"

type Add = (typeof datasetTraces)["operations"]["add"]

export const addTraces = (input: Operation.EncodedInput<Add>) =>
  Effect.map(
    invoke("add_traces_to_dataset", ["NOT_FOUND", "CONFLICT", "ITEM_INVALID"], input as Input),
    (result) => result as Operation.Result<Add>
  )
