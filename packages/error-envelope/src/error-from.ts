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
  NOT_FOUND: Errors.NotFound,
  CONFLICT: Errors.Conflict,
  NAME_TAKEN: Errors.NameTaken,
  STILL_REFERENCED: Errors.StillReferenced,
  REQUEST_KEY_REUSED: Errors.RequestKeyReused,
  PAYLOAD_TOO_LARGE: Errors.PayloadTooLarge,
  REFERENCE_NOT_FOUND: Errors.ReferenceNotFound,
  INVALID_REFERENCE: Errors.InvalidReference,
  RATE_LIMITED: Errors.RateLimited,
  INTERNAL_ERROR: Errors.InternalError,
  UNAVAILABLE: Errors.Unavailable,
  TIMEOUT: Errors.Timeout
}

const isCode = (tag: unknown): tag is Code => typeof tag === "string" && Object.hasOwn(catalogue, tag)

/**
 * The agent error that something thrown is, or undefined. It is known by its code (`_tag`) and its shape, not by its
 * class: a host may have another copy of this package.
 *
 * @example
 * try { await lookUp() } catch (thrown) { return errorFrom(thrown) ?? new InternalError({ message: "It failed." }) }
 */
export const errorFrom = (thrown: unknown): Errors.AgentError | undefined => {
  if (!Predicate.hasProperty(thrown, "_tag") || !isCode(thrown._tag)) return undefined
  const { message, hint, details, cause, retryAfter } = thrown as Record<string, unknown>
  const { details: shape }: Row = catalogue[thrown._tag]
  if (typeof message !== "string" || (shape !== undefined && !Schema.is(shape)(details))) return undefined
  return new classes[thrown._tag]({
    message,
    retryAfter: typeof retryAfter === "number" && Number.isFinite(retryAfter) ? retryAfter : 1,
    ...(typeof hint === "string" ? { hint } : {}),
    ...(cause === undefined ? {} : { cause }),
    ...(shape === undefined ? {} : { details })
  } as never)
}
