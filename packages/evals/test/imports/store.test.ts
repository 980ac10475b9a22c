import { migrate, upkeepMigrations } from "@agent-operations/database"
import type { ImportReport } from "@agent-operations/contract/imports"
import { describeOnBothDatabases } from "@agent-operations/testing"
import { daysAhead, whileClockBehind } from "@agent-operations/testing/clock-behind"
import { dropDue } from "@agent-operations/testing/drop-due"
import { layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { assert } from "vitest"
import { ImportStore } from "../../src/imports/store/ImportStore.ts"
import { migrations } from "../../src/imports/store/migrations.ts"
import { limits } from "../../../../tooling/readme/src/limits.ts"

const space = { tenant: "acme", project: "support" }

const report: ImportReport = {
  datasets: [],
  items: { created: 0, changed: 0, unchanged: 0, deleted: 0 },
  scorers: [],
  warnings: [],
  errors: []
}

const asked = (importKey: string, part = 1, partCount = 1) => ({
  importKey,
  inputsHash: "same",
  partCount,
  part,
  partHash: `part ${part}`
})

/** A round of upkeep, where the clock runs as it should. */
const upkeepOf = ({ removals }: ImportStore["Service"]) =>
  Effect.all({
    parts: Effect.map(dropDue(removals.parts), ({ count }) => count),
    reports: Effect.map(dropDue(removals.reports), ({ count }) => count)
  })

describeOnBothDatabases("the keys of imports", (database) => {
  const services = ImportStore.layer.pipe(
    Layer.provideMerge(Layer.effectDiscard(migrate([migrations, upkeepMigrations]))),
    Layer.provideMerge(database.layer)
  )
  layer(services)((it) => {
    it.effect("I2, K1: upkeep drops parts after an hour and reports after 30 days, and an applied key stays used", () =>
      Effect.gen(function* () {
        const [sql, store] = [yield* SqlClient.SqlClient, yield* ImportStore]
        const stage = (key: string) =>
          Effect.gen(function* () {
            const { id } = yield* store.claim(space, asked(key, 1, 2))
            yield* store.keepPart(space, asked(key, 1, 2), "[]")
            return id
          }).pipe(sql.withTransaction)
        const apply = (key: string) =>
          Effect.gen(function* () {
            const { id } = yield* store.claim(space, asked(key))
            yield* store.keepPart(space, asked(key), null)
            yield* store.finish(space, key, { report })
            return id
          }).pipe(sql.withTransaction)
        const ids = {
          fresh: yield* stage("fresh"),
          stale: yield* stage("stale"),
          recent: yield* apply("recent"),
          old: yield* apply("old")
        }
        yield* sql`update agent_operations.imports set touched_at = now() - interval '61 minutes' where import_key = 'stale'`
        yield* sql`update agent_operations.imports set touched_at = now() - interval '31 days' where import_key in ('recent', 'old')`
        yield* sql`update agent_operations.imports set applied_at = now() - interval '29 days' where import_key = 'recent'`
        yield* sql`update agent_operations.imports set applied_at = now() - interval '31 days' where import_key = 'old'`
        const staged = yield* whileClockBehind(stage("staged behind"))
        const applied = yield* whileClockBehind(apply("applied behind"))
        assert.strictEqual(
          yield* daysAhead(sql`select touched_at from agent_operations.imports where id = ${staged}`),
          400
        )
        assert.strictEqual(
          yield* daysAhead(sql`select applied_at from agent_operations.imports where id = ${applied}`),
          400
        )
        assert.deepStrictEqual(yield* upkeepOf(store), { parts: 1, reports: 1 })
        assert.deepStrictEqual(yield* upkeepOf(store), { parts: 0, reports: 0 })

        assert.strictEqual((yield* store.one(space, ids.fresh))?.staged, 1)
        assert.isUndefined(yield* store.one(space, ids.stale))
        assert.deepStrictEqual((yield* store.one(space, ids.recent))?.applied, { report })
        assert.isUndefined(yield* store.one(space, ids.old))
        const kept = yield* sql`
          select import_key from agent_operations.import_parts
          where import_key in ('fresh', 'stale', 'recent', 'old') order by 1`
        assert.deepStrictEqual(kept, [{ import_key: "fresh" }, { import_key: "recent" }])
        // The one is free, the other used for ever.
        assert.isUndefined(yield* store.applied(space, asked("stale")))
        assert.strictEqual((yield* Effect.flip(store.applied(space, asked("old"))))._tag, "REQUEST_KEY_REUSED")
        assert.strictEqual((yield* Effect.flip(apply("old")))._tag, "REQUEST_KEY_REUSED")
      })
    )

    it.effect("I2: parts wait for an hour, and reports are told for 30 days, a little below and above it", () =>
      Effect.gen(function* () {
        const [sql, store] = [yield* SqlClient.SqlClient, yield* ImportStore]
        const others = [space, { ...space, tenant: "other" }, { ...space, project: "other" }]
        const import_ = (where: typeof space, key: string, isApplied: boolean) =>
          Effect.gen(function* () {
            const { id } = yield* store.claim(where, asked(key, 1, isApplied ? 1 : 2))
            yield* store.keepPart(where, asked(key, 1, isApplied ? 1 : 2), isApplied ? null : "[]")
            if (isApplied) yield* store.finish(where, key, { report })
            return id
          }).pipe(sql.withTransaction)
        const [waits, gone, told, forgotten] = ["59 minutes", "61 minutes", "29 days 23 hours", "30 days 1 hour"]
        const ids = new Map<string, string>()
        for (const [n, where] of others.entries()) {
          for (const key of [waits, gone]) ids.set(`${n} ${key}`, yield* import_(where, key!, false))
          for (const key of [told, forgotten]) ids.set(`${n} ${key}`, yield* import_(where, key!, true))
        }
        // Of one project alone: what others have under the same keys is as young as it was.
        const mine = sql`tenant_id = ${space.tenant} and project_id = ${space.project}
          and import_key in (${waits}, ${gone}, ${told}, ${forgotten})`
        yield* sql`
          update agent_operations.imports set touched_at = now() - import_key::interval,
            applied_at = case when applied_at is not null then now() - import_key::interval end where ${mine}`
        assert.deepStrictEqual(yield* upkeepOf(store), { parts: 1, reports: 1 })
        const isThere = (n: number, key: string) =>
          Effect.map(store.one(others[n]!, ids.get(`${n} ${key}`)!), (one) => one !== undefined)
        const there = yield* Effect.forEach([0, 1, 2], (n) =>
          Effect.forEach([waits, gone, told, forgotten], (key) => isThere(n, key!))
        )
        assert.deepStrictEqual(there, [
          [true, false, true, false],
          [true, true, true, true],
          [true, true, true, true]
        ])
        const parts = yield* sql<{ count: number }>`
          select count(*)::int as count from agent_operations.import_parts
          where import_key in (${waits}, ${gone}, ${told}, ${forgotten}) group by tenant_id, project_id order by 1`
        assert.deepStrictEqual(
          parts.map(({ count }) => count),
          [2, 4, 4]
        )
      })
    )

    it.effect("I2: a part that comes begins the hour anew", () =>
      Effect.gen(function* () {
        const [sql, store] = [yield* SqlClient.SqlClient, yield* ImportStore]
        const { id } = yield* store.claim(space, asked("again", 1, 3))
        yield* store.keepPart(space, asked("again", 1, 3), "[]")
        yield* sql`
          update agent_operations.imports set created_at = now() - interval '2 hours', touched_at = now() - interval '2 hours'
          where import_key = 'again'`
        yield* store.claim(space, asked("again", 2, 3))
        yield* upkeepOf(store)
        assert.strictEqual((yield* store.one(space, id))?.staged, 1)
      })
    )

    const waits = (sql: SqlClient.SqlClient, key: string, where = space) =>
      Effect.gen(function* () {
        const store = yield* ImportStore
        yield* store.claim(where, asked(key, 1, 2))
        yield* store.keepPart(where, asked(key, 1, 2), "[]")
      }).pipe(sql.withTransaction)

    it.effect("K3: upkeep drops no more bytes in a statement than an import has, and goes on where one fails", () =>
      Effect.gen(function* () {
        const [sql, store] = [yield* SqlClient.SqlClient, yield* ImportStore]
        const where = { tenant: "large", project: "large" }
        const keys = Array.from({ length: 105 }, (_, n) => `large ${String(n).padStart(3, "0")}`)
        yield* Effect.forEach(keys, (key) => waits(sql, key, where))
        // As if each had parts of 40 MiB.
        yield* sql`update agent_operations.import_parts set encoded_bytes = 40 * 1024 * 1024 where tenant_id = 'large'`
        yield* sql`update agent_operations.imports set touched_at = now() - interval '2 hours' where tenant_id = 'large'`
        yield* sql`
          create function pg_temp.refuse() returns trigger language plpgsql as $$
          begin raise exception 'canceled' using errcode = '57014'; end $$`
        yield* sql`
          create trigger refuse before delete on agent_operations.imports for each row
          when (old.import_key = 'large 000' or old.import_key = 'large 101') execute function pg_temp.refuse()`
        // The statements that delete tell how many each deleted.
        yield* sql`create temp table dropped (count int)`
        yield* sql`
          create function pg_temp.note() returns trigger language plpgsql as $$
          begin insert into dropped select count(*) from gone; return null; end $$`
        yield* sql`
          create trigger note after delete on agent_operations.imports referencing old table as gone
          for each statement execute function pg_temp.note()`
        const exit = yield* Effect.exit(dropDue(store.removals.parts))
        assert.strictEqual(exit._tag, "Failure")
        const left = yield* sql<{ import_key: string }>`
          select import_key from agent_operations.imports where tenant_id = 'large' order by 1`
        assert.deepStrictEqual(
          left.map(({ import_key }) => import_key),
          ["large 000", "large 101"]
        )
        const counts = yield* sql<{ count: number }>`select distinct count from dropped where count > 0`
        assert.deepStrictEqual(counts, [{ count: 1 }])
        yield* sql`drop trigger refuse on agent_operations.imports`
        yield* sql`drop trigger note on agent_operations.imports`
        assert.strictEqual((yield* dropDue(store.removals.parts)).count, 2)
      })
    )

    it.effect("K3: the parts that wait in a project are bounded together, whatever others have", () =>
      Effect.gen(function* () {
        const [sql, store] = [yield* SqlClient.SqlClient, yield* ImportStore]
        const { most, beyond } = limits.imports["parts that wait for others in a project, each with a KiB for itself"]
        const where = { tenant: "many", project: "many" }
        yield* Effect.forEach([1, 2, 3, 4], (n) => waits(sql, `waits ${n}`, where))
        yield* sql`
          update agent_operations.import_parts set encoded_bytes = ${most / 4 - 1024} where project_id = 'many'`
        const error = yield* Effect.flip(waits(sql, "one more", where))
        assert.strictEqual(error._tag, beyond)
        yield* waits(sql, "one more", { ...where, project: "other" })
        // The part that others wait for has room of its own.
        const last = asked("waits 1", 2, 2)
        yield* Effect.andThen(store.claim(where, last), store.keepPart(where, last, "[]")).pipe(sql.withTransaction)
        yield* sql`
          delete from agent_operations.import_parts where project_id = 'many' and import_key = 'waits 1' and part = 2`
        // What is applied waits no more, and what has one part never did.
        yield* Effect.gen(function* () {
          yield* store.claim(where, asked("whole"))
          yield* store.keepPart(where, asked("whole"), null)
        }).pipe(sql.withTransaction)
        yield* store.finish(where, "waits 1", { report })
        yield* waits(sql, "one more", where)
      })
    )

    it.effect("the parts of an import are bounded together", () =>
      Effect.gen(function* () {
        const store = yield* ImportStore
        const { most, beyond } = limits.imports["parts of an import together"]
        const part = "a".repeat(most / 4)
        yield* store.claim(space, asked("large", 1, 5))
        for (const n of [1, 2, 3]) yield* store.keepPart(space, asked("large", n, 5), part)
        yield* store.keepPart(space, asked("large", 4, 5), part.padEnd(most - 3 * part.length, "a"))
        const error = yield* Effect.flip(store.keepPart(space, asked("large", 5, 5), "a"))
        assert.strictEqual(error._tag, beyond)
      })
    )
  })
})
