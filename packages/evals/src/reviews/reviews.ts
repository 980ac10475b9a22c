import { reviews as family } from "@agent-operations/contract/reviews"
import { type Cursors, type FamilyModule, implement } from "@agent-operations/operations"
import { type EncodedRevisionStore, migrations as revisions } from "@agent-operations/revision-store"
import type { TraceHandlers } from "@agent-operations/traces"
import { Effect, Layer } from "effect"
import type { SqlClient } from "effect/sql"
import { peopleHandlers } from "./handlers/people.ts"
import { readHandlers } from "./handlers/reads.ts"
import { sessionHandlers } from "./handlers/sessions.ts"
import { SessionFigures } from "./session-figures.ts"
import { migrations } from "./store/migrations.ts"
import { ReviewStore } from "./store/ReviewStore.ts"
import type { RunTargets } from "../evaluations/RunTargets.ts"
import { ReviewSubjects } from "./subjects/ReviewSubjects.ts"
import { targetSubjects } from "./subjects/target-subjects.ts"
import { traceSubjects } from "./subjects/trace-subjects.ts"

/** A module that keeps traces: what `traces()` returns. */
export interface TracesModule<R, E> {
  readonly layer: Layer.Layer<TraceHandlers, E, R>
}

/** A module that runs evaluations: what `evaluations()` returns. */
export interface RunsModule<R, E> {
  readonly layer: Layer.Layer<RunTargets, E, R>
}

/** The settings of `reviews`. */
export interface ReviewsOptions<R, E> {
  /** Whose targets people can be asked about too. */
  readonly runs: RunsModule<R, E>
}

type ReviewsModule<R, E> = FamilyModule<
  typeof family,
  ReviewStore,
  R | EncodedRevisionStore | Cursors | SqlClient.SqlClient,
  E
>

const handlers = Effect.gen(function* () {
  return { ...(yield* sessionHandlers), ...(yield* readHandlers), ...(yield* peopleHandlers) }
})

const subjects = ReviewSubjects.layer(Effect.all({ trace: traceSubjects, eval_target: targetSubjects }))

/**
 * Reviews by people, as a module for a host's list of families, over the traces of another module of that list, and
 * over the evaluation runs of one where it is named.
 *
 * @example
 * const recorded = traces()
 * const kit = await createAgentOperations({ families: [recorded, scorers(), reviews(recorded)], database })
 */
export function reviews<R, E>(over: TracesModule<R, E>): ReviewsModule<R, E>
export function reviews<R, E, RR, ER>(
  over: TracesModule<R, E>,
  options: ReviewsOptions<RR, ER>
): ReviewsModule<R | RR, E | ER>
export function reviews<R, E, RR, ER>(
  over: TracesModule<R, E>,
  options?: ReviewsOptions<RR, ER>
): ReviewsModule<R | RR, E | ER> {
  return {
    families: [family],
    // The layers of the others are the same values as in the list, so that there is one store of each.
    layer: implement(family, handlers).pipe(
      Layer.provide(SessionFigures.layer),
      Layer.provideMerge(ReviewStore.layer),
      Layer.provide(subjects.pipe(Layer.provide(options?.runs.layer ?? Layer.empty), Layer.provide(over.layer)))
    ),
    migrations: [revisions, migrations]
  }
}
