import { describeOnBothDatabases } from "@agent-operations/testing"
import { layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { assert } from "vitest"
import { limits } from "../../../../tooling/readme/src/limits.ts"
import type { Space } from "../../src/runs/model.ts"
import { RunStore } from "../../src/runs/store/RunStore.ts"
import { freshSpace, runOf, storeOn } from "./world.ts"

const { most } = limits.scorers["runs of a project that have not ended"]
const lane = { key: "app", maxConcurrency: 50 }

/** Runs of one target each, the first of which are of most IDs. */
const many = Effect.fnUntraced(function* ({ tenant, project }: Space, count: number) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    with made as (
      insert into agent_operations.eval_runs (tenant_id, project_id, id, request_key, name, status, pins, plan, metadata, lane,
        max_concurrency, max_attempts, retry_lost, hold_micros, repetitions, total, queued, created_by)
      select ${tenant}, ${project}, 'evr_0' || lpad(n::text, 5, '0'), 'many ' || n, '', 'queued', '{}', '{}', '{}', ${lane.key},
        50, 3, true, 0, 1, 1, 1, '{}' from generate_series(1, ${count}::int) as n returning id
    )
    insert into agent_operations.eval_targets
      (tenant_id, project_id, run_id, ordinal, item_id, item_from_version, repetition, status)
    select ${tenant}, ${project}, id, 0, '', 0, 1, 'queued' from made`
  yield* sql`
    insert into agent_operations.eval_lanes (tenant_id, project_id, lane, due_at)
    values (${tenant}, ${project}, ${lane.key}, clock_timestamp()) on conflict do nothing`
})

/** How many runs of a project were ever locked or changed. */
const touched = ({ tenant, project }: Space) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ count: number }>`
        select count(*)::int as count from agent_operations.eval_runs as r
        where r.tenant_id = ${tenant} and r.project_id = ${project} and r.xmax::text <> '0'`,
      ([row]) => row!.count
    )
  )

describeOnBothDatabases("runs that have not ended", (database) => {
  layer(storeOn(database), { excludeTestServices: true })((it) => {
    it.effect("K3: are as many in a project as it may have, whoever creates them at once", () =>
      Effect.gen(function* () {
        const [store, space] = [yield* RunStore, freshSpace()]
        yield* many(space, most - 5)
        const create = (requestKey: string, of = space) => store.create(of, ...runOf(1, { requestKey, lane }))
        const keys = Array.from({ length: 12 }, (_, n) => `key ${n}`)
        const made = yield* Effect.forEach(keys, (key) => create(key), { concurrency: "unbounded" })
        assert.strictEqual(made.filter(({ _tag }) => _tag === "Run").length, 5)
        assert.strictEqual(made.filter(({ _tag }) => _tag === "TooManyRuns").length, 7)
        // What is there already is told, other projects have their own, and the key of what was refused is as good as new.
        const refused = made.findIndex(({ _tag }) => _tag === "TooManyRuns")
        const found = made.findIndex(({ _tag }) => _tag === "Run")
        assert.deepInclude(yield* create(keys[found]!), { _tag: "Run", isNew: false })
        assert.strictEqual((yield* create("other", freshSpace()))._tag, "Run")
        assert.strictEqual((yield* create(keys[refused]!))._tag, "TooManyRuns")
        yield* store.cancel(space, "evr_000001")
        assert.deepInclude(yield* create(keys[refused]!), { _tag: "Run", isNew: true })
      })
    )

    it.effect("K3: are looked at in part, those first whose targets come first, and those that others left", () =>
      Effect.gen(function* () {
        const [store, space] = [yield* RunStore, freshSpace()]
        const at = { space, lane: lane.key }
        const register = store.register({ isAlone: false, leaseMillis: 600_000 })
        const [worker, gone] = [yield* register, yield* register]
        const long = yield* store.create(space, ...runOf(3, { lane }))
        assert(long._tag === "Run")
        assert.strictEqual((yield* store.claim({ worker: gone, room: 1, lane: at })).length, 1)
        yield* many(space, 600)
        const before = yield* touched(space)
        const claims = yield* store.claim({ worker, room: 30, lane: at })
        assert(claims !== "Dead")
        const expected = Array.from({ length: 30 }, (_, n) => `evr_0${`${n + 1}`.padStart(5, "0")}`)
        assert.deepStrictEqual(
          claims.map(({ runId }) => runId),
          expected
        )
        assert.isAtMost((yield* touched(space)) - before, 250)
        // The call of the run that is not looked at counts, too.
        const more = yield* store.claim({ worker, room: 30, lane: at })
        assert.strictEqual(more.length, lane.maxConcurrency - 31)

        yield* store.leave(gone)
        yield* store.bury(15_000)
        yield* SqlClient.SqlClient.use(
          (sql) => sql`
            update agent_operations.eval_targets as t set status = 'scoring', worker_id = null
            where t.tenant_id = ${space.tenant} and t.project_id = ${space.project} and t.run_id = 'evr_000600'`
        )
        const left = yield* store.claim({ worker, room: 1, lane: at })
        assert(left !== "Dead")
        assert.deepStrictEqual(
          left.map(({ runId, work }) => [runId, work]),
          [["evr_000600", "score"]]
        )
      })
    )

    it.effect("X7: go on behind those whose targets all wait to be tried again", () =>
      Effect.gen(function* () {
        const [store, space] = [yield* RunStore, freshSpace()]
        const worker = yield* store.register({ isAlone: false, leaseMillis: 600_000 })
        yield* many(space, 250)
        yield* SqlClient.SqlClient.use(
          (sql) => sql`
            update agent_operations.eval_targets as t set due_at = now() + interval '1 hour'
            where t.tenant_id = ${space.tenant} and t.project_id = ${space.project} and t.run_id <= 'evr_000220'`
        )
        const claims = yield* store.claim({ worker, room: 2, lane: { space, lane: lane.key } })
        assert(claims !== "Dead")
        assert.deepStrictEqual(
          claims.map(({ runId }) => runId),
          ["evr_000221", "evr_000222"]
        )
      })
    )
  })
})
