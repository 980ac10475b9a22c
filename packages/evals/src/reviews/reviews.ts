import { reviews as family } from "@agent-operations/contract/reviews"
import { type Cursors, type FamilyModule, implement } from "@agent-operations/operations"
import { type EncodedRevisionStore, migrations as revisions } from "@agent-operations/revision-store"
import type { TraceHandlers } from "@agent-operations/traces"
import { Effect, Layer } from "effect"
import type { SqlClient } from "effect/sql"
import { peopleHandlers } from "./handlers/people.ts"
import { readHandlers } from "./handlers/reads.ts"
import { sessionHandlers } from "./handlers/sessions.ts"
import { migrations } from "./store/migrations.ts"
import { ReviewStore } from "./store/ReviewStore.ts"
import { traceSubjects } from "./subjects/trace-subjects.ts"

/** A module that keeps traces: what `traces()` returns. */
export interface TracesModule<R, E> {
  readonly layer: Layer.Layer<TraceHandlers, E, R>
}

const handlers = Effect.gen(function* () {
  return { ...(yield* sessionHandlers), ...(yield* readHandlers), ...(yield* peopleHandlers) }
})

/**
 * Reviews by people, as a module for a host's list of families, over the traces of another module of that list.
 *
 * @example
 * const recorded = traces()
 * const kit = await createAgentOperations({ families: [recorded, scorers(), reviews(recorded)], database })
 */
export const reviews = <R, E>(
  over: TracesModule<R, E>
): FamilyModule<typeof family, ReviewStore, R | EncodedRevisionStore | Cursors | SqlClient.SqlClient, E> => ({
  families: [family],
  // The layer of traces is the same value as in the list, so that there is one store.
  layer: implement(family, handlers).pipe(
    Layer.provideMerge(ReviewStore.layer),
    Layer.provide(Layer.provide(traceSubjects, over.layer))
  ),
  migrations: [revisions, migrations]
})
