import { Data } from "effect"

/** A command was called in a way that cannot be meant. `message` says why, `hint` what to write instead. */
export class UsageError extends Data.TaggedError("UsageError")<{ readonly message: string; readonly hint: string }> {}
