import { Data } from "effect"

/** The server cannot start. `message` says why in one line, `hint` what to do. */
export class StartError extends Data.TaggedError("StartError")<{ readonly message: string; readonly hint: string }> {}
