import { Caller } from "@agent-operations/auth"
import type { Operation } from "@agent-operations/contract"
import { Prompt, prompts as family } from "@agent-operations/contract/prompts"
import { definitionHandlers } from "@agent-operations/definitions"
import { recordCopy } from "@agent-operations/error-envelope"
import { type Cursors, type FamilyModule, implement } from "@agent-operations/operations"
import { type EncodedRevisionStore, migrations as revisions } from "@agent-operations/revision-store"
import type { TraceHandlers } from "@agent-operations/traces"
import { Effect, Layer } from "effect"
import type { SqlClient } from "effect/sql"
import { labelHandlers } from "./labels/handlers.ts"
import { migrations } from "./labels/migrations.ts"
import { type LabelOptions, PromptLabels } from "./labels/PromptLabels.ts"
import { publishedHandlers } from "./published/handlers.ts"
import type { PromptEvaluations } from "./published/PromptEvaluations.ts"
import { validatePrompt } from "./validate.ts"

recordCopy("@agent-operations/prompts", import.meta.url, Effect.void, () => import.meta.resolve("effect"))

/** A module that keeps traces: what `traces()` returns. */
export interface TracesModule<R, E> {
  readonly layer: Layer.Layer<TraceHandlers, E, R>
}

/** The settings of `prompts`. */
export interface PromptsOptions extends LabelOptions {
  /** What tells the newest evaluation of a prompt's revision. Default: none is told. */
  readonly evaluations?: Layer.Layer<PromptEvaluations, never, SqlClient.SqlClient> | undefined
}

type Operations = (typeof family)["operations"]

const handlers = Effect.gen(function* () {
  const definitions = yield* definitionHandlers(Prompt)
  const labels = yield* PromptLabels
  return {
    ...definitions,
    /** A delete takes labels out of service too. Law: M2. */
    delete: Effect.fnUntraced(function* (input: Operation.Input<Operations["delete"]>) {
      return yield* labels.removing(yield* Caller, input.id, definitions.delete(input))
    }),
    /** Another name would let another prompt be found by the one that labels are asked for by. Law: M2. */
    update: Effect.fnUntraced(function* (input: Operation.Input<Operations["update"]>) {
      const updated = definitions.update(input)
      return yield* input.name === undefined ? updated : labels.renaming(yield* Caller, input.id, updated)
    }),
    restore: Effect.fnUntraced(function* (input: Operation.Input<Operations["restore"]>) {
      return yield* labels.renaming(yield* Caller, input.id, definitions.restore(input))
    }),
    /** A recovery puts labels back in service. Law: M2. */
    recover: Effect.fnUntraced(function* (input: Operation.Input<Operations["recover"]>) {
      return yield* labels.recovering(yield* Caller, input.id, definitions.recover(input))
    }),
    validate: yield* validatePrompt,
    ...(yield* labelHandlers),
    ...(yield* publishedHandlers)
  }
})

/**
 * Prompts, as a module for a host's list of families, over the traces of another module of that list.
 *
 * @example
 * const recorded = traces()
 * const kit = await createAgentOperations({ families: [views(), recorded, prompts(recorded)], database })
 */
export const prompts = <R, E>(
  over: TracesModule<R, E>,
  { administers, evaluations }: PromptsOptions = {}
): FamilyModule<typeof family, PromptLabels, R | EncodedRevisionStore | Cursors | SqlClient.SqlClient, E> => ({
  families: [family],
  // The layer of traces is the same value as in the list, so that there is one store.
  layer: implement(family, handlers).pipe(
    Layer.provideMerge(PromptLabels.layer({ administers })),
    Layer.provide(evaluations ?? Layer.empty),
    Layer.provide(over.layer)
  ),
  migrations: [revisions, migrations]
})
