import { Caller } from "@agent-operations/auth"
import { inTurns } from "@agent-operations/operations"
import { Context, Effect, Layer, Semaphore } from "effect"
import type { MakeSpanBySteps, ReadRequest } from "../otlp/read-request.ts"
import type { TimeRange } from "../otlp/read-span.ts"
import type { Rejection } from "../otlp/rejected.ts"
import { type Refused, TraceStore } from "../store/index.ts"
import { readHandlers } from "./read-handlers.ts"
import { countSpans } from "./span-counts.ts"
import { recorderOf, type Setting, settingOf, spaceOf, type TracesOptions } from "./setting.ts"
import { writeHandlers } from "./write-handlers.ts"

/** Reads a request by steps, given which times spans may have and what makes them. */
type Read = (times: TimeRange, make: MakeSpanBySteps) => Generator<void, ReadRequest>

const reasons: Record<Refused["reason"], string> = {
  TRACE_DELETED: "its trace was deleted",
  TRACE_FULL: "its trace has as many spans as it may",
  SPAN_TAKEN: "another key or person recorded it first"
}

const rejection = ({ spanId, reason }: Refused): Rejection => ({ spanId, reason: `${reasons[reason]} (${reason})` })

/**
 * The bytes of requests that are decoded and stored at once: what becomes of them takes five times as much. More at once is
 * not faster, and the others wait as they came.
 */
const decodedAtOnce = 8 * 1024 * 1024

const takeOtlp = ({ times, make }: Setting) =>
  Effect.gen(function* () {
    const store = yield* TraceStore
    const room = yield* Semaphore.make(decodedAtOnce)
    const take = Effect.fnUntraced(function* (read: Read) {
      const { spans, rejected } = yield* Effect.fromResult(yield* inTurns(read(yield* times, make)))
      const caller = yield* Caller
      const refused = yield* store.record(spaceOf(caller), spans, recorderOf(caller))
      yield* countSpans(spans.length - refused.length, rejected.length + refused.length)
      return [...rejected, ...refused.map(rejection)]
    })
    /** Takes what can be kept of a request of so many bytes, and tells the rest. Laws: T11, T23. */
    return (bytes: number, read: Read) => room.withPermits(Math.min(bytes, decodedAtOnce))(take(read))
  })

const make = (options: TracesOptions) => {
  const setting = settingOf(options)
  return Effect.gen(function* () {
    const { present, contents } = yield* TraceStore
    return {
      ...(yield* readHandlers(setting)),
      ...(yield* writeHandlers(setting)),
      takeOtlp: yield* takeOtlp(setting),
      /** Which of some traces a project has. */
      present,
      /** What some traces were given and answered, by ID. */
      contents
    }
  })
}

/** What operations and routes do. */
export class TraceHandlers extends Context.Service<TraceHandlers, Effect.Success<ReturnType<typeof make>>>()(
  "@agent-operations/traces/TraceHandlers"
) {
  static readonly layer = (options: TracesOptions) => Layer.effect(TraceHandlers, make(options))
}
