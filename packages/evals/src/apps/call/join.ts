import { Effect } from "effect"
import { CallFailure, invalidOutput } from "./failure.ts"
import { at, readJson } from "./read-json.ts"
import { ndjsonEvents, sseEvents, type StreamEvent } from "./stream-events.ts"

/** An answer before it is an output. */
export interface Answered {
  readonly output: unknown
  readonly usage: unknown
}

/** What ends a stream without being part of it, by the custom of model providers. */
const done = "[DONE]"

/**
 * One answer from the events of a stream: texts at the pointer are joined; of other values the last is it. Events with
 * nothing there are passed over, and the last usage counts.
 */
const joined = Effect.fnUntraced(function* (events: ReadonlyArray<StreamEvent>, outputPointer: string) {
  let texts: string | undefined
  let last: unknown
  let usage: unknown
  for (const { type, data } of events) {
    if (data === done) break
    if (type === "error") {
      return yield* new CallFailure({ errorCode: "APP_ERROR", message: `It sends an error: ${data.slice(0, 1000)}` })
    }
    const json = yield* readJson(data, "An event of its answer")
    const value = at(json, outputPointer)
    if (typeof value === "string") texts = (texts ?? "") + value
    else if (value !== undefined) last = value
    usage = at(json, "/usage") ?? usage
  }
  return { output: last ?? texts, usage }
})

/** The output and the usage in an answer. */
export const answeredIn = (
  text: string,
  { streaming, outputPointer }: { readonly streaming: "none" | "sse" | "ndjson"; readonly outputPointer: string }
): Effect.Effect<Answered, CallFailure> =>
  Effect.gen(function* () {
    const answered =
      streaming === "none"
        ? yield* Effect.map(readJson(text), (json) => ({ output: at(json, outputPointer), usage: at(json, "/usage") }))
        : yield* joined(streaming === "sse" ? sseEvents(text) : ndjsonEvents(text), outputPointer)
    if (answered.output === undefined) {
      return yield* invalidOutput(`Its answer has nothing at the JSON Pointer "${outputPointer}".`)
    }
    return answered
  })
