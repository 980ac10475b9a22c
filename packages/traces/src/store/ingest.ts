import { groupRequests, retryDeadlocks, sqlState } from "@agent-operations/database"
import { inTurns } from "@agent-operations/operations"
import { Clock, Effect, Exit } from "effect"
import { type SqlClient, SqlError } from "effect/sql"
import type { Span } from "../span.ts"
import { orderKey } from "../trace-head.ts"
import { winners } from "../winners.ts"
import type { HeadWrite } from "./head-columns.ts"
import { headSpanTexts, headWrite, headWrites } from "./head-writes.ts"
import type { LockedHead, makeHeads } from "./heads.ts"
import { nanosOfMillis } from "../time.ts"
import { bucketOf, type Recorder, type Space } from "./keys.ts"
import type { SpanStorage, Summary, TraceSpans } from "./SpanStorage.ts"

/** A span that was not kept, and why. Law: T11. */
export interface Refused {
  readonly traceId: string
  readonly spanId: string
  readonly reason: "TRACE_DELETED" | "TRACE_FULL" | "SPAN_TAKEN"
}

/** Undoes a transaction of which a span is refused. */
class NotWhole {
  readonly refused: ReadonlyArray<Refused>
  constructor(refused: ReadonlyArray<Refused>) {
    this.refused = refused
  }
}

/** By trace, the buckets that are not those of what was sent. */
type Elsewhere = ReadonlyMap<string, string>

/** Undoes a transaction that found spans to be of buckets without room, which is not made while it holds locks. */
class NoRoom {
  readonly elsewhere: Elsewhere
  constructor(elsewhere: Elsewhere) {
    this.elsewhere = elsewhere
  }
}

/** What room there is for a transaction. */
interface Room {
  /** Of which traces there is room elsewhere, too. */
  readonly elsewhere: Elsewhere
  /** Whether it was made anew, since what was made before is gone. */
  readonly anew: boolean
}

/** What a request of some project sent. */
interface Request {
  readonly space: Space
  readonly by: Recorder
  readonly spans: ReadonlyArray<Span>
}

export interface IngestOptions {
  readonly heads: ReturnType<typeof makeHeads>
  readonly storage: SpanStorage
  /** How many spans a trace may have. */
  readonly spansOfTrace: number
}

/** What was made of a request before its transaction, which may begin again: what is sent of each trace, and its head. */
interface Prepared {
  readonly sent: ReadonlyArray<TraceSpans>
  readonly heads: ReadonlyMap<string, HeadWrite>
}

/** A request of more spans than this gains nothing by sharing a transaction. */
const smallRequest = 64

/** How many spans share a transaction, at most. */
const mostShared = 512

/** The least start of some spans. */
const firstStart = (spans: ReadonlyArray<Span>): bigint =>
  spans.reduce((least, { sent: { startNano } }) => (startNano < least ? startNano : least), spans[0]!.sent.startNano)

/**
 * What is sent of each trace, each span once, and the bucket of those that are new: no earlier than this week, which is kept
 * until the retention has passed since they came, whatever starts others report of them. Law: T20.
 */
const sentOf = (spans: ReadonlyArray<Span>, now: bigint): ReadonlyArray<TraceSpans> =>
  [...Map.groupBy(spans, ({ sent }) => sent.traceId)].map(([traceId, versions]) => {
    const spans = winners(versions)
    const start = firstStart(spans)
    return { traceId, spans, bucket: bucketOf(start > now ? start : now) }
  })

const refuse = (spans: ReadonlyArray<Span>, reason: Refused["reason"]): ReadonlyArray<Refused> =>
  spans.map(({ sent: { traceId, spanId } }) => ({ traceId, spanId, reason }))

/** Whether the database refused, and nothing was written: not where that is unknown, nor where it is away. */
const isRejected = (error: SqlError.SqlError): boolean => ["22", "23"].includes(sqlState(error)?.slice(0, 2) ?? "")

/** Whether spans had nowhere to go: another process dropped the partition that this one had made. */
const hadNoPartition = (error: unknown): boolean => SqlError.isSqlError(error) && sqlState(error) === "23514"

/** How many bytes of head spans that were read are held at once, but for the last of them. */
const bytesOfHeadSpans = 4 * 1024 * 1024

/** The digits of a span ID, with which an order key ends. */
const spanIdLength = 16

/** What `prepare` makes room for. */
const startsOf = (bucket: string, spans: ReadonlyArray<Span>) =>
  spans.map(({ sent: { startNano } }) => ({ bucket, startNano }))

