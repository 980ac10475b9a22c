import { makePrices, makeSpan, readRequest } from "@agent-operations/traces"
import { Result } from "effect"
import { assert, it } from "vitest"
import { decodeRequest } from "../src/traces/otlp.ts"
import { requestsOf, spansOf } from "../src/traces/sent.ts"

it("requests have the spans that are to be sent, for the kit and for the floor", () => {
  const spans = spansOf(50)
  const ids = spans.map(({ spanId }) => spanId)
  const [request] = requestsOf(spans, 50)
  const times = { earliest: 0n, latest: 2n ** 63n - 1n }
  const read = Result.getOrThrow(readRequest(request!, "application/x-protobuf", times, makeSpan(makePrices())))
  assert.deepStrictEqual(
    [read.spans.map(({ sent }) => sent.spanId), decodeRequest(request!).map(({ span }) => span.spanId.toString("hex"))],
    [ids, ids]
  )
})
