import { migrate } from "@agent-operations/database"
import type { ImportReport } from "@agent-operations/contract/imports"
import { describeOnBothDatabases } from "@agent-operations/testing"
import { layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { assert } from "vitest"
import { ImportStore, maxImportBytes } from "../../src/imports/store/ImportStore.ts"
import { migrations } from "../../src/imports/store/migrations.ts"

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

describeOnBothDatabases("the keys of imports", (database) => {
  const services = ImportStore.layer.pipe(
    Layer.provideMerge(Layer.effectDiscard(migrate([migrations]))),
    Layer.provideMerge(database.layer)
  )
  layer(services)((it) => {
    it.effect("I2: upkeep drops parts after an hour and reports after 30 days, and an applied key stays used", () =>
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
        assert.deepStrictEqual(yield* store.upkeep, { parts: 1, reports: 1 })
        assert.deepStrictEqual(yield* store.upkeep, { parts: 0, reports: 0 })

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

    it.effect("the parts of an import are bounded together", () =>
      Effect.gen(function* () {
        const store = yield* ImportStore
        const part = "a".repeat(maxImportBytes / 4)
        yield* store.claim(space, asked("large", 1, 5))
        for (const n of [1, 2, 3, 4]) yield* store.keepPart(space, asked("large", n, 5), part)
        const error = yield* Effect.flip(store.keepPart(space, asked("large", 5, 5), "a"))
        assert.strictEqual(error._tag, "PAYLOAD_TOO_LARGE")
      })
    )
  })
})
