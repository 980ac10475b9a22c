import { atATime } from "../../at-a-time.ts"
import { expect, expectSame } from "../../Broken.ts"
import { expectCode } from "../../client.ts"
import { exportRequest } from "../../otlp/message.ts"
import { ofTraces, type OfTraces, spanIdOf, versionOf } from "./of-traces.ts"
import type { Context } from "../../check.ts"
import { otlpSpan, recordInput } from "./versions.ts"

/** Fails unless nothing of a trace is read. */
const expectGone = async ({ client, listed }: Context & OfTraces, id: string, what: string) => {
  const asked = {
    get_trace: { id },
    list_trace_spans: { traceId: id },
    list_trace_scores: { traceId: id },
    delete_trace: { id }
  }
  for (const [operation, input] of Object.entries(asked))
    expectCode("T19", await client.call(operation, input), "NOT_FOUND", `${operation} ${what}`)
  expect("T19", (await listed(id)) === undefined, `a trace is listed ${what}`)
}

/** Laws of what is deleted. */
export const deletion = [
  ofTraces(
    "T19",
    ["T19.gone", "T19.refused", "T19.others"],
    "of a deleted trace nothing is read, and spans and scores of its ID are refused, but not others of the request",
    async (context) => {
      const { client, exporter, traceId, take, read } = context
      const [id, other] = [traceId(), traceId()]
      const sent = [1, 2, 3].map((n) => versionOf({ traceId: id, spanId: spanIdOf(n) }))
      await take(sent)
      await client.ok("create_score", { traceId: id, name: "good", value: 1 })
      await client.ok("create_score", { traceId: id, spanId: spanIdOf(1), name: "good", value: 1 })
      const deleted = await client.ok("delete_trace", { id })
      expectSame("T19", deleted, { id, deleted: true, spans: 3 }, "delete_trace")
      await expectGone(context, id, "after a delete")

      // What was there, what is new, and another trace in the same request.
      const spans = [sent[0]!, versionOf({ traceId: id, spanId: spanIdOf(9) }), versionOf({ traceId: other })]
      for (const encoding of ["protobuf", "json"] as const) {
        const { status, rejected, message } = await exporter(exportRequest(spans.map(otlpSpan)), { encoding })
        expect("T19", status === 200, `spans of a deleted trace were answered ${status}: ${message}`)
        expect("T19", rejected === 2, `of two spans of a deleted trace ${rejected} were rejected`)
        expect("T19", message.includes("TRACE_DELETED"), `spans of a deleted trace were rejected with ${message}`)
      }
      expect("T19", (await read(other)).spans.length === 1, "another trace of that request was not taken")
      const [third, refused] = [traceId(), { repeatable: true }]
      const both = recordInput([versionOf({ traceId: third }), versionOf({ traceId: id })])
      const recorded = await client.call("record_traces", both, refused)
      expectCode("T19", recorded, "TRACE_DELETED", "record_traces of a deleted trace and another")
      expectCode("T19", await client.call("get_trace", { id: third }), "NOT_FOUND", "the other trace of that request")
      for (const spanId of [null, spanIdOf(1)]) {
        const scored = await client.call("create_score", { traceId: id, spanId, name: "late", value: 1 }, refused)
        expectCode("T19", scored, "TRACE_DELETED", "a score of a deleted trace")
      }
      await expectGone(context, id, "after spans and scores of it were refused")
    }
  ),

  ofTraces("T19", ["T19.race"], "of a trace that is deleted while it grows nothing comes back", async (context) => {
    const { client, exporter, traceId, quick } = context
    for (let round = 0; round < (quick ? 1 : 4); round++) {
      const id = traceId()
      const spans = Array.from({ length: 10 }, (_, n) => otlpSpan(versionOf({ traceId: id, spanId: spanIdOf(n) })))
      await exporter(exportRequest(spans.slice(0, 1)))
      const acts = [
        ...spans.slice(1).map((span) => () => exporter(exportRequest([span]))),
        () => client.call("create_score", { traceId: id, name: "a", value: 1 }, { repeatable: true })
      ]
      acts.splice(round * 2 + 1, 0, () => client.call("delete_trace", { id }))
      await atATime(acts, 5, async (act) => void (await act()))
      await expectGone(context, id, "after a delete that raced those that wrote to it")
    }
  })
]
