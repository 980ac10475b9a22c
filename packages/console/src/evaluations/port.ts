/** What the pages ask for of evaluation runs: operations, called as the person who opened the page. */
import type { Family, Operation } from "@agent-operations/contract"
import type { evaluations } from "@agent-operations/contract/evaluations"
import type { Code } from "@agent-operations/error-envelope"
import { Effect } from "effect"
import { type Input, invoke } from "../content/port.ts"

type Served = typeof evaluations
type Id = Family.OperationId<Served>
type Result<I extends Id> = Operation.Result<Family.OperationById<Served, I>>
export type Given<I extends Id> = Operation.EncodedInput<Family.OperationById<Served, I>>

export type RunsPage = Result<"list_eval_runs">
export type Run = RunsPage["items"][number]
export type Statistics = Run["statistics"][string]
export type RunPage = Result<"get_eval_run">
export type Target = RunPage["items"][number]
export type Evidence = Result<"get_eval_target">
export type Comparison = Result<"compare_eval_runs">
export type ScorerComparison = Comparison["scorers"][string]
export type ComparedItem = Comparison["items"][number]
export type Estimate = Result<"estimate_eval_run">

const call = <I extends Id, const C extends Code>(id: I, codes: ReadonlyArray<C>, input: Given<I>) =>
  Effect.map(invoke(id, codes, input as Input), (result) => result as Result<I>)

export const listRuns = (input: Given<"list_eval_runs">) => call("list_eval_runs", [], input)

export const readRun = (input: Given<"get_eval_run">) => call("get_eval_run", ["NOT_FOUND"], input)

export const readTarget = (id: string) => call("get_eval_target", ["NOT_FOUND"], { id })

export const compareRuns = (input: Given<"compare_eval_runs">) => call("compare_eval_runs", ["NOT_FOUND"], input)

export const cancelRun = (id: string) => call("cancel_eval_run", ["NOT_FOUND", "RUN_ENDED"], { id })

export const resumeRun = (id: string) =>
  call("resume_eval_run", ["USAGE_LIMIT_REACHED", "NOT_FOUND", "RUN_ENDED"], { id })

export const deleteRun = (id: string) => call("delete_eval_run", ["NOT_FOUND", "CONFLICT"], { id })

const refused = ["NOT_FOUND", "REFERENCE_NOT_FOUND"] as const

export const estimateRun = (input: Given<"estimate_eval_run">) => call("estimate_eval_run", refused, input)

export const createRun = (input: Given<"create_eval_run">) =>
  call("create_eval_run", ["USAGE_LIMIT_REACHED", "REQUEST_KEY_REUSED", "UNPRICED", ...refused], input)
