import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { catalogue, type Code, type Row } from "./catalogue.ts"
import * as Errors from "./errors.ts"

const classes: { readonly [C in Code]: new (fields: never) => Errors.ErrorOf<C> } = {
  VALIDATION_ERROR: Errors.ValidationError,
  UNAUTHENTICATED: Errors.Unauthenticated,
  USAGE_LIMIT_REACHED: Errors.UsageLimitReached,
  MISSING_SCOPE: Errors.MissingScope,
  PROJECT_ACCESS_DENIED: Errors.ProjectAccessDenied,
  HUMAN_REQUIRED: Errors.HumanRequired,
  ADMIN_REQUIRED: Errors.AdminRequired,
  LABEL_PROTECTED: Errors.LabelProtected,
  NOT_FOUND: Errors.NotFound,
  CONFLICT: Errors.Conflict,
  NAME_TAKEN: Errors.NameTaken,
  STILL_REFERENCED: Errors.StillReferenced,
  REQUEST_KEY_REUSED: Errors.RequestKeyReused,
  RUN_ENDED: Errors.RunEnded,
  REVIEW_TAKEN: Errors.ReviewTaken,
  SPAN_TAKEN: Errors.SpanTaken,
  PAYLOAD_TOO_LARGE: Errors.PayloadTooLarge,
  REFERENCE_NOT_FOUND: Errors.ReferenceNotFound,
  INVALID_REFERENCE: Errors.InvalidReference,
  TRACE_DELETED: Errors.TraceDeleted,
  MISSING_VARIABLE: Errors.MissingVariable,
  UNPRICED: Errors.Unpriced,
  INVALID_VIEW: Errors.InvalidView,
  UNSUPPORTED_TARGET: Errors.UnsupportedTarget,
  TOO_MANY_ROWS: Errors.TooManyRows,
  EGRESS_REFUSED: Errors.EgressRefused,
  ITEM_INVALID: Errors.ItemInvalid,
  IMPORT_REFUSED: Errors.ImportRefused,
  RATE_LIMITED: Errors.RateLimited,
  INTERNAL_ERROR: Errors.InternalError,
  UNAVAILABLE: Errors.Unavailable,
  TIMEOUT: Errors.Timeout
}

const isCode = (tag: unknown): tag is Code => typeof tag === "string" && Object.hasOwn(catalogue, tag)

/** The code of something thrown that has the shape of an agent error, apart from when to come back. */
const codeOf = (thrown: unknown): Code | undefined => {
  if (!Predicate.hasProperty(thrown, "_tag") || !isCode(thrown._tag)) return undefined
  const { message, details } = thrown as Record<string, unknown>
  const { details: shape }: Row = catalogue[thrown._tag]
  return typeof message !== "string" || (shape !== undefined && !Schema.is(shape)(details)) ? undefined : thrown._tag
}

const isSeconds = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value)

/** Whether the error of a code says when to come back. */
const comesBack = (code: Code): boolean => code === "RATE_LIMITED" || code === "UNAVAILABLE"

/**
 * Whether something thrown is an agent error, or the one of a code, which tells the type of `details`. It is known by its
 * code (`_tag`) and its shape, not by its class: a host may have another copy of this package.
 *
 * @example
 * try { await kit.as(access).pageViews.update(input) } catch (error) {
 *   if (!isAgentError(error, "CONFLICT")) throw error
 *   if ("currentRevision" in error.details) retryAt(error.details.currentRevision)
 * }
 */
export const isAgentError = <C extends Code = Code>(thrown: unknown, code?: C): thrown is Errors.ErrorOf<C> => {
  const known = codeOf(thrown)
  if (known === undefined || (code !== undefined && known !== code)) return false
  return !comesBack(known) || isSeconds((thrown as Errors.Unavailable).retryAfter)
}

/**
 * The agent error that something thrown is, or undefined. It is known by its code (`_tag`) and its shape, not by its
 * class: a host may have another copy of this package.
 *
 * @example
 * try { await lookUp() } catch (thrown) { return errorFrom(thrown) ?? new InternalError({ message: "It failed." }) }
 */
export const errorFrom = (thrown: unknown): Errors.AgentError | undefined => {
  const code = codeOf(thrown)
  if (code === undefined) return undefined
  const { message, hint, details, cause, retryAfter } = thrown as Record<string, unknown>
  const { details: shape }: Row = catalogue[code]
  return new classes[code]({
    message,
    ...(comesBack(code) ? { retryAfter: isSeconds(retryAfter) ? retryAfter : 1 } : {}),
    ...(typeof hint === "string" ? { hint } : {}),
    ...(cause === undefined ? {} : { cause }),
    ...(shape === undefined ? {} : { details })
  } as never)
}
