import { operations } from "@agent-operations/contract"
import { oneCopy } from "@agent-operations/error-envelope"
import { EncodedRevisionStore } from "@agent-operations/revision-store"
import { Context, Effect, Layer } from "effect"
import { copies } from "./copies.ts"
import { customFields } from "./families/custom-fields/index.ts"
import { pageViews } from "./families/page-views/index.ts"
import { decode, type Json } from "./json.ts"
import type { EncodedMeanings, Meanings, Services } from "./meaning.ts"
import { Cursors } from "./paging/Cursors.ts"
import { Validator, type ValidatorOptions } from "./validation/Validator.ts"

/** Every family's meaning. A new family is one folder beside the others and one line here. */
const meaningsOf = (services: Services): EncodedMeanings => ({ ...pageViews(services), ...customFields(services) })

type AnyMeaning = (input: never) => Effect.Effect<Json<unknown>>

const decoded = (encoded: EncodedMeanings): Meanings =>
  Object.fromEntries(
    operations.map(({ id }) => {
      const meaning = encoded[id] as unknown as AnyMeaning
      return [id, (input: never) => Effect.map(meaning(input), decode)]
    })
  ) as unknown as Meanings

/**
 * What every operation means, with results as the JSON that goes on the wire: for adapters, which only pass it on.
 *
 * @example
 * const json = yield* encoded.get_page_view({ id }) // '{"id":"pv_…",…}'
 */
export class EncodedOperations extends Context.Service<EncodedOperations, EncodedMeanings>()(
  "@agent-operations/operations/EncodedOperations"
) {}

/**
 * What the operations work with: for pages and tools that ask what no operation tells.
 *
 * @example
 * const { store } = yield* OperationServices
 * yield* store.referrers(spaceOf(yield* Caller), CustomField, id, 100)
 */
export class OperationServices extends Context.Service<OperationServices, Services>()(
  "@agent-operations/operations/OperationServices"
) {}

/**
 * What every operation means, for the `Caller` in the context.
 *
 * @example
 * const operations = yield* Operations
 * yield* operations.get_page_view({ id }).pipe(Effect.provideService(Caller, access))
 */
export class Operations extends Context.Service<Operations, Meanings>()("@agent-operations/operations/Operations") {
  /** Over whatever store, cursors and validator the host provides; with `EncodedOperations` and `OperationServices`. */
  static readonly layerOver = Layer.effect(Operations, Effect.map(EncodedOperations, decoded)).pipe(
    Layer.provideMerge(Layer.effect(EncodedOperations, Effect.map(OperationServices, meaningsOf))),
    Layer.provideMerge(
      Layer.effect(
        OperationServices,
        Effect.gen(function* () {
          yield* oneCopy(copies)
          return { store: yield* EncodedRevisionStore, cursors: yield* Cursors, validator: yield* Validator }
        })
      )
    )
  )

  /** Over a migrated database; with `EncodedOperations` and `OperationServices`. */
  static readonly layer = (options?: { readonly validation?: ValidatorOptions }) =>
    Operations.layerOver.pipe(
      Layer.provide([EncodedRevisionStore.layer, Cursors.layer, Validator.layer(options?.validation)])
    )
}
