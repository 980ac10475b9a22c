/**
 * Durable runs: many targets, worked on by any number of processes, each of which may end at any moment.
 *
 * @packageDocumentation
 */
export { type Answered, Executor, type Invocation } from "./engine/Executor.ts"
export { NewWork } from "./engine/NewWork.ts"
export { workerLayer, type WorkerOptions } from "./engine/Worker.ts"
export { placeOf, targetIdOf } from "./ids.ts"
export { migrations } from "./migrations.ts"
export type {
  Attempt,
  Case,
  Counts,
  ErrorCode,
  Lane,
  RunReason,
  RunStatus,
  ScoreRecord,
  Space,
  TargetStatus
} from "./model.ts"
export type { Claim } from "./store/claim.ts"
export type { Created, NewRun } from "./store/create.ts"
export type { AccountState } from "./store/accounts.ts"
export type { Retention } from "./store/expire.ts"
export type { Run, Target } from "./store/reads.ts"
export { RunStore } from "./store/RunStore.ts"
export type { UsageGroup } from "./store/usage.ts"
