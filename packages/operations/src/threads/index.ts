/**
 * A bounded pool of worker threads, for work that must not hold up the event loop.
 *
 * @packageDocumentation
 */
export { conditionsOf } from "./conditions.ts"
export { Busy, makePool, type Pool, type PoolOptions, TooLarge, TooSlow } from "./pool.ts"
export { cannotStart } from "./unavailable.ts"
export { makeThread, NotStarted, OutOfMemory, Stopped, type Thread } from "./thread.ts"
export type { Answer } from "./protocol.ts"
