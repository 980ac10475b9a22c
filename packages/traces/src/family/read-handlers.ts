import { Caller } from "@agent-operations/auth"
import type { Family, Operation } from "@agent-operations/contract"
import type { traces } from "@agent-operations/contract/traces"
import { NotFound, PayloadTooLarge } from "@agent-operations/error-envelope"
import {
  arrayParts,
  Cursors,
  EncodedJson,
  inTurns,
  makeWalk,
  maxPageBytes,
  maxResponseBytes
} from "@agent-operations/operations"
import { Effect } from "effect"
import { parseSpanId, parseTraceId } from "../identifiers.ts"
import { longestAtOnce } from "../json.ts"
import { spanAnswerBySteps, spanFactsAnswer } from "../span-answer.ts"
import { type NamedScores, type ReadSpan, type Score, type ScoredTrace, type Size, TraceStore } from "../store/index.ts"
import { dayNanos, latestNano, nanosOfMillis, parseTime } from "../time.ts"
import { idKey, spanKey, traceKey } from "./cursor-keys.ts"
import { fittingItems } from "./fitting-items.ts"
import { scoreText } from "./score-answer.ts"
import { type Setting, spaceOf } from "./setting.ts"

type Input<Id extends string> = Operation.Input<Family.OperationById<typeof traces, Id>>
type Result<Id extends string> = Operation.Result<Family.OperationById<typeof traces, Id>>

/** How far back a search looks unless it is told. */
const searchedNanos = 7n * dayNanos

/** How many spans a whole trace is answered with. */
const wholeSpans = 5000

/**
 * What the store says of sizes is no less than they are, and at most some two and a half times as much: what is beyond
 * three times the limit is not read, and the rest is measured. Law: T12.
 */
const worthReading = 3 * maxResponseBytes

const noTrace = (id: string) => new NotFound({ message: `There is no trace ${id} in the project.` })

const tooLarge = ({ bytes, spans, scores }: Size) =>
  new PayloadTooLarge({
    message: `The trace has ${spans} spans and ${scores} scores, of ${bytes} bytes: too much for one answer.`,
    hint: "Read it in pages with list_trace_spans and list_trace_scores.",
    details: { limitBytes: maxResponseBytes, bytes, spans, scores }
  })

/** The nanoseconds of a time that starts are compared with: all starts that are stored lie between 1970 and 2262. */
const boundOf = (time: string | undefined): bigint | undefined => {
  if (time === undefined) return undefined
  const nanos = parseTime(time)!
  return nanos < 0n ? 0n : nanos < latestNano ? nanos : latestNano
}

const noScores: NamedScores = {}

const noSpanScores: ReadonlyMap<string, NamedScores> = new Map()

/** What takes the place of a trace's scores where they are not to be seen. Law: H4. */
const unscored = (trace: ScoredTrace) => ({
  trace: { ...trace, scores: noScores },
  spanScores: noSpanScores,
  scores: [] as ReadonlyArray<Score>
})

function* spanText({ body, ...facts }: ReadSpan, scores: NamedScores = noScores): Generator<void, string> {
  if (body === null) return JSON.stringify(spanFactsAnswer(facts, scores))
  const answer = yield* spanAnswerBySteps({ ...facts, body }, scores)
  if (body.length > longestAtOnce) yield
  return JSON.stringify(answer)
}

/** Writes some spans, each when it is asked for. */
const spanTexts = (spans: ReadonlyArray<ReadSpan>, scores: ReadonlyMap<string, NamedScores>) =>
  spans.map((span) => () => spanText(span, scores.get(span.sent.spanId)))

/** Writes some scores, each when it is asked for. */
const scoreTexts = (scores: ReadonlyArray<Score>) => scores.map((score) => () => scoreText(score))

