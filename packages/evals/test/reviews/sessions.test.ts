import { describeOnBothDatabases } from "@agent-operations/testing"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { migrations } from "../../src/reviews/store/migrations.ts"
import { ReviewStore } from "../../src/reviews/store/ReviewStore.ts"
import type { NewSession } from "../../src/reviews/store/sessions.ts"

const space = { tenant: "org_a", project: "prj_a" }
const by = { type: "user", id: "usr_1", name: "Ada" } as const

const sessionOf = (items: number, reviewersPerItem: number): NewSession => ({
  ...{ name: "Answers", rubric: {}, assignees: [], reservationMinutes: 60, blind: true, browserOnly: false },
  ...{ instructions: "", subject: { type: "traces" }, createdBy: by, reviewersPerItem },
  subjects: Array.from({ length: items }, (_, n) => ({ type: "trace", id: `trace ${n}` }))
})

let keys = 0
/** Creates sessions on one connection; how many rows of the tables the last one reads. */
const read = (...sessions: ReadonlyArray<NewSession>) =>
  Effect.gen(function* () {
    const [sql, store] = [yield* SqlClient.SqlClient, yield* ReviewStore]
    const rows = Effect.map(
      sql<{ rows: number }>`
        select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::float8 as rows from pg_stat_xact_user_tables
        where relname like 'review\\_%'`,
      ([row]) => row!.rows
    )
    let before = 0
    for (const session of sessions) {
      before = yield* rows
      yield* store.create(space, { requestKey: `key ${keys++}`, inputsHash: "hash" }, session)
    }
    return (yield* rows) - before
  }).pipe((effect) => Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(effect)))

const [items, people] = [600, 10]
const large = sessionOf(items, people)
/** A slot's check reads its item, an item's the few sessions of a page, and the slots are made of the items. */
const most = 2 * items * people

describeOnBothDatabases("a large session of reviews", (database) => {
  const stored = ReviewStore.layer.pipe(Layer.provideMerge(database.migrated([migrations])), Layer.orDie)

  layer(stored, { excludeTestServices: true })((it) => {
    it.effect("K3: is made with few reads for each slot, while nothing is known of the tables", () =>
      Effect.gen(function* () {
        assert.isAtMost(yield* read(large), most)
      })
    )
  })

  layer(stored, { excludeTestServices: true })((it) => {
    it.effect("K3: is made with few reads for each slot, where tables were seen with few rows", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* read(sessionOf(1, 5))
        yield* sql`vacuum agent_operations.review_items`
        yield* sql`vacuum agent_operations.review_sessions`
        assert.isAtMost(yield* read(large), most)
      })
    )
  })

  layer(stored, { excludeTestServices: true })((it) => {
    it.effect(
      "K3: is made with few reads for each slot, by a connection that made a small one when there were few",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* read(sessionOf(1, 5))
          yield* sql`analyze agent_operations.review_items`
          yield* sql`analyze agent_operations.review_sessions`
          assert.isAtMost(yield* read(sessionOf(1, 20), large), most)
        })
    )
  })

  layer(stored, { excludeTestServices: true })((it) => {
    it.effect(
      "K3: is made with few reads for each item, in a project with many sessions of an instance with many more",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* sql`
          insert into agent_operations.review_sessions (tenant_id, project_id, id, request_key, inputs_hash, name,
            subject_type, rubric, reviewers_per_item, assignees, reservation_minutes, blind, browser_only, instructions,
            items, created_by)
          select 'org_' || case when n < 100 then n::text else 'a' end, 'prj_' || case when n < 100 then n::text else 'a' end,
            'rvs_' || n, 'before ' || n, 'hash', 'Before', 'traces', '{}', 1, '{}', 60, true, false, '', 0, '{}'
          from generate_series(1, 500) as n`
          yield* sql`analyze agent_operations.review_sessions`
          assert.isAtMost(yield* read(large), most)
        })
    )
  })
})
