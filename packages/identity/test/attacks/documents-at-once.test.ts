import { WorkFor } from "@agent-operations/database"
import { EgressError } from "@agent-operations/egress"
import { ClientDocuments } from "@agent-operations/identity"
import { databases } from "@agent-operations/testing"
import { layer } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { assert } from "vitest"
import { eventually } from "../../../../tooling/testing/src/eventually.ts"
import { identityOn } from "../support/world.ts"

/** Documents that come once they may, with how many are read at once. */
const held = Effect.map(Deferred.make<void>(), (come) => {
  const reads = { now: 0, most: 0, quick: false }
  const fetchJson = Effect.fnUntraced(function* (address: string) {
    if (address.includes("quick")) {
      reads.quick = true
    } else {
      reads.most = Math.max(reads.most, ++reads.now)
      yield* Effect.ensuring(
        Deferred.await(come),
        Effect.sync(() => reads.now--)
      )
    }
    return yield* new EgressError({ reason: "answer", message: "it answers with 404" })
  })
  return { reads, fetchJson, come: Deferred.succeed(come, undefined) }
})

layer(identityOn(databases[1]!), { excludeTestServices: true })("documents of clients", (it) => {
  it.effect("K3: few are read at once, and who has many read leaves others their turn", () =>
    Effect.gen(function* () {
      const { reads, fetchJson, come } = yield* held
      yield* Effect.gen(function* () {
        const { read } = yield* ClientDocuments
        const many = yield* Effect.forEach(
          Array.from({ length: 100 }, (_, n) => `https://client.example/slow-${n}`),
          (id, n) => Effect.forkChild(Effect.provideService(Effect.exit(read(id, `192.0.2.${n}`)), WorkFor, "one"))
        )
        yield* eventually(
          "those to be read that may be",
          Effect.sync(() => reads.now === 63)
        )
        yield* Effect.provideService(
          Effect.exit(read("https://client.example/quick", "198.51.100.1")),
          WorkFor,
          "another"
        )
        assert.isTrue(reads.quick)
        yield* come
        yield* Fiber.joinAll(many)
        assert.isAtMost(reads.most, 64)
      }).pipe(Effect.provide(ClientDocuments.layerWith(fetchJson)))
    })
  )

  it.effect("K3: a network has no more read than some hundred, from however many places", () =>
    Effect.gen(function* () {
      let reads = 0
      const fetchJson = () =>
        Effect.suspend(() => {
          reads++
          return Effect.fail(new EgressError({ reason: "answer", message: "it answers with 404" }))
        })
      yield* Effect.gen(function* () {
        const { read } = yield* ClientDocuments
        const ask = (place: number, network: string) =>
          Effect.flip(read(`https://client.example/of-${place}`, `2001:db8:${network}:${place.toString(16)}::1`))
        for (let place = 0; place < 300; place++) yield* ask(place, "1")
        const refused = yield* ask(300, "1")
        assert.include(JSON.stringify(refused), "Too many metadata documents were read")
        assert.strictEqual(reads, 300)
        yield* ask(300, "2")
        assert.strictEqual(reads, 301)
      }).pipe(Effect.provide(ClientDocuments.layerWith(fetchJson)))
    })
  )
})
