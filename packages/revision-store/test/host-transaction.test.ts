import { Database, joinTransaction, migrate } from "@agent-operations/database"
import { hostPool, serverDatabaseUrl } from "@agent-operations/testing"
import { assert, it } from "@effect/vitest"
import { Context, Effect, Layer, Redacted } from "effect"
import type { SqlClient } from "effect/sql"
import { migrations, RevisionStore } from "@agent-operations/revision-store"
import { actor, content, failure, Gauge, space, Widget } from "./kinds.ts"

const page = { limit: 10, maxBytes: 1e6 }

/** A store over a URL, and a client of the host's on the same database. */
const world = Effect.gen(function* () {
  const url = yield* serverDatabaseUrl
  const pool = yield* hostPool({ connectionString: url, max: 2 })
  const client = yield* Effect.acquireRelease(
    Effect.promise(() => pool.connect()),
    (client) => Effect.sync(() => client.release())
  )
  const services = yield* Layer.build(
    RevisionStore.layer.pipe(
      Layer.provideMerge(Layer.effectDiscard(migrate([migrations]))),
      Layer.provideMerge(Database.layer({ url: Redacted.make(url), maxConnections: 2 }))
    )
  )
  const on = <A, E>(effect: Effect.Effect<A, E, SqlClient.SqlClient>) =>
    Effect.provide(joinTransaction(client)(effect), services)
  const query = (text: string) => Effect.promise(() => client.query<Record<string, unknown>>(text))
  return { store: Context.get(services, RevisionStore), on, query }
})

it.live("R1, R2, R8: what a host rolled back never was, and nothing that was remembered says otherwise", () =>
  Effect.gen(function* () {
    const { store, on, query } = yield* world
    const { id } = yield* store.create(space, Widget, content("Kept"), actor)
    const kept = yield* store.read(space, Widget, id, undefined)
    yield* query("begin")
    const made = yield* on(store.create(space, Widget, content("Undone"), actor))
    yield* on(store.append(space, Widget, id, 1, { description: "undone" }, actor))
    // Within it everything is seen, by whatever reads, at once or one after the other.
    const reads = [undefined, 2].map((revision) => on(store.read(space, Widget, id, revision)))
    for (const read of reads) assert.strictEqual((yield* read).description, "undone")
    yield* on(store.read(space, Widget, made.id, 1))
    yield* on(store.history(space, Widget, id, page))
    // Outside nothing of it is, before and after.
    for (const end of ["select 1", "rollback"]) {
      assert.deepStrictEqual(yield* store.read(space, Widget, id, undefined), kept)
      assert.strictEqual((yield* failure(store.read(space, Widget, id, 2)))._tag, "NOT_FOUND")
      assert.strictEqual((yield* failure(store.read(space, Widget, made.id, undefined)))._tag, "NOT_FOUND")
      yield* query(end)
    }
    // Another revision 2 may be made, under the name that was free again.
    const next = yield* store.append(space, Widget, id, 1, { name: "Undone", description: "other" }, actor)
    assert.strictEqual(next.revision, 2)
    assert.deepStrictEqual(yield* store.read(space, Widget, id, 2), next)
  })
)

it.live("R3, R6, R7: what is refused in a host's transaction leaves the rest of it as it was", () =>
  Effect.gen(function* () {
    const { store, on, query } = yield* world
    const gauge = yield* store.create(space, Gauge, content("Used"), actor)
    yield* query("begin")
    yield* query("create table orders (id integer)")
    const nothing = { it: { kind: "gauge", id: "gg_none", revision: null } }
    const uses = { it: { kind: "gauge", id: gauge.id, revision: null } }
    const { id } = yield* on(store.create(space, Widget, content("Taken", uses), actor))
    const other = yield* on(store.create(space, Widget, content("Other"), actor))
    const refused: ReadonlyArray<Effect.Effect<unknown, { readonly _tag: string }>> = [
      store.create(space, Widget, content("taken"), actor),
      store.append(space, Widget, other.id, 1, { name: "Taken" }, actor),
      store.append(space, Widget, id, 7, {}, actor),
      store.create(space, Widget, content("New", nothing), actor),
      store.remove(space, Gauge, gauge.id, 1, actor),
      store.restore(space, Widget, "wd_none", { revision: 1 }, actor)
    ]
    const tags = yield* Effect.forEach(refused, (write) => Effect.map(failure(on(write)), ({ _tag }) => _tag))
    assert.deepStrictEqual(tags, [
      "NAME_TAKEN",
      "NAME_TAKEN",
      "CONFLICT",
      "REFERENCE_NOT_FOUND",
      "STILL_REFERENCED",
      "NOT_FOUND"
    ])
    yield* on(store.append(space, Widget, other.id, 1, { name: "Mine" }, actor))
    yield* query("commit")
    assert.strictEqual((yield* query("select count(*)::int as n from orders")).rows[0]?.["n"], 0)
    assert.strictEqual((yield* store.read(space, Widget, other.id, undefined)).name, "Mine")
    assert.strictEqual((yield* store.read(space, Widget, id, undefined)).revision, 1)
  })
)
