import { expect, expectSame } from "../../Broken.ts"
import type { Client } from "../../client.ts"
import { expectCode } from "../../client.ts"
import { exportRequest } from "../../otlp/message.ts"
import { follow } from "../fixtures.ts"
import { ofTraces, type OfTraces, type ScoreItem, type SpanItem, spanIdOf, versionOf } from "./of-traces.ts"
import { otlpSpan } from "./versions.ts"

const MiB = 1024 * 1024
const limitBytes = 8 * MiB

/** What a trace counts, as far as a 413 says it. */
interface Told {
  readonly limitBytes: number
  readonly bytes: number
  readonly spans: number
  readonly scores: number
}

/** The items of a list to its end, each page of which is under the limit. */
const itemsOf = async <A>(client: Client, operation: string, input: object): Promise<ReadonlyArray<A>> => {
  const seen: Array<A> = []
  await follow<string>("T12", async (cursor) => {
    const { status, text, data } = await client.call(operation, cursor === undefined ? input : { ...input, cursor })
    expect("T12", status === 200, `${operation} was answered ${status} ${text.slice(0, 300)}`)
    expect("T9", Buffer.byteLength(text) <= limitBytes, `a page of ${operation} has ${Buffer.byteLength(text)} bytes`)
    const { items, nextCursor } = data as { readonly items: ReadonlyArray<A>; readonly nextCursor: string | null }
    expect("T12", items.length > 0 || nextCursor === null, `${operation} gave an empty page that is not the last`)
    seen.push(...items)
    return nextCursor
  })
  return seen
}

/** Fails unless a trace is refused, and going on yields exactly what it counts. */
const expectTheWayOn = async (
  { client, listed }: Pick<OfTraces, "listed"> & { readonly client: Client },
  id: string,
  spanIds: ReadonlyArray<string>,
  scoreIds: ReadonlyArray<string>
) => {
  const answer = await client.call("get_trace", { id })
  expectCode("T12", answer, "PAYLOAD_TOO_LARGE", "a trace that is too large")
  const told = answer.error!.details as Partial<Told>
  const counts = { limitBytes, spans: spanIds.length, scores: scoreIds.length }
  expectSame("T12", { limitBytes: told.limitBytes, spans: told.spans, scores: told.scores }, counts, "the details")
  const { hint } = answer.error!
  for (const operation of ["list_trace_spans", "list_trace_scores"])
    expect("T12", hint.includes(operation), `the hint does not name ${operation}: ${hint}`)
  const spans = await itemsOf<SpanItem>(client, "list_trace_spans", { traceId: id, limit: 1000 })
  expectSame(
    "T12",
    spans.map((one) => one.id),
    spanIds,
    "the spans of a trace that is too large"
  )
  const scores = await itemsOf<ScoreItem>(client, "list_trace_scores", { traceId: id })
  expectSame("T12", scores.map((one) => one.id).toSorted(), scoreIds.toSorted(), "its scores")
  const item = await listed(id)
  expect("T12", item?.spanCount === spanIds.length, `a list counts ${item?.spanCount} of ${spanIds.length} spans`)
  return told
}

/** Laws of traces that are too large for one answer. */
export const evidence = [
  ofTraces(
    "T12",
    ["T12.large", "T12.pages", "T12.under", "T9.bytes"],
    "a trace of more than 8 MiB is 413 with the way on, which yields exactly what it counts; one of less is answered",
    async (context) => {
      const { client, exporter, traceId, read } = context
      const [id, under] = [traceId(), traceId()]
      const text = "x".repeat(1.5 * MiB)
      // Of what input and output repeat, both are counted.
      const spanOf = (trace: string, n: number) => ({
        ...otlpSpan(versionOf({ traceId: trace, spanId: spanIdOf(n), startNano: base + BigInt(n) })),
        attributes: [{ key: "a.text", value: { stringValue: text } }]
      })
      const base = versionOf({ traceId: id }).startNano
      for (const trace of [id, under]) {
        const { status, rejected, message } = await exporter(exportRequest([1, 2, 3, 4].map((n) => spanOf(trace, n))), {
          gzip: true
        })
        expect("T12", status === 200 && rejected === 0, `spans of 1.5 MiB were answered ${status}: ${message}`)
      }
      await exporter(exportRequest([5, 6].map((n) => spanOf(id, n))), { gzip: true })
      const scores: Array<string> = []
      for (const name of ["a", "b", "c"])
        scores.push((await client.ok<SpanItem>("create_score", { traceId: id, name, value: 1 })).id)
      const told = await expectTheWayOn(context, id, [1, 2, 3, 4, 5, 6].map(spanIdOf), scores)
      expect("T12", told.bytes !== undefined && told.bytes > limitBytes, `a trace of ${told.bytes} bytes was refused`)
      const { trace, spans } = await read(under)
      expect("T12", trace.spanCount === 4 && spans.length === 4, "a trace of 7.5 MiB was not answered whole")
    }
  ),

  ofTraces(
    "T12",
    ["T12.many"],
    "so is a trace of more than 5,000 spans, and one of 5,000 is answered",
    async (context) => {
      const { exporter, traceId, read } = context
      const id = traceId()
      const { startNano } = versionOf({ traceId: id })
      const span = (n: number) =>
        otlpSpan(versionOf({ traceId: id, spanId: spanIdOf(n), startNano: startNano + BigInt(n) }))
      await exporter(exportRequest(Array.from({ length: 5000 }, (_, n) => span(n))))
      const { trace, spans } = await read(id)
      expect("T12", trace.spanCount === 5000 && spans.length === 5000, `of 5,000 spans ${spans.length} were answered`)
      await exporter(exportRequest([span(5000)]))
      await expectTheWayOn(
        context,
        id,
        Array.from({ length: 5001 }, (_, n) => spanIdOf(n)),
        []
      )
    },
    { long: true }
  )
]
