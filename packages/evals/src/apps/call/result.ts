/** Why a call failed. */
export type CallError =
  | "APP_ERROR"
  | "APP_TIMEOUT"
  | "APP_UNREACHABLE"
  | "OUTPUT_TOO_LARGE"
  | "OUTPUT_INVALID"
  | "EGRESS_REFUSED"
  | "PROMPT_INVALID"

/** What one call of an app came to. What is kept of it has no secret in it. Law: G2. */
export type CallResult =
  | {
      readonly _tag: "Output"
      /** JSON text, at most `maxOutputBytes` of UTF-8. */
      readonly output: string
      /** What was sent and answered beside it, as JSON text. */
      readonly exchange: string
      readonly httpStatus: number | null
      /** In micro-units: what the app reported, else what a call of it costs. */
      readonly spentMicros: bigint
    }
  | {
      readonly _tag: "Failed"
      readonly errorCode: CallError
      readonly message: string
      readonly exchange: string
      readonly httpStatus: number | null
      readonly retryable: boolean
      /** How long it asks to wait before the next attempt, at most a minute. */
      readonly retryAfterMs: number | null
      readonly spentMicros: bigint
      /** Whether nobody knows if it did the work. */
      readonly assumed: boolean
    }

/** How large an output may be, as JSON in UTF-8. */
export const maxOutputBytes = 3 * 1024 * 1024

/** How much of a message is kept, in bytes of UTF-8: an app can send one of any size. */
export const keptMessage = 1024