/** What handlers that read traces do. */
export const readHandlers = ({ answer, times }: Setting) =>
  Effect.gen(function* () {
    const store = yield* TraceStore
    const cursors = yield* Cursors
    const tracePaging = makeWalk(cursors, traceKey, "list_traces")
    const spanPaging = makeWalk(cursors, spanKey, "list_trace_spans")
    const scorePaging = makeWalk(cursors, idKey, "list_trace_scores")

    const list = Effect.fnUntraced(function* (input: Input<"list_traces">) {
      const caller = yield* Caller
      const { limit = 50, cursor, search = "", includeTotal } = input
      const { filters = [] } = input
      const { after, next } = yield* tracePaging(cursor, [
        ...[input.from ?? "", input.to ?? "", search],
        // None are none, however they are said.
        ...(filters.length === 0 ? [] : [JSON.stringify(filters)])
      ])
      const from = boundOf(input.from)
      const recent =
        from === undefined && search !== "" ? nanosOfMillis((yield* times).now.getTime()) - searchedNanos : from
      const page = yield* store.list(spaceOf(caller), {
        limit,
        maxBytes: maxPageBytes,
        after,
        from: recent,
        to: boundOf(input.to),
        filters,
        search,
        includeTotal
      })
      const items = page.items.map(
        (trace) => () => JSON.stringify({ ...answer(trace, caller.projectId), truncated: trace.truncated })
      )
      const texts = yield* inTurns(fittingItems(items, maxPageBytes))
      const last = page.items[texts.length - 1]
      const more =
        texts.length < page.items.length && last !== undefined
          ? { startNano: last.summary.startNano, traceId: last.traceId }
          : page.next
      return EncodedJson.page<Result<"list_traces">>(texts, { nextCursor: next(more), total: page.total })
    })

    /** A whole trace, with its scores or as it was before anything scored it. */
    const whole = Effect.fnUntraced(function* (input: Input<"get_trace">, withScores: boolean) {
      const caller = yield* Caller
      const id = parseTraceId(input.id)!
      const found = yield* store.evidence(spaceOf(caller), id, { bytes: worthReading, spans: wholeSpans })
      if (found._tag === "NotFound") return yield* noTrace(id)
      if (found._tag === "TooLarge") return yield* tooLarge(found)
      const { trace: head, spanScores, scores: all } = withScores ? found : { ...found, ...unscored(found.trace) }
      const parts = [
        () => JSON.stringify(answer(head, caller.projectId)),
        ...spanTexts(found.spans, spanScores),
        ...scoreTexts(all)
      ]
      const texts = yield* inTurns(fittingItems(parts, maxPageBytes))
      if (texts.length < parts.length) return yield* tooLarge(found.size)
      const [trace = "", ...items] = texts
      const [spans, scores] = [items.slice(0, found.spans.length), items.slice(found.spans.length)]
      return new EncodedJson<Result<"get_trace">>([
        ...['{"trace":', trace, ',"spans":', ...arrayParts(spans), ',"scores":', ...arrayParts(scores), "}"]
      ])
    })

    const get = (input: Input<"get_trace">) => whole(input, true)

    const spans = Effect.fnUntraced(function* (input: Input<"list_trace_spans">) {
      const space = spaceOf(yield* Caller)
      const traceId = parseTraceId(input.traceId)!
      const { limit = 200, cursor, fields = "all" } = input
      const parentId = input.parentId == null ? input.parentId : parseSpanId(input.parentId)
      const ids = input.ids?.map((id) => parseSpanId(id)!)
      const { after, next } = yield* spanPaging(cursor, [
        traceId,
        parentId === null ? "roots" : (parentId ?? ""),
        ids?.join() ?? ""
      ])
      const page = yield* store.spans(space, traceId, {
        limit,
        maxBytes: maxPageBytes,
        after,
        ids,
        parentId,
        bodies: fields === "all"
      })
      if (page === undefined) return yield* noTrace(traceId)
      const { scores, count } = yield* store.spanScores(
        space,
        traceId,
        page.items.map(({ sent }) => sent.spanId),
        maxPageBytes
      )
      const texts = yield* inTurns(fittingItems(spanTexts(page.items.slice(0, count), scores), maxPageBytes))
      const last = page.items[texts.length - 1]?.sent
      const more =
        texts.length < page.items.length && last !== undefined
          ? { startNano: last.startNano, spanId: last.spanId }
          : page.next
      return EncodedJson.page<Result<"list_trace_spans">>(texts, { nextCursor: next(more) })
    })

    const scores = Effect.fnUntraced(function* (input: Input<"list_trace_scores">) {
      const space = spaceOf(yield* Caller)
      const traceId = parseTraceId(input.traceId)!
      const spanId = input.spanId === undefined ? undefined : parseSpanId(input.spanId)
      const { after, next } = yield* scorePaging(input.cursor, [traceId, spanId ?? ""])
      if (!(yield* store.present(space, [traceId])).has(traceId)) return yield* noTrace(traceId)
      const page = yield* store.scores(space, traceId, {
        limit: input.limit ?? 50,
        maxBytes: maxPageBytes,
        spanId,
        after
      })
      // The store has left out what does not fit.
      const texts = yield* inTurns(fittingItems(scoreTexts(page.items), Number.MAX_SAFE_INTEGER))
      return EncodedJson.page<Result<"list_trace_scores">>(texts, { nextCursor: next(page.next) })
    })

    /** What `get` does, of a trace as it was before anything scored it. Law: H4. */
    const getUnscored = (input: Input<"get_trace">) => whole(input, false)

    return { list, get, getUnscored, spans, scores }
  })
