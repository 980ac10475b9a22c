import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { typeId } from "../../definition/primitives.ts"
import { shortText } from "../short-text.ts"

/** How a run goes on. The last three are its ends, which never change. */
export const runStatuses = ["queued", "running", "paused", "cancelling", "cancelled", "completed", "failed"] as const

/** Why a run is paused or failed. */
export const runReasons = ["budget", "app_unavailable", "stop_after", "pin_unreadable"] as const

/** How a target goes on. The last three are its ends, which never change. Law: X3. */
export const targetStatuses = ["queued", "invoking", "scoring", "succeeded", "failed", "cancelled"] as const

/** Why a target, or an attempt at one, failed. */
export const targetErrorCodes = [
  "APP_ERROR",
  "APP_TIMEOUT",
  "APP_UNREACHABLE",
  "OUTPUT_TOO_LARGE",
  "OUTPUT_INVALID",
  "EGRESS_REFUSED",
  "OUTCOME_UNKNOWN",
  "PROMPT_INVALID"
] as const

export const RunId = typeId("evr")
export const TargetId = typeId("evt")
export const ScorerId = typeId("sc")

export const RunStatus = Schema.Literals(runStatuses)
export const TargetStatus = Schema.Literals(targetStatuses)
export const TargetErrorCode = Schema.Literals(targetErrorCodes)

/** An amount of money, which is never a fraction. */
export const Micros = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }))

/** The key of a request that starts work. Law: X1. */
export const RequestKey = shortText(200).annotate({
  identifier: "RequestKey",
  description:
    "Your own key for the request, 1 to 200 characters, unique in the project for ever. The same key with the same " +
    "input returns what it created."
})

/** A member that may be left out, which then is null. */
export const orNull = <S extends Schema.Constraint>(schema: S, description: string) =>
  Schema.NullOr(schema)
    .annotate({ description })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(null)))

/** `below` tells nothing without a scorer. */
export const belowNeedsScorer = Schema.makeFilter(
  ({ below, scorer }: { readonly below?: number | null; readonly scorer?: string | null }) =>
    below === undefined || below === null || (scorer !== undefined && scorer !== null),
  { expected: "scorer beside below" }
)

export const exampleRunId = "evr_01k9x3m2h8e7v9q4t6w5z0r1ca"
export const exampleTargetId = "evt_01k9x3m2h8e7v9q4t6w5z0r1ca"
export const exampleScorerId = "sc_01k9x3m2h8e7v9q4t6w5z0r1ca"
