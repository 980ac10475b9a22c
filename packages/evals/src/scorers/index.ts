/**
 * Scorers: measures and code that run where they can harm nothing, and what the scores of all scorers mean.
 *
 * @packageDocumentation
 */
export type { Failure, FailureCode, PooledSource, RawScore, Score, ScorerValues } from "./model.ts"
export { failedScore, type OutputSettings, recordOf } from "./record-of.ts"
export { inputsOf, type Inputs, writeInputs, writingInputs } from "./inputs.ts"
export { Scorers, type ScorersOptions, type Scoring } from "./Scorers.ts"
export type { Fault } from "./thread/protocol.ts"
