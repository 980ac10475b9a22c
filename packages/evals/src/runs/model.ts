/** A project of a tenant: where runs live. Law: A3. */
export interface Space {
  /** The key that every table is distributed by; an organization's ID in Agent Operations. */
  readonly tenant: string
  readonly project: string
}

/** As what a run is told of where it needs a definition. */
export const runKind = "eval_run"

export type RunStatus = "queued" | "running" | "paused" | "cancelling" | "cancelled" | "completed" | "failed"

/** Why a run is paused or failed. */
export type RunReason = "budget" | "app_unavailable" | "stop_after" | "pin_unreadable"

export type TargetStatus = "queued" | "invoking" | "scoring" | "succeeded" | "failed" | "cancelled"

/** How many targets of a run are in each state; they sum to its total. Law: X2. */
export interface Counts extends Readonly<Record<TargetStatus, number>> {
  readonly total: number
  readonly carried: number
}

/** What calls share a limit: those of one app, in one project. */
export interface Lane {
  readonly key: string
  /** How many of its calls may be in flight, over all processes. Law: X7. */
  readonly maxConcurrency: number
  /** How many of its calls may begin within a minute of the clock, over all processes. Default: any number. */
  readonly ratePerMinute?: number | null
}

/** A case of a run: one item at the revision that the run pinned, once per repetition. */
export interface Case {
  readonly itemId: string
  readonly itemFromVersion: number
}

/** Why an attempt or a target failed. */
export type ErrorCode =
  | "APP_ERROR"
  | "APP_TIMEOUT"
  | "APP_UNREACHABLE"
  | "OUTPUT_TOO_LARGE"
  | "OUTPUT_INVALID"
  | "EGRESS_REFUSED"
  | "OUTCOME_UNKNOWN"
  | "PROMPT_INVALID"

/** One try to work on a target, as it is kept. Times are milliseconds since 1970. */
export interface Attempt {
  readonly number: number
  readonly startedAt: number
  readonly endedAt: number
  readonly outcome: "succeeded" | "failed" | "lost" | "released" | "cancelled"
  readonly errorCode: ErrorCode | null
  readonly message: string | null
  readonly httpStatus: number | null
  readonly retryAfterMs: number | null
  /** What it was charged, in micro-units. */
  readonly spentMicros: number
  /** Whether that is its whole hold, since nobody knows what it used. */
  readonly assumed: boolean
}

/** What one scorer made of one target. */
export interface ScoreRecord {
  readonly alias: string
  readonly status: "scored" | "unscored" | "failed"
  readonly value: number | null
  readonly label: string | null
  readonly passed: boolean | null
  /** Explanation, metadata, logs, a judge's request and answer: an object as JSON text. */
  readonly detail: string
  readonly spentMicros: number
}
