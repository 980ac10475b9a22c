import { RevisionStore } from "@agent-operations/revision-store"
import { Context, Effect, Layer } from "effect"
import { customFields } from "./families/custom-fields/index.ts"
import { pageViews } from "./families/page-views/index.ts"
import type { Meanings, Services } from "./meaning.ts"
import { Cursors } from "./paging/Cursors.ts"
import { Validator, type ValidatorOptions } from "./validation/Validator.ts"

/** Every family's meaning. A new family is one folder beside the others and one line here. */
const meaningsOf = (services: Services): Meanings => ({ ...pageViews(services), ...customFields(services) })

/**
 * What every operation means, for the `Caller` in the context.
 *
 * @example
 * const operations = yield* Operations
 * yield* operations.get_page_view({ id }).pipe(Effect.provideService(Caller, access))
 */
export class Operations extends Context.Service<Operations, Meanings>()("@agent-operations/operations/Operations") {
  /** Over whatever store, cursors and validator the host provides. */
  static readonly layerOver = Layer.effect(
    Operations,
    Effect.gen(function* () {
      return meaningsOf({ store: yield* RevisionStore, cursors: yield* Cursors, validator: yield* Validator })
    })
  )

  /** Over a migrated database. */
  static readonly layer = (options?: { readonly validation?: ValidatorOptions }) =>
    Operations.layerOver.pipe(Layer.provide([RevisionStore.layer, Cursors.layer, Validator.layer(options?.validation)]))
}
