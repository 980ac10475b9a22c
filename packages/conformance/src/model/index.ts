/** What the operations should do, as a pure model, and random histories to compare them with. */
export { histories } from "./commands.ts"
export * as Model from "./model.ts"
export { type Call, replay } from "./replay.ts"
