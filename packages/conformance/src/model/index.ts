/**
 * What the operations should do, as a pure model, and random histories to compare them with.
 *
 * @packageDocumentation
 */
export { type Command, histories, type Use } from "./commands.ts"
export * as Model from "./model.ts"
export { type Call, type Ending, replay } from "./replay.ts"
