/** What the page asks for of what evaluations cost: an operation, called as the person who opened it. */
import type { Family, Operation } from "@agent-operations/contract"
import type { evaluations } from "@agent-operations/contract/evaluations"
import { Effect } from "effect"
import { type Input, invoke } from "../content/port.ts"

type GetUsage = Family.OperationById<typeof evaluations, "get_usage">

export type Usage = Operation.Result<GetUsage>
export type Account = Usage["accounts"][number]
export type Entry = Usage["items"][number]
export type Asked = Operation.EncodedInput<GetUsage>

export const readUsage = (input: Asked) =>
  Effect.map(invoke("get_usage", [], input as Input), (result) => result as Usage)
