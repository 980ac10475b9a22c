import type { Caller } from "@agent-operations/auth"
import type { Operation } from "@agent-operations/contract"
import type { reviews } from "@agent-operations/contract/reviews"
import type { ErrorOf } from "@agent-operations/error-envelope"
import type { Space } from "@agent-operations/revision-store"
import { Context, Effect, Layer } from "effect"

/** One thing that people are asked about. */
export interface SubjectRef {
  readonly type: "trace" | "eval_target"
  readonly id: string
}

/** What a session is said to be about. */
export type AskedSubject = Operation.Input<(typeof reviews)["operations"]["createSession"]>["subject"]

/** Traces by their IDs, or targets of a run. */
export type AskedTraces = Extract<AskedSubject, { readonly traceIds: unknown }>
export type AskedTargets = Extract<AskedSubject, { readonly runId: string }>

type Away = ErrorOf<"UNAVAILABLE" | "TIMEOUT">

/** One sort of what people can be asked about, by IDs. */
export interface SubjectSource<Asked> {
  /** The IDs of the things that a session is about, each once, or what is wrong with them. */
  readonly freeze: (
    space: Space,
    subject: Asked
  ) => Effect.Effect<ReadonlyArray<string>, ErrorOf<"VALIDATION_ERROR"> | Away>
  /** Those of some things that are there. */
  readonly present: (space: Space, ids: ReadonlyArray<string>) => Effect.Effect<ReadonlySet<string>, Away>
  /** What there is of a thing for the caller to read, as JSON text of at most `maxPageBytes`. Law: H4. */
  readonly evidence: (
    id: string,
    options: { readonly withScores: boolean }
  ) => Effect.Effect<string, ErrorOf<"NOT_FOUND" | "PAYLOAD_TOO_LARGE"> | Away, Caller>
}

/** The sorts of what people can be asked about. */
export interface SubjectSources {
  readonly trace: SubjectSource<AskedTraces>
  readonly eval_target: SubjectSource<AskedTargets>
}

const make = (sources: SubjectSources) => ({
  /** The things that a session is about, each once, or what is wrong with them. */
  freeze: (space: Space, subject: AskedSubject) =>
    "runId" in subject
      ? Effect.map(sources.eval_target.freeze(space, subject), (ids) => refs("eval_target", ids))
      : Effect.map(sources.trace.freeze(space, subject), (ids) => refs("trace", ids)),

  /** Those of some things that are gone. */
  gone: Effect.fnUntraced(function* (space: Space, subjects: ReadonlyArray<SubjectRef>) {
    const gone: Array<SubjectRef> = []
    for (const [type, those] of Map.groupBy(subjects, ({ type }) => type)) {
      const ids = those.map(({ id }) => id)
      const present = yield* sources[type].present(space, ids)
      gone.push(...those.filter(({ id }) => !present.has(id)))
    }
    return gone
  }),

  /** What there is of a thing for the caller to read, as JSON text of at most `maxPageBytes`. Law: H4. */
  evidence: ({ type, id }: SubjectRef, options: { readonly withScores: boolean }) => sources[type].evidence(id, options)
})

const refs = (type: SubjectRef["type"], ids: ReadonlyArray<string>): ReadonlyArray<SubjectRef> =>
  ids.map((id) => ({ type, id }))

/** What people can be asked about. */
export class ReviewSubjects extends Context.Service<ReviewSubjects, ReturnType<typeof make>>()(
  "@agent-operations/evals/ReviewSubjects"
) {
  static readonly layer = <E, R>(sources: Effect.Effect<SubjectSources, E, R>) =>
    Layer.effect(ReviewSubjects, Effect.map(sources, make))
}
