import { type Actor, EncodedRevisionStore, RevisionStore } from "@agent-operations/revision-store"
import { migrate } from "@agent-operations/database"
import { databases } from "@agent-operations/testing"
import { assert, describe, it as alone, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { migrations } from "../src/migrations.ts"
import { actor, content, failure, Gauge, space, stores, Widget } from "./kinds.ts"

const bob: Actor = { type: "api_key", id: "key_bob", name: 'Bob "%s" \\' }
const limits = { limit: 100, maxBytes: 1_000_000 }
const to = (id: string) => ({ it: { kind: "gauge", id, revision: null } })

/** As if it were deleted so long ago. */
const age = (id: string, interval: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      update agent_operations.deleted_definitions
      set recoverable_until = recoverable_until - ${interval}::interval where id = ${id}`
  )

describe.each(stores)("what was deleted, on $name", ({ layer: store }) => {
  layer(store, { excludeTestServices: true })((it) => {
    it.effect("R11: recover brings a definition back with its ID, its history and its place", () =>
      Effect.gen(function* () {
        const store = yield* RevisionStore
        const there = { ...space, project: "recover" }
        const gauge = yield* store.create(there, Gauge, content("Gauge"), actor)
        const made = yield* store.create(there, Widget, content("Recovered", to(gauge.id)), actor)
        yield* store.create(there, Widget, content("Later"), actor)
        const second = yield* store.append(there, Widget, made.id, 1, { description: "two" }, actor)
        const before = yield* store.list(there, Widget, limits)
        yield* store.remove(there, Widget, made.id, 2, bob)
        const [deleted] = (yield* store.deleted(there, Widget, limits)).items
        assert.deepStrictEqual(deleted?.definition, second)
        assert.deepStrictEqual(deleted?.deletedBy, bob)
        const days = Date.parse(deleted!.recoverableUntil) - Date.parse(deleted!.deletedAt)
        assert.isBelow(Math.abs(days - 30 * 86_400_000), 60_000)

        const recovered = yield* store.recover(there, Widget, made.id, {}, actor)
        const origin = { type: "recovered", deletedAt: deleted!.deletedAt, deletedBy: bob } as const
        const { updatedAt } = recovered
        assert.deepStrictEqual(recovered, { ...second, revision: 3, origin, updatedAt, updatedBy: actor })
        assert.deepStrictEqual(yield* store.read(there, Widget, made.id, undefined), recovered)
        const { items } = yield* store.history(there, Widget, made.id, limits)
        assert.deepStrictEqual(items, [recovered, second, made])
        assert.deepStrictEqual(
          (yield* store.list(there, Widget, limits)).items.map(({ id }) => id),
          before.items.map(({ id }) => id)
        )
        assert.deepStrictEqual((yield* store.deleted(there, Widget, limits)).items, [])
        assert.strictEqual((yield* failure(store.remove(there, Gauge, gauge.id, 1, actor)))._tag, "STILL_REFERENCED")
        // And once more, from the revision that it has by now.
        yield* store.remove(there, Widget, made.id, 3, actor)
        assert.strictEqual((yield* store.recover(there, Widget, made.id, {}, actor)).revision, 4)
      })
    )

    it.effect("R11: a name that is taken is told, and another can be given", () =>
      Effect.gen(function* () {
        const store = yield* RevisionStore
        const { id } = yield* store.create(space, Widget, content("Wanted"), actor)
        yield* store.remove(space, Widget, id, 1, actor)
        yield* store.create(space, Widget, content("wanted"), actor)
        const refused = yield* failure(store.recover(space, Widget, id, {}, actor))
        assert.deepInclude(refused, { _tag: "NAME_TAKEN", details: { name: "Wanted" } })
        const again = yield* failure(store.recover(space, Widget, id, { name: "WANTED" }, actor))
        assert.deepInclude(again, { _tag: "NAME_TAKEN", details: { name: "WANTED" } })
        const recovered = yield* store.recover(space, Widget, id, { name: "Wanted, too" }, actor)
        assert.deepInclude(recovered, { name: "Wanted, too", revision: 2 })
        assert.strictEqual((yield* store.read(space, Widget, id, 1)).name, "Wanted")
        yield* store.create(space, Widget, content("Wanted again"), actor)
        assert.strictEqual(
          (yield* failure(store.create(space, Widget, content("wanted, TOO"), actor)))._tag,
          "NAME_TAKEN"
        )
      })
    )

    it.effect("R11: what refers to what is gone is refused until that is recovered, and nothing is changed", () =>
      Effect.gen(function* () {
        const store = yield* RevisionStore
        const gauge = yield* store.create(space, Gauge, content("Gone gauge"), actor)
        const { id } = yield* store.create(space, Widget, content("Of a gauge", to(gauge.id)), actor)
        yield* store.remove(space, Widget, id, 1, actor)
        yield* store.remove(space, Gauge, gauge.id, 1, actor)
        const refused = yield* failure(store.recover(space, Widget, id, {}, actor))
        assert.deepInclude(refused, { _tag: "REFERENCE_NOT_FOUND", details: { references: ["it"] } })
        assert.strictEqual((yield* failure(store.read(space, Widget, id, undefined)))._tag, "NOT_FOUND")
        yield* store.recover(space, Gauge, gauge.id, {}, actor)
        assert.deepStrictEqual((yield* store.recover(space, Widget, id, {}, actor)).references, to(gauge.id))
      })
    )

    it.effect("R12: what is alive, was never there, is another's or was deleted 30 days ago is NOT_FOUND", () =>
      Effect.gen(function* () {
        const store = yield* RevisionStore
        const alive = yield* store.create(space, Widget, content("Alive"), actor)
        const old = yield* store.create(space, Widget, content("Old"), actor)
        yield* store.remove(space, Widget, old.id, 1, actor)
        const elsewhere = { ...space, project: "elsewhere" }
        for (const [there, kind, id] of [
          [space, Widget, alive.id],
          [space, Widget, "wd_none"],
          [space, Gauge, old.id],
          [elsewhere, Widget, old.id],
          [{ ...space, tenant: "org_b" }, Widget, old.id]
        ] as const) {
          assert.strictEqual((yield* failure(store.recover(there, kind, id, {}, actor)))._tag, "NOT_FOUND")
        }
        const listed = Effect.map(store.deleted(space, Widget, limits), ({ items }) =>
          items.some(({ definition }) => definition.id === old.id)
        )
        yield* age(old.id, "29 days 23 hours")
        assert.isTrue(yield* listed)
        yield* age(old.id, "1 hour")
        assert.isFalse(yield* listed)
        assert.strictEqual((yield* failure(store.recover(space, Widget, old.id, {}, actor)))._tag, "NOT_FOUND")
        const sql = yield* SqlClient.SqlClient
        const kept = yield* sql`select 1 from agent_operations.deleted_definitions where id = ${old.id}`
        assert.strictEqual(kept.length, 1, "the record of who deleted it is kept for audit")
      })
    )

    it.effect("R11: of racing recovers exactly one wins, and the rest are NOT_FOUND", () =>
      Effect.gen(function* () {
        const store = yield* RevisionStore
        const { id } = yield* store.create(space, Widget, content("Raced for"), actor)
        yield* store.remove(space, Widget, id, 1, actor)
        const names = Array.from({ length: 8 }, (_, n) => ({ name: `Raced for ${n}` }))
        const exits = yield* Effect.forEach(names, (one) => Effect.exit(store.recover(space, Widget, id, one, actor)), {
          concurrency: "unbounded"
        })
        const won = exits.filter(({ _tag }) => _tag === "Success")
        assert.strictEqual(won.length, 1)
        assert.strictEqual((yield* store.read(space, Widget, id, undefined)).revision, 2)
        assert.strictEqual((yield* failure(store.recover(space, Widget, id, {}, actor)))._tag, "NOT_FOUND")
      })
    )

    it.effect("R6: of recovers and creates that race for one name, one wins", () =>
      Effect.gen(function* () {
        const store = yield* RevisionStore
        const { id } = yield* store.create(space, Widget, content("One name"), actor)
        yield* store.remove(space, Widget, id, 1, actor)
        const writes: ReadonlyArray<Effect.Effect<unknown, { readonly _tag: string }>> = [
          store.create(space, Widget, content("one name"), actor),
          store.recover(space, Widget, id, {}, actor),
          store.create(space, Widget, content("ONE NAME"), actor)
        ]
        const tags = yield* Effect.forEach(
          writes,
          Effect.match({ onSuccess: () => "won", onFailure: ({ _tag }) => _tag }),
          { concurrency: "unbounded" }
        )
        assert.deepStrictEqual(tags.toSorted(), ["NAME_TAKEN", "NAME_TAKEN", "won"])
      })
    )

    it.effect("P1, P2, P5: a walk of the deleted is newest first and yields each once, also those of one moment", () =>
      Effect.gen(function* () {
        const store = yield* EncodedRevisionStore
        const sql = yield* SqlClient.SqlClient
        const there = { ...space, project: "walk" }
        const ids: Array<string> = []
        for (let n = 0; n < 7; n++) {
          const { id } = yield* store.create(there, Widget, content(`Deleted ${n}`), actor)
          yield* store.remove(there, Widget, id, 1, actor)
          ids.push(id)
        }
        yield* sql`
          update agent_operations.deleted_definitions set recoverable_until = (
            select max(recoverable_until) from agent_operations.deleted_definitions where project_id = 'walk'
          ) where project_id = 'walk' and id = any(${ids.slice(2, 5)}::text[])`
        const walk = Effect.fnUntraced(function* (limit: number, maxBytes: number) {
          const seen: Array<string> = []
          let after: { readonly recoverableUntil: string; readonly id: string } | undefined
          do {
            const { items, next } = yield* store.deleted(there, Widget, { limit, maxBytes, after })
            assert.isAtMost(items.length, limit)
            assert.isAtLeast(items.length, 1)
            seen.push(...items.map(({ definition }) => definition.id))
            after = next ?? undefined
          } while (after !== undefined)
          return seen
        })
        const all = yield* walk(100, 1_000_000)
        assert.sameMembers(all, ids)
        assert.strictEqual(all.length, ids.length)
        for (const limit of [1, 2, 3]) assert.deepStrictEqual(yield* walk(limit, 1_000_000), all)
        assert.deepStrictEqual(yield* walk(100, 1), all)
        const { items } = yield* store.deletedSummaries(there, Widget, { limit: 100, maxBytes: 1 })
        assert.deepStrictEqual(
          items.map(({ definition }) => definition.id),
          all
        )
        assert.notProperty(items[0]!.definition, "source")
      })
    )
  })
})

describe.each(databases)("an upgrade on $name", ({ layer: database }) => {
  alone.effect(
    "R12: what an earlier version deleted can be recovered for what is left of its 30 days",
    () =>
      Effect.gen(function* () {
        yield* migrate([{ ...migrations, steps: migrations.steps.slice(0, 4) }])
        const sql = yield* SqlClient.SqlClient
        const bury = (id: string, days: number) => sql`
        with made as (
          insert into agent_operations.revisions (
            tenant_id, project_id, kind, definition_id, revision, name, name_key, source, settings, refs, origin,
            created_at, created_by, updated_at, updated_by
          ) values (
            ${space.tenant}, ${space.project}, 'widget', ${id}, 1, ${id}, ${id}, '{}', '{}', '{}', '{"type":"created"}',
            now(), ${JSON.stringify(actor)}, now(), ${JSON.stringify(actor)}
          )
        )
        insert into agent_operations.deleted_definitions
          (tenant_id, project_id, kind, id, name, revision, deleted_at, deleted_by)
        values (
          ${space.tenant}, ${space.project}, 'widget', ${id}, ${id}, 1, now() - make_interval(days => ${days}::integer),
          ${JSON.stringify(bob)}
        )`
        yield* bury("wd_recent", 20)
        yield* bury("wd_old", 31)
        yield* migrate([migrations])
        // A process of the earlier version goes on for a while.
        yield* bury("wd_beside", 0)
        yield* Effect.gen(function* () {
          const store = yield* RevisionStore
          const { items } = yield* store.deleted(space, Widget, limits)
          assert.deepStrictEqual(
            items.map(({ definition }) => definition.id),
            ["wd_beside", "wd_recent"]
          )
          assert.strictEqual((yield* failure(store.recover(space, Widget, "wd_old", {}, actor)))._tag, "NOT_FOUND")
          for (const id of ["wd_recent", "wd_beside"]) {
            assert.strictEqual((yield* store.recover(space, Widget, id, {}, actor)).revision, 2)
          }
          assert.strictEqual((yield* store.list(space, Widget, limits)).items.length, 2)
        }).pipe(Effect.provide(RevisionStore.layer))
      }).pipe(Effect.provide(database)),
    60_000
  )
})
