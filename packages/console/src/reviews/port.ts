/** What the pages ask for of reviews: operations, called as the person who opened the page. */
import type { Family, Operation } from "@agent-operations/contract"
import type { reviews } from "@agent-operations/contract/reviews"
import type { Scorer } from "@agent-operations/contract/scorers"
import type { Code } from "@agent-operations/error-envelope"
import { Effect } from "effect"
import { type Input, invoke } from "../content/port.ts"

type Served = typeof reviews
type Id = Family.OperationId<Served>
type Result<I extends Id> = Operation.Result<Family.OperationById<Served, I>>
type Given<I extends Id> = Operation.EncodedInput<Family.OperationById<Served, I>>

export type SessionPage = Result<"list_review_sessions">
export type Session = SessionPage["items"][number]
export type Question = Session["rubric"][string]
export type Statistics = NonNullable<Result<"get_review_session">["statistics"]>
export type ReviewPage = Result<"list_reviews">
export type Evidence = Result<"get_review_evidence">
export type Review = Evidence["review"]
export type Submission = NonNullable<Evidence["submissions"]>[number]
export type NewSession = Given<"create_review_session">
export type Scores = Given<"submit_review">["scores"]

const call = <I extends Id, const C extends Code>(id: I, codes: ReadonlyArray<C>, input: Given<I>) =>
  Effect.map(invoke(id, codes, input as Input), (result) => result as Result<I>)

/** A scorer that people answer. */
export interface HumanScorer extends Pick<Scorer, "id" | "name"> {
  readonly source: Extract<Scorer["source"], { readonly type: "human" }>
}

/** What people can be asked, by name; at most 200. */
export const listHumanScorers = () =>
  Effect.map(
    invoke("list_scorers", [], { sourceType: "human", sort: "name_asc", limit: 200 }),
    ({ items }) => items as ReadonlyArray<HumanScorer>
  )

export const createSession = (input: NewSession) =>
  call("create_review_session", ["REQUEST_KEY_REUSED", "REFERENCE_NOT_FOUND", "INVALID_REFERENCE"], input)

export const listSessions = (input: Given<"list_review_sessions">) => call("list_review_sessions", [], input)

export const readSession = (id: string) => call("get_review_session", ["NOT_FOUND"], { id })

export const listReviews = (input: Given<"list_reviews">) => call("list_reviews", ["NOT_FOUND"], input)

export const readEvidence = (id: string) => call("get_review_evidence", ["NOT_FOUND"], { id })

export const claim = (input: Given<"claim_review">) =>
  call("claim_review", ["NOT_FOUND", "CONFLICT", "HUMAN_REQUIRED"], input)

export const release = (id: string) => call("release_review", ["NOT_FOUND", "REVIEW_TAKEN", "HUMAN_REQUIRED"], { id })

export const submit = (input: Given<"submit_review">) =>
  call("submit_review", ["NOT_FOUND", "CONFLICT", "REVIEW_TAKEN", "HUMAN_REQUIRED"], input)

export const closeSession = (id: string) => call("close_review_session", ["NOT_FOUND"], { id })
