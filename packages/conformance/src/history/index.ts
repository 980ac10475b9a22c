/**
 * Histories of concurrent clients, and whether any order explains them.
 *
 * @packageDocumentation
 */
export { type Act, explain, type Recorded, type Reply } from "./explain.ts"
export {
  explainMany,
  type ManyAct,
  type ManyRecorded,
  type ManyReply,
  type Refusal,
  type Seen,
  type Uses
} from "./explain-many.ts"
export { type Explanation } from "./find-order.ts"
export {
  drawManyScripts,
  type ManyScripts,
  type ManyStep,
  type PlayAct,
  type PlayedKind,
  playMany,
  type PlayOptions,
  type ScriptOptions
} from "./play-many.ts"
export { type ManyKind, recordMany } from "./record-many.ts"
export { renderMany, shrinkMany } from "./shrink-many.ts"
export { type OperationOf, operationOf } from "./operation-of.ts"
export { type Answered, recordHistory, type Send } from "./record.ts"
