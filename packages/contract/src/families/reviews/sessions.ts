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

const notOpen = { CONFLICT: "The session is closed: create another session for the rest." }

/** Creates a session, once for each request key. */
export const createReviewSession = operation({
  id: "create_review_session",
  summary: "Create a review session",
  description:
    "Asks people about up to 5,000 traces or targets of an evaluation run. What it is about and what it asks are pinned " +
    "when it is created. The same requestKey with the same input returns the same session.",
  scopes: ["reviews:read", "reviews:write", "traces:read", "scorers:read", "evals:read"],
  effect: "write",
  idempotency: "requestKey",
  input: Schema.Struct({
    requestKey: Schema.String.check(Schema.isMinLength(1), Schema.isMaxCodePoints(200)).annotate({
      description: "Your own key for the session, 1 to 200 characters, unique in the project for ever."
    }),
    name: SessionName.annotateKey({ description: "The name of the session, 1 to 120 characters." }),
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
    status: Schema.optionalKey(
      ReviewSession.fields.status.annotateKey({ description: "Only sessions with this status." })
    ),
    limit: Schema.optionalKey(limit(200, 50)),
    cursor: Schema.optionalKey(cursor)
  }),
  result: Schema.Struct({
    items: Schema.Array(ReviewSession).annotateKey({ description: "The sessions of this page, newest first." }),
    nextCursor: Schema.NullOr(Schema.String).annotateKey({
      description: "Pass it back as cursor for the next page; null on the last one."
    })
  }),
  errors: [],
  example: { input: { status: "open" }, result: { items: [exampleSession], nextCursor: null } }
})

/** Reads a session with its figures. Laws: H4, N1. */
export const getReviewSession = operation({
  id: "get_review_session",
  summary: "Read a review session",
  description:
    "Reads a review session with its progress and the statistics per question. statistics is null while a blind session " +
    "is open.",
  scopes: ["reviews:read"],
  effect: "read",
  input: Schema.Struct({ id: ReviewSessionId.annotateKey({ description: "ID of the review session." }) }),
  result: Schema.Struct({
    session: ReviewSession,
    statistics: Schema.NullOr(Schema.Record(Schema.String, ReviewFigures)).annotateKey({
      description: "The figures, by the alias of each question; null while a blind session is open."
    })
  }),
  errors: ["NOT_FOUND"],
  example: { input: { id: exampleSession.id }, result: { session: exampleSession, statistics: null } }
})

/** Says who reviews. */
export const assignReviews = operation({
  id: "assign_reviews",
  summary: "Assign reviewers to a session",
  description: "Sets who may claim reviews of the session from now on. People can still submit what they already hold.",
  scopes: ["reviews:read", "reviews:write"],
  effect: "write",
  input: Schema.Struct({
    sessionId: ReviewSessionId.annotateKey({ description: "ID of the review session." }),
    assignees: Assignees
  }),
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
    "Closes a review session: reviews can no longer be claimed, submitted or corrected, and everyone can read its " +
    "statistics. Closing a closed session changes nothing.",
  scopes: ["reviews:read", "reviews:write"],
  effect: "write",
  input: Schema.Struct({ id: ReviewSessionId.annotateKey({ description: "ID of the review session." }) }),
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
