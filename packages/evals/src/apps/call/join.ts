import { Effect } from "effect"
import { CallFailure, invalidOutput } from "./failure.ts"
import { at, readJson } from "./read-json.ts"
import { maxOutputBytes } from "./result.ts"
import { type EventReader, linesOf, ndjsonReader, sseReader, type StreamEvent } from "./stream-events.ts"

/** An answer before it is an output. */
export interface Answered {
  readonly output: unknown
  readonly usage: unknown
}

/** What ends a stream without being part of it, by the custom of model providers. */
const done = "[DONE]"

/** How many lines a stream has at most, those included that are no event: a hundred thousand events have twice as many. */
const maxLines = 400_000

/** How large one event is at most, in UTF-16 code units: an output and what is around it. */
const maxEvent = maxOutputBytes + 256 * 1024

/** How many lines are read before other work has its turn. */
const linesAtOnce = 500

const tooLarge = (message: string) => new CallFailure({ errorCode: "OUTPUT_TOO_LARGE", message })

/** Has each event of a stream taken in, until one is the last. Other work has its turns, and can interrupt it. */
const eachEvent = Effect.fnUntraced(function* (
  text: string,
  read: EventReader,
  take: (event: StreamEvent) => Effect.Effect<"more" | "last", CallFailure>
) {
  let count = 0
  for (const line of linesOf(text)) {
    if (++count > maxLines) {
      return yield* tooLarge(`Its answer has more than ${maxLines} lines: send more in each event.`)
    }
    if (count % linesAtOnce === 0) yield* Effect.yieldNow
    const event = read(line)
    if (event === undefined) continue
    if (event.data.length > maxEvent) {
      return yield* tooLarge(`An event of its answer has more than ${maxEvent} characters.`)
    }
    if ((yield* take(event)) === "last") return
  }
})

/**
 * One answer from the events of a stream: texts at the pointer are joined; of other values the last is it. Events with
 * nothing there are passed over, and the last usage counts.
 */
const joined = Effect.fnUntraced(function* (text: string, read: EventReader, outputPointer: string) {
  let texts: string | undefined
  let last: unknown
  let usage: unknown
  yield* eachEvent(text, read, ({ type, data }) => {
    if (data === done) return Effect.succeed("last")
    if (type === "error") {
      return Effect.fail(new CallFailure({ errorCode: "APP_ERROR", message: `It sends an error: ${data}` }))
    }
    return Effect.map(readJson(data, "An event of its answer"), (json) => {
      const value = at(json, outputPointer)
      if (typeof value === "string") texts = (texts ?? "") + value
      else if (value !== undefined) last = value
      usage = at(json, "/usage") ?? usage
      return "more"
    })
  })
  // Providers send null beside texts: it is the output where nothing else is.
  return { output: last ?? texts ?? last, usage }
})

/** How an answer is read. */
export interface AnswerFormat {
  readonly streaming: "none" | "sse" | "ndjson"
  readonly outputPointer: string
  /** How long it may take to join a stream, beside what it took to come. */
  readonly timeoutMs: number
}

const tookTooLong = new CallFailure({
  errorCode: "APP_TIMEOUT",
  message: "The events of its answer can't be read in time: send more in each event.",
  retryable: true
})

const readers = { sse: sseReader, ndjson: ndjsonReader }

/** The output and the usage in an answer. */
export const answeredIn = (
  text: string,
  { streaming, outputPointer, timeoutMs }: AnswerFormat
): Effect.Effect<Answered, CallFailure> =>
  Effect.gen(function* () {
    const answered =
      streaming === "none"
        ? yield* Effect.map(readJson(text), (json) => ({ output: at(json, outputPointer), usage: at(json, "/usage") }))
        : yield* Effect.timeoutOrElse(joined(text, readers[streaming](), outputPointer), {
            duration: timeoutMs,
            orElse: () => Effect.fail(tookTooLong)
          })
    if (answered.output === undefined) {
      return yield* invalidOutput(`Its answer has nothing at the JSON Pointer "${outputPointer}".`)
    }
    return answered
  })