/**
 * Takes spans in. A request is one transaction for each project: the heads that are missing are inserted and all are locked,
 * in one order; the spans that are new are inserted, and what they add is added to their heads; where a span was there
 * before, the version of the greater rank stays, of whoever may replace it, and the head is made anew of the facts. So order,
 * repetition and racing of requests change nothing, and what was acknowledged was committed. Laws: T1 to T7, T11, T19, T25.
 */
export const makeIngest = (sql: SqlClient.SqlClient, { heads, storage, spansOfTrace }: IngestOptions) => {
  /** What a trace that is nearly full takes: spans that it has, and the first of the others. */
  const fitting = Effect.fnUntraced(function* (space: Space, trace: TraceSpans, spanCount: number) {
    const { spans } = trace
    const ids = spans.map(({ sent }) => sent.spanId)
    const known = yield* storage.known(space, trace, ids)
    const fresh = spans
      .filter(({ sent }) => !known.has(sent.spanId))
      .toSorted((a, b) => (orderKey(a) < orderKey(b) ? -1 : 1))
    const kept = new Set(fresh.slice(0, Math.max(0, spansOfTrace - spanCount)))
    const over = new Set(fresh.filter((span) => !kept.has(span)))
    return { kept: spans.filter((span) => !over.has(span)), refused: refuse([...over], "TRACE_FULL") }
  })

  const rebuild = Effect.fnUntraced(function* (
    space: Space,
    traces: ReadonlyArray<TraceSpans>,
    before: ReadonlyMap<string, LockedHead>
  ) {
    const sent = new Map(traces.map((trace) => [trace.traceId, trace]))
    const headId = ({ summary }: Summary) => summary.headKey.slice(-spanIdLength)
    // Its head span is the one that it was, of which nothing was sent.
    const isAsItWas = (one: Summary) =>
      before.get(one.traceId)?.headKey === one.summary.headKey &&
      sent.get(one.traceId)!.spans.every((span) => span.sent.spanId !== headId(one))
    const summaries = yield* storage.summarize(space, traces)
    const same = summaries.filter(isAsItWas)
    if (same.length > 0) yield* heads.resum(space, same)
    let [part, bytes]: [Array<HeadWrite>, number] = [[], 0]
    for (const one of summaries) {
      if (isAsItWas(one)) continue
      const span = yield* storage.read(space, sent.get(one.traceId)!, headId(one))
      part.push({ ...one, headSpan: yield* inTurns(headSpanTexts(span)) })
      bytes += span.body.length
      if (bytes < bytesOfHeadSpans) continue
      yield* heads.replace(space, part)
      ;[part, bytes] = [[], 0]
    }
    if (part.length > 0) yield* heads.replace(space, part)
  })

  const write = Effect.fnUntraced(function* (space: Space, by: Recorder, { sent, heads: made }: Prepared, room: Room) {
    const writes = new Map(made)
    const guessed = new Map(sent.map(({ traceId, bucket }) => [traceId, bucket]))
    const created = yield* heads.claim(
      space,
      sent.map(({ traceId, bucket }) => ({ ...made.get(traceId)!, bucket }))
    )
    const older = sent.filter(({ traceId }) => !created.has(traceId)).map(({ traceId }) => traceId)
    const found = older.length === 0 ? new Map<string, LockedHead>() : yield* heads.read(space, older)

    const refused: Array<Refused> = []
    const taken: Array<TraceSpans> = []
    for (const { traceId, spans, bucket: own } of sent) {
      const { bucket, deleted, spanCount } = found.get(traceId) ?? { bucket: own, deleted: false, spanCount: 0 }
      const trace = { traceId, spans, bucket }
      if (deleted) refused.push(...refuse(spans, "TRACE_DELETED"))
      else if (spanCount + spans.length <= spansOfTrace) taken.push(trace)
      else {
        const { kept, refused: over } = yield* fitting(space, trace, spanCount)
        refused.push(...over)
        if (kept.length === 0) continue
        taken.push({ ...trace, spans: kept })
        writes.set(traceId, yield* inTurns(headWrite({ traceId, spans: kept }, made.get(traceId))))
        if (created.has(traceId)) yield* heads.replace(space, [writes.get(traceId)!])
      }
    }
    if (taken.length === 0) return refused
    const elsewhere = taken.filter(
      ({ traceId, bucket, spans }) =>
        bucket !== guessed.get(traceId) &&
        bucket !== room.elsewhere.get(traceId) &&
        (room.anew || !storage.hasRoom(startsOf(bucket, spans)))
    )
    if (elsewhere.length > 0)
      return yield* Effect.fail(new NoRoom(new Map(elsewhere.map(({ traceId, bucket }) => [traceId, bucket]))))

    const inserted = yield* storage.insert(space, taken, by)
    const whole = ({ traceId, spans }: TraceSpans) => inserted.get(traceId) === spans.length
    const grown = taken.filter((trace) => whole(trace) && !created.has(trace.traceId))
    if (grown.length > 0)
      yield* heads.grow(
        space,
        grown.map(({ traceId }) => writes.get(traceId)!)
      )

    const met = taken.filter((trace) => !whole(trace))
    if (met.length === 0) return refused
    const replaced = yield* storage.replace(space, met, by)
    refused.push(...replaced.taken.map((span) => ({ ...span, reason: "SPAN_TAKEN" as const })))
    const changed = met.filter(
      ({ traceId }) => replaced.traces.has(traceId) || inserted.has(traceId) || created.has(traceId)
    )
    if (changed.length > 0) yield* rebuild(space, changed, found)
    return refused
  })

  /** Carries a transaction out where there is room for its spans, which is made elsewhere too, and anew where it was gone. */
  const withRoom = <A, E>(
    spans: ReadonlyArray<Span>,
    carryOut: (prepared: Prepared, room: Room) => Effect.Effect<A, E | NoRoom | SqlError.SqlError>
  ): Effect.Effect<A, E | SqlError.SqlError> => {
    const attempt = (
      prepared: Prepared,
      anew: boolean,
      elsewhere: Elsewhere = new Map()
    ): Effect.Effect<A, E | SqlError.SqlError> => {
      const starts = prepared.sent.flatMap(({ traceId, bucket, spans }) => [
        ...startsOf(bucket, spans),
        ...(elsewhere.has(traceId) ? startsOf(elsewhere.get(traceId)!, spans) : [])
      ])
      const carriedOut = retryDeadlocks(
        sql.withTransaction(Effect.suspend(() => carryOut(prepared, { elsewhere, anew })))
      )
      return Effect.andThen(
        storage.prepare(starts, { anew }),
        carriedOut.pipe(
          Effect.catch((error) =>
            error instanceof NoRoom
              ? attempt(prepared, anew, new Map([...elsewhere, ...error.elsewhere]))
              : Effect.fail(error)
          )
        )
      )
    }
    return Effect.flatMap(Clock.currentTimeMillis, (millis) => {
      const sent = sentOf(spans, nanosOfMillis(millis))
      return Effect.flatMap(Effect.andThen(storage.pack(sent), inTurns(headWrites(sent))), (heads) => {
        const prepared = { sent, heads }
        return Effect.catchIf(attempt(prepared, false), hadNoPartition, () => attempt(prepared, true))
      })
    })
  }

  const store = ({ space, by, spans }: Request) =>
    withRoom<ReadonlyArray<Refused>, never>(spans, (prepared, room) => write(space, by, prepared, room))

  const storeWhole = ({ space, by, spans }: Request) =>
    Effect.catchIf(
      withRoom<ReadonlyArray<Refused>, NotWhole>(spans, (prepared, room) =>
        Effect.flatMap(write(space, by, prepared, room), (refused) =>
          refused.length === 0 ? Effect.succeed(refused) : Effect.fail(new NotWhole(refused))
        )
      ),
      (error) => error instanceof NotWhole,
      ({ refused }) => Effect.succeed(refused)
    )

  const share = groupRequests(sql, {
    group: ({ space, by }: Request) => `${space.tenant}\0${space.project}\0${by.id}\0${by.replaces}`,
    size: ({ spans }) => spans.length,
    most: mostShared,
    carryOut: (requests) => {
      const { space, by } = requests[0]!
      const shared = Effect.map(store({ space, by, spans: requests.flatMap(({ spans }) => spans) }), (refused) => {
        const over = new Map(refused.map((one) => [`${one.traceId} ${one.spanId}`, one]))
        return requests.map(({ spans }) =>
          spans.flatMap(({ sent }) => over.get(`${sent.traceId} ${sent.spanId}`) ?? [])
        )
      })
      // What the database refuses of one request is not to cost the others.
      const alone = Effect.forEach(requests, (request) => Effect.exit(store(request)))
      const answers = Effect.map(shared, (all) => all.map((refused) => Exit.succeed(refused)))
      return requests.length === 1 ? answers : Effect.catchIf(answers, isRejected, () => alone)
    }
  })

  return {
    /** Takes in the spans of a request, and tells which it did not keep. */
    record: (
      space: Space,
      spans: ReadonlyArray<Span>,
      by: Recorder
    ): Effect.Effect<ReadonlyArray<Refused>, SqlError.SqlError> => {
      if (spans.length === 0) return Effect.succeed([])
      if (spans.length > smallRequest) return store({ space, by, spans })
      return Effect.flatten(share({ space, by, spans }))
    },
    /** Takes all of them in, or none where it tells which it would not keep. */
    recordWhole: (space: Space, spans: ReadonlyArray<Span>, by: Recorder) => storeWhole({ space, by, spans })
  }
}
