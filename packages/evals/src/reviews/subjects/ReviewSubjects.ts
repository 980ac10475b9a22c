import type { Caller } from "@agent-operations/auth"
import type { Operation } from "@agent-operations/contract"
import type { reviews } from "@agent-operations/contract/reviews"
import type { ErrorOf } from "@agent-operations/error-envelope"
import type { Space } from "@agent-operations/revision-store"
import { Context, type Effect } from "effect"

/** One thing that people are asked about. */
export interface SubjectRef {
  readonly type: "trace"
  readonly id: string
}

/** What a session is said to be about. */
export type AskedSubject = Operation.Input<(typeof reviews)["operations"]["createSession"]>["subject"]

type Away = ErrorOf<"UNAVAILABLE" | "TIMEOUT">

/** What people can be asked about. */
export class ReviewSubjects extends Context.Service<
  ReviewSubjects,
  {
    /** The things that a session is about, each once, or what is wrong with them. */
    readonly freeze: (
      space: Space,
      subject: AskedSubject
    ) => Effect.Effect<ReadonlyArray<SubjectRef>, ErrorOf<"VALIDATION_ERROR"> | Away>
    /** Those of some things that are gone. */
    readonly gone: (space: Space, subjects: ReadonlyArray<SubjectRef>) => Effect.Effect<ReadonlyArray<SubjectRef>, Away>
    /** What there is of a thing for the caller to read, as JSON text of at most `maxPageBytes`. Law: H4. */
    readonly evidence: (
      subject: SubjectRef,
      options: { readonly withScores: boolean }
    ) => Effect.Effect<string, ErrorOf<"NOT_FOUND" | "PAYLOAD_TOO_LARGE"> | Away, Caller>
  }
>()("@agent-operations/evals/ReviewSubjects") {}
