import * as Schema from "effect/Schema"
import { operation } from "../../core/operation.ts"
import { limit } from "../../definition/primitives.ts"
import { cursor, exampleTraceId } from "../traces/primitives.ts"
import { exampleQuestion, RubricInput } from "./rubric.ts"
import {
  Assignees,
  exampleSession,
  ReviewFigures,
  ReviewSession,
  ReviewSessionId,
  ReviewSubject,
  sessionDefaults,
  SessionName
} from "./session.ts"

const notOpen = { CONFLICT: "The session is closed: create another one for what is left." }

/** Creates a session, once for each request key. */
export const createReviewSession = operation({
  id: "create_review_session",
  summary: "Create a review session",
  description:
    "Asks people about up to 5,000 traces, or targets of an evaluation run. What it is about and what is asked stay as they are then. The same requestKey with " +
    "the same input is the same session, however often it is sent.",
  scopes: ["reviews:read", "reviews:write", "traces:read", "scorers:read", "evals:read"],
  effect: "write",
  idempotency: "requestKey",
  input: Schema.Struct({
    requestKey: Schema.String.check(Schema.isMinLength(1), Schema.isMaxCodePoints(200)).annotate({
      description: "A name of yours for this session, for ever its own in the project."
    }),
    name: SessionName,
    subject: ReviewSubject,
    rubric: RubricInput,
    ...sessionDefaults
  }),
  result: ReviewSession,
  errors: ["REQUEST_KEY_REUSED", "REFERENCE_NOT_FOUND", "INVALID_REFERENCE"],
  example: {
    input: {
      requestKey: exampleSession.requestKey,
      name: exampleSession.name,
      subject: { traceIds: [exampleTraceId] },
      rubric: { helpful: { id: exampleQuestion.id } },
      reviewersPerItem: 2
    },
    result: exampleSession
  }
})

/** Lists sessions, newest first. */
export const listReviewSessions = operation({
  id: "list_review_sessions",
  summary: "List review sessions",
  description:
    "Lists the review sessions of the project, newest first. Pass nextCursor back as cursor until it is null.",
  scopes: ["reviews:read"],
  effect: "read",
  paging: "cursor",
  input: Schema.Struct({
    status: Schema.optionalKey(ReviewSession.fields.status),
    limit: Schema.optionalKey(limit(200, 50)),
    cursor: Schema.optionalKey(cursor)
  }),
  result: Schema.Struct({ items: Schema.Array(ReviewSession), nextCursor: Schema.NullOr(Schema.String) }),
  errors: [],
  example: { input: { status: "open" }, result: { items: [exampleSession], nextCursor: null } }
})

/** Reads a session with its figures. Laws: H4, N1. */
export const getReviewSession = operation({
  id: "get_review_session",
  summary: "Read a review session",
  description:
    "Reads a review session, how far it is, and what people said so far, summed up by question: statistics is null while a " +
    "blind session is open.",
  scopes: ["reviews:read"],
  effect: "read",
  input: Schema.Struct({ id: ReviewSessionId }),
  result: Schema.Struct({
    session: ReviewSession,
    statistics: Schema.NullOr(Schema.Record(Schema.String, ReviewFigures))
  }),
  errors: ["NOT_FOUND"],
  example: { input: { id: exampleSession.id }, result: { session: exampleSession, statistics: null } }
})

/** Says who reviews. */
export const assignReviews = operation({
  id: "assign_reviews",
  summary: "Assign a review session to people",
  description: "Says who claims reviews of the session from now on. What somebody holds by then is theirs to submit.",
  scopes: ["reviews:read", "reviews:write"],
  effect: "write",
  input: Schema.Struct({ sessionId: ReviewSessionId, assignees: Assignees }),
  result: ReviewSession,
  errors: ["NOT_FOUND", "CONFLICT"],
  hints: notOpen,
  example: {
    input: { sessionId: exampleSession.id, assignees: [exampleSession.createdBy.id] },
    result: { ...exampleSession, assignees: [exampleSession.createdBy.id] }
  }
})

/** Ends a session. */
export const closeReviewSession = operation({
  id: "close_review_session",
  summary: "Close a review session",
  description:
    "Ends a review session: nothing is claimed, submitted or corrected any more, and its figures are there for everybody. One " +
    "that is closed stays as it is.",
  scopes: ["reviews:read", "reviews:write"],
  effect: "write",
  input: Schema.Struct({ id: ReviewSessionId }),
  result: ReviewSession,
  errors: ["NOT_FOUND"],
  example: {
    input: { id: exampleSession.id },
    result: {
      ...exampleSession,
      status: "closed",
      closedAt: "2026-11-21T10:00:00.000Z",
      closedBy: exampleSession.createdBy
    }
  }
})
