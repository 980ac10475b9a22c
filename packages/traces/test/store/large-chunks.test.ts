import { describeOnPostgres } from "@agent-operations/testing"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { randomBytes } from "node:crypto"
import { zstdCompressSync } from "node:zlib"
import { hostItself, spanKey } from "../../src/store/keys.ts"
import type { SpanPage } from "../../src/store/SpanStorage.ts"
import { TraceStore } from "../../src/store/TraceStore.ts"
import { noon, space, spanOf, storeOn, traceId } from "./traces.ts"

const all = { limit: 1000, maxBytes: 1e9, bodies: true } as const

const inBase64 = 6_000_000

describeOnPostgres("chunks that hold much beside what is read", (database) => {
  layer(storeOn(database), { excludeTestServices: true })((it) => {
    it.effect("K3, T12: are read in parts of some megabytes", () =>
      Effect.gen(function* () {
        const [store, sql] = [yield* TraceStore, yield* SqlClient.SqlClient]
        const spans = Array.from({ length: 7 }, (_, n) => spanOf({ trace: 1, id: n + 1, startNano: noon + BigInt(n) }))
        for (const span of spans) yield* store.record(space, [span], hostItself)
        // As a chunk may have been written by an earlier version: a large body, which was replaced since, with a small one.
        for (const span of spans) {
          const large = randomBytes(inBase64).toString("base64")
          const chunk = zstdCompressSync(Buffer.concat([Buffer.from(`${large}\n`), span.body, Buffer.from("\n")]))
          yield* sql`
            with moved as (
              update agent_operations.trace_spans set chunk_index = 1
              where span_id = ${spanKey(span.sent.spanId)}::bigint returning chunk_id
            )
            update agent_operations.trace_chunks set body = ${chunk} where chunk_id in (select chunk_id from moved)`
        }
        const pages: Array<SpanPage> = []
        for (let after: SpanPage["next"] | undefined; after !== null; after = pages.at(-1)!.next) {
          pages.push((yield* store.spans(space, traceId(1), { ...all, after }))!)
        }
        assert.deepStrictEqual(
          pages.map(({ items }) => items.length),
          [5, 2]
        )
        assert.deepStrictEqual(
          pages.flatMap(({ items }) => items.map(({ body }) => Buffer.from(body!))),
          spans.map(({ body }) => Buffer.from(body))
        )
        const whole = yield* store.evidence(space, traceId(1), { bytes: 1e9, spans: 100 })
        assert.lengthOf(whole._tag === "Found" ? whole.spans : [], 7)
      })
    )
  })
})
