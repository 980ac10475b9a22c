import { Data } from "effect"

/**
 * The command line is invalid: `message` says why, `hint` what to write instead. The process ends with exit code 2.
 */
export class UsageError extends Data.TaggedError("UsageError")<{ readonly message: string; readonly hint: string }> {}
