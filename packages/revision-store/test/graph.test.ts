import { type Content, RevisionStore } from "@agent-operations/revision-store"
import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { actor, content, failure, Gauge, ownStores, space } from "./kinds.ts"

describe.each(ownStores)("the graph of references on $name", ({ layer: store }) => {
  layer(store, { timeout: 60_000 })((it) => {
    it.effect("has a node without a revision for each that is not there, wherever it stands among others", () =>
      Effect.gen(function* () {
        const store = yield* RevisionStore
        const one = yield* store.create(space, Gauge, content("One"), actor)
        yield* store.append(space, Gauge, one.id, 1, {}, actor)
        const to = (id: string, revision: number | null = null) => ({ kind: "gauge", id, revision })
        const there = [to(one.id), to(one.id, 1), to(one.id, 2)]
        const missing = [to("gg_none"), to("gg_nothing", 1), to(one.id, 3)]
        const revisions = [2, 1, 2]
        for (const asked of [missing.slice(0, 2), missing, [...missing, ...there], [...there, ...missing]]) {
          const references: Content["references"] = Object.fromEntries(asked.map((one, n) => [`it ${n}`, one]))
          const nodes = yield* store.graph(space, references, { maxNodes: asked.length, maxBytes: 1e6 })
          assert.sameDeepMembers(
            nodes.map(({ requested, resolved }) => [requested, resolved?.revision]),
            asked.map((one) => [one, revisions[there.indexOf(one)]])
          )
        }
      })
    )

    it.effect("is refused where its only definition is larger than the bytes", () =>
      Effect.gen(function* () {
        const store = yield* RevisionStore
        const { id } = yield* store.create(space, Gauge, content("Large"), actor)
        const references = { it: { kind: "gauge", id, revision: null } }
        const refused = yield* failure(store.graph(space, references, { maxNodes: 1, maxBytes: 100 }))
        assert.strictEqual(refused._tag, "PAYLOAD_TOO_LARGE")
      })
    )
  })
})
