/** What the playground asks for: operations, called as the person who opened it. */
import type { Operation } from "@agent-operations/contract"
import type { evaluations } from "@agent-operations/contract/evaluations"
import { Effect } from "effect"
import { type Input, invoke } from "../content/port.ts"

type Invoke = (typeof evaluations)["operations"]["invoke"]

const codes = ["USAGE_LIMIT_REACHED", "NOT_FOUND", "REQUEST_KEY_REUSED", "REFERENCE_NOT_FOUND", "UNPRICED"] as const

/** Calls an app once, as a run of one target. Law: X1. */
export const invokeApp = (input: Operation.EncodedInput<Invoke>) =>
  Effect.map(invoke("invoke_app", codes, input as Input), (result) => result as Operation.Result<Invoke>)
