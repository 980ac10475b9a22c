import { type Access, Caller } from "@agent-operations/auth"
import { Cursors, maxResponseBytes } from "@agent-operations/operations"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { readHandlers } from "../src/family/read-handlers.ts"
import { settingOf } from "../src/family/setting.ts"
import { TraceStore } from "../src/store/TraceStore.ts"
import { headOf, storedHead } from "../src/trace-head.ts"
import { spanOf } from "./spans.ts"

const id = "00000000000000000000000000000001"
const caller = { organizationId: "org_a", projectId: "prj_a" } as Access

/** Handlers over a store that has one trace, of some scores. */
const handlersOver = (scores: ReadonlyArray<object>) => {
  const trace = { traceId: id, touchedNano: 0n, nowNano: 0n, ...storedHead(headOf([spanOf()])), scores: {} }
  const size = { bytes: 24e6, spans: 0, scores: scores.length }
  const found = { _tag: "Found", size, trace, spans: [], spanScores: new Map(), scores }
  const store = {
    evidence: () => Effect.succeed(found),
    present: () => Effect.succeed(new Set([id])),
    scores: () => Effect.succeed({ items: scores, next: null })
  }
  const services = Layer.merge(
    Layer.succeed(TraceStore, store as never),
    Cursors.layerSecret(Redacted.make(new Uint8Array(32)))
  )
  return readHandlers(settingOf({})).pipe(Effect.provide(services))
}

/** Scores of which each tells when its metadata is read. */
const scoresOf = (count: number, metadata: string, read: () => void) =>
  Array.from({ length: count }, (_, n) => ({
    ...{ id: `scr_${n}`, traceId: id, createdAt: new Date(0), createdBy: "{}", updatedAt: new Date(0) },
    get metadata() {
      read()
      return metadata
    }
  }))

it.effect("T12, K3: of the scores of a trace no more are written than an answer may have, and none is parsed", () =>
  Effect.gen(function* () {
    let read = 0
    const metadata = JSON.stringify(Array.from({ length: 20_000 }, () => []))
    const handlers = yield* handlersOver(scoresOf(360, metadata, () => read++))
    const error = yield* Effect.flip(handlers.get({ id }))
    assert.deepInclude(error, {
      _tag: "PAYLOAD_TOO_LARGE",
      details: { limitBytes: maxResponseBytes, bytes: 24e6, spans: 0, scores: 360 }
    })
    assert.isAtMost(read, maxResponseBytes / metadata.length + 1)
  }).pipe(Effect.provideService(Caller, caller))
)

it.effect("T12: all scores of a trace that is not too large are answered with it, and in its list of scores", () =>
  Effect.gen(function* () {
    const handlers = yield* handlersOver(scoresOf(3, '{"a":[]}', () => {}))
    const { scores, spans } = JSON.parse((yield* handlers.get({ id })).text)
    const { items } = JSON.parse((yield* handlers.scores({ traceId: id })).text)
    assert.deepStrictEqual(spans, [])
    assert.deepStrictEqual(scores, items)
    assert.deepStrictEqual(
      items.map((score: { readonly id: string; readonly metadata: unknown }) => [score.id, score.metadata]),
      [0, 1, 2].map((n) => [`scr_${n}`, { a: [] }])
    )
  }).pipe(Effect.provideService(Caller, caller))
)
