import { Context, Effect, Layer } from "effect"
import { makeItems } from "./items.ts"
import { makeValidate } from "./validate.ts"

const make = Effect.gen(function* () {
  return { ...(yield* makeItems), validate: yield* makeValidate }
})

/**
 * Writes of items into datasets, and the check of what datasets say, for what else writes them. Laws: D1, D3.
 *
 * @example
 * const { putWithin } = yield* DatasetItems
 */
export class DatasetItems extends Context.Service<DatasetItems, Effect.Success<typeof make>>()(
  "@agent-operations/evals/DatasetItems"
) {
  static readonly layer = Layer.effect(DatasetItems, make)
}
