import * as Data from "effect/Data"
import type { Code, DetailsOf } from "./catalogue.ts"

/** What every agent error carries beside its code (`_tag`). */
export type Fields<C extends Code> = {
  /** What happened, for a person. Never anything of the server's inside. */
  readonly message: string
  /** What to do next, where this occurrence knows better than the catalogue. */
  readonly hint?: string
  /** What brought it about, for the log. Never in an answer. */
  readonly cause?: unknown
} & (DetailsOf<C> extends undefined ? { readonly details?: undefined } : { readonly details: DetailsOf<C> })

type WithRetryAfter = {
  /** Whole seconds, for the `Retry-After` header. */
  readonly retryAfter: number
}

/**
 * The class of errors of a code. Node shows them as it shows any error, with its stack and what it carries, where an error
 * of `effect` would be shown as its JSON.
 */
const coded = <C extends Code>(code: C) => {
  const Coded = Data.TaggedError(code)
  Object.defineProperty(Coded.prototype, Symbol.for("nodejs.util.inspect.custom"), { value: undefined })
  return Coded
}

/** 400. @example new ValidationError({ message: "The cursor is not valid.", details: { issues: [] } }) */
export class ValidationError extends coded("VALIDATION_ERROR")<Fields<"VALIDATION_ERROR">> {}
/** 401, with `WWW-Authenticate: Bearer`. Law: A1. */
export class Unauthenticated extends coded("UNAUTHENTICATED")<Fields<"UNAUTHENTICATED">> {}
/** 402. */
export class UsageLimitReached extends coded("USAGE_LIMIT_REACHED")<Fields<"USAGE_LIMIT_REACHED">> {}
/** 403. Law: A2. */
export class MissingScope extends coded("MISSING_SCOPE")<Fields<"MISSING_SCOPE">> {}
/** 403, alike for a project of others and for none at all. Law: A3. */
export class ProjectAccessDenied extends coded("PROJECT_ACCESS_DENIED")<Fields<"PROJECT_ACCESS_DENIED">> {}
/** 403. Law: A7. */
export class HumanRequired extends coded("HUMAN_REQUIRED")<Fields<"HUMAN_REQUIRED">> {}
/** 403: for owners and admins alone. */
export class AdminRequired extends coded("ADMIN_REQUIRED")<Fields<"ADMIN_REQUIRED">> {}
/** 403. Law: M2. */
export class LabelProtected extends coded("LABEL_PROTECTED")<Fields<"LABEL_PROTECTED">> {}
/** 404. */
export class NotFound extends coded("NOT_FOUND")<Fields<"NOT_FOUND">> {}
/** 409: `expectedRevision` is not the current one (law R3), or the resource is in another state. */
export class Conflict extends coded("CONFLICT")<Fields<"CONFLICT">> {}
/** 409. Law: R6. */
export class NameTaken extends coded("NAME_TAKEN")<Fields<"NAME_TAKEN">> {}
/** 409. Law: R7. */
export class StillReferenced extends coded("STILL_REFERENCED")<Fields<"STILL_REFERENCED">> {}
/** 409. */
export class RequestKeyReused extends coded("REQUEST_KEY_REUSED")<Fields<"REQUEST_KEY_REUSED">> {}
/** 409. Law: X3. */
export class RunEnded extends coded("RUN_ENDED")<Fields<"RUN_ENDED">> {}
/** 409. Laws: H2, H3. */
export class ReviewTaken extends coded("REVIEW_TAKEN")<Fields<"REVIEW_TAKEN">> {}
/** 409. Law: T25. */
export class SpanTaken extends coded("SPAN_TAKEN")<Fields<"SPAN_TAKEN">> {}
/** 413. */
export class PayloadTooLarge extends coded("PAYLOAD_TOO_LARGE")<Fields<"PAYLOAD_TOO_LARGE">> {}
/** 422. Law: R5. */
export class ReferenceNotFound extends coded("REFERENCE_NOT_FOUND")<Fields<"REFERENCE_NOT_FOUND">> {}
/** 422. */
export class InvalidReference extends coded("INVALID_REFERENCE")<Fields<"INVALID_REFERENCE">> {}
/** 422. Law: T19. */
export class TraceDeleted extends coded("TRACE_DELETED")<Fields<"TRACE_DELETED">> {}
/** 422. */
export class MissingVariable extends coded("MISSING_VARIABLE")<Fields<"MISSING_VARIABLE">> {}
/** 422. Law: U1. */
export class Unpriced extends coded("UNPRICED")<Fields<"UNPRICED">> {}
/** 422. */
export class InvalidView extends coded("INVALID_VIEW")<Fields<"INVALID_VIEW">> {}
/** 422. */
export class UnsupportedTarget extends coded("UNSUPPORTED_TARGET")<Fields<"UNSUPPORTED_TARGET">> {}
/** 422. */
export class TooManyRows extends coded("TOO_MANY_ROWS")<Fields<"TOO_MANY_ROWS">> {}
/** 422. Law: G1. */
export class EgressRefused extends coded("EGRESS_REFUSED")<Fields<"EGRESS_REFUSED">> {}
/** 422. Law: D1. */
export class ItemInvalid extends coded("ITEM_INVALID")<Fields<"ITEM_INVALID">> {}
/** The files of an import have errors. Nothing was written. Law: I1. */
export class ImportRefused extends coded("IMPORT_REFUSED")<Fields<"IMPORT_REFUSED">> {}
/** 429, with `Retry-After`. */
export class RateLimited extends coded("RATE_LIMITED")<Fields<"RATE_LIMITED"> & WithRetryAfter> {}
/** 500: nothing of the inside shows. Law: E1. */
export class InternalError extends coded("INTERNAL_ERROR")<Fields<"INTERNAL_ERROR">> {}
/** 503, with `Retry-After`: the database is away, or the server is too busy. */
export class Unavailable extends coded("UNAVAILABLE")<Fields<"UNAVAILABLE"> & WithRetryAfter> {}
/** 504: the deadline passed; a write may have happened. */
export class Timeout extends coded("TIMEOUT")<Fields<"TIMEOUT">> {}

/** Any agent error. Its `_tag` is its code. */
export type AgentError =
  | ValidationError
  | Unauthenticated
  | UsageLimitReached
  | MissingScope
  | ProjectAccessDenied
  | HumanRequired
  | AdminRequired
  | LabelProtected
  | NotFound
  | Conflict
  | NameTaken
  | StillReferenced
  | RequestKeyReused
  | RunEnded
  | ReviewTaken
  | SpanTaken
  | PayloadTooLarge
  | ReferenceNotFound
  | InvalidReference
  | TraceDeleted
  | MissingVariable
  | Unpriced
  | InvalidView
  | UnsupportedTarget
  | TooManyRows
  | EgressRefused
  | ItemInvalid
  | ImportRefused
  | RateLimited
  | InternalError
  | Unavailable
  | Timeout

/** The agent error of one code. */
export type ErrorOf<C extends Code> = Extract<AgentError, { readonly _tag: C }>
