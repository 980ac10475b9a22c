import { describeOnBothDatabases } from "@agent-operations/testing"
import { daysAhead, whileClockBehind } from "@agent-operations/testing/clock-behind"
import { dropDue } from "@agent-operations/testing/drop-due"
import { layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { assert } from "vitest"
import { workerLayer } from "../../src/runs/engine/Worker.ts"
import type { Space } from "../../src/runs/model.ts"
import type { Retention } from "../../src/runs/store/expire.ts"
import { RunStore } from "../../src/runs/store/RunStore.ts"
import { assertLaws } from "./invariants.ts"
import { ended, executor, freshSpace, output, runOf, storeOn, targetsOf } from "./world.ts"

/** A run that has ended, so many days ago. */
const endedRun = (space: Space, days: number, items = 3) =>
  Effect.gen(function* () {
    const [store, sql] = [yield* RunStore, yield* SqlClient.SqlClient]
    const created = yield* store.create(space, ...runOf(items, { requestKey: `${days} days ago`, holdMicros: 5n }))
    assert(created._tag === "Run")
    yield* ended(space, created.id)
    yield* sql`
      update agent_operations.eval_runs set ended_at = ended_at - ${days}::int * interval '1 day' where id = ${created.id}`
    return created.id
  })

const detailsOf = (space: Space, id: string) =>
  Effect.flatMap(RunStore, (store) => store.scores(space, id, { ordinals: [0], aliases: ["one"] })).pipe(
    Effect.map((scores) => scores.map(({ detail }) => detail))
  )

/** A round of upkeep, where the clock runs as it should. */
const expire = Effect.fnUntraced(function* (store: RunStore["Service"], retention: Retention) {
  yield* store.goOnRemoving
  const { runs, outputs } = store.removals(retention)
  return { runs: (yield* dropDue(runs)).count, outputs: (yield* dropDue(outputs)).count }
})

const app = executor(() => Effect.succeed(output("fine", 3n)))
const working = workerLayer().pipe(Layer.provide(app.layer))

describeOnBothDatabases("the retention of runs", (database) => {
  layer(Layer.provideMerge(working, storeOn(database)), { excludeTestServices: true })((it) => {
    it.effect("K1: counts from when a run ended, though the clock was behind then", () =>
      Effect.gen(function* () {
        const [store, sql, space] = [yield* RunStore, yield* SqlClient.SqlClient, freshSpace()]
        const end = Effect.fnUntraced(function* (items: number) {
          const created = yield* store.create(space, ...runOf(items))
          assert(created._tag === "Run")
          yield* ended(space, created.id)
          return created.id
        })
        const cancelled = Effect.gen(function* () {
          const created = yield* store.create(space, ...runOf(1))
          assert(created._tag === "Run")
          yield* store.cancel(space, created.id)
          yield* ended(space, created.id)
          return created.id
        })
        for (const one of [end(1), end(0), cancelled]) {
          const id = yield* whileClockBehind(one)
          assert.strictEqual(
            yield* daysAhead(sql`select ended_at from agent_operations.eval_runs where id = ${id}`),
            400
          )
        }
      })
    )

    it.effect("takes runs away that ended longer ago, with all but their request key and their usage", () =>
      Effect.gen(function* () {
        const [store, sql, space] = [yield* RunStore, yield* SqlClient.SqlClient, freshSpace()]
        const [old, young] = [yield* endedRun(space, 31), yield* endedRun(space, 29)]
        const before = yield* targetsOf(space, young)
        assert.deepStrictEqual(yield* expire(store, {}), { runs: 0, outputs: 0 })
        yield* expire(store, { runs: "30 days" })
        assert.isUndefined(yield* store.run(space, old))
        for (const table of ["eval_targets", "eval_attempts", "eval_outputs", "eval_scores"]) {
          const rows = yield* sql`select from agent_operations.${sql.literal(table)} where run_id = ${old}`
          assert.lengthOf(rows, 0, table)
        }
        const usage = yield* sql<{ spent: string }>`
          select sum(spent_micros)::text as spent from agent_operations.eval_usage where run_id = ${old}`
        assert.deepStrictEqual(usage, [{ spent: "9" }])
        const [key, run] = runOf(3, { requestKey: "31 days ago" })
        assert.deepStrictEqual(yield* store.create(space, key, run), { _tag: "RequestKeyReused" })
        assert.deepStrictEqual(yield* targetsOf(space, young), before)
      })
    )

    it.effect(
      "goes by when a run ended, a little below and above the retention, whatever its outputs are kept for",
      () =>
        Effect.gen(function* () {
          const [store, sql, space] = [yield* RunStore, yield* SqlClient.SqlClient, freshSpace()]
          const [above, below] = [yield* endedRun(space, 30, 1), yield* endedRun(space, 20, 1)]
          // The one was made long before, and ended a little later than is kept; the other a little earlier.
          const shift = (id: string, minutes: number) => sql`
          update agent_operations.eval_runs set created_at = now() - interval '300 days',
            ended_at = now() - interval '30 days' + ${minutes}::int * interval '1 minute' where id = ${id}`
          yield* shift(above, -10)
          yield* shift(below, 10)
          assert.deepStrictEqual(yield* expire(store, { runs: "60 days", outputs: "30 days" }), { runs: 0, outputs: 1 })
          assert.isUndefined(yield* store.output(space, above, 0))
          assert.isDefined(yield* store.output(space, below, 0))
          assert.deepStrictEqual(yield* expire(store, { runs: "30 days", outputs: "60 days" }), { runs: 1, outputs: 0 })
          assert.isUndefined(yield* store.run(space, above))
          assert.isDefined(yield* store.run(space, below))
          yield* store.remove(space, below)
        })
    )

    it.effect("takes as many runs as there are, over one page of them, and outputs of each once", () =>
      Effect.gen(function* () {
        const [store, sql, space] = [yield* RunStore, yield* SqlClient.SqlClient, freshSpace()]
        // What other tests have left.
        yield* expire(store, { runs: "7 days" })
        const ids = yield* Effect.forEach(Array.from({ length: 101 }), () =>
          Effect.map(store.create(space, ...runOf(0)), (made) => (made._tag === "Run" ? made.id : ""))
        )
        // As if the first of them had as many targets as one step takes, or two.
        for (const [n, total] of [1000, 2000].entries()) {
          yield* sql`update agent_operations.eval_runs set total = ${total}, succeeded = ${total} where id = ${ids[n]!}`
        }
        yield* sql`
          update agent_operations.eval_runs set ended_at = now() - interval '8 days' where project_id = ${space.project}`
        assert.deepStrictEqual(yield* expire(store, { outputs: "7 days" }), { runs: 0, outputs: 101 })
        assert.deepStrictEqual(yield* expire(store, { outputs: "7 days" }), { runs: 0, outputs: 0 })
        assert.deepStrictEqual(yield* expire(store, { runs: "7 days" }), { runs: 101, outputs: 0 })
      })
    )

    it.effect("X2: a run whose deletion was stopped on the way is not there, and what it left goes later", () =>
      Effect.gen(function* () {
        const [store, sql, space] = [yield* RunStore, yield* SqlClient.SqlClient, freshSpace()]
        const created = yield* store.create(space, ...runOf(1001))
        assert(created._tag === "Run")
        const { id } = created
        yield* store.cancel(space, id)
        yield* ended(space, id)
        yield* sql`
          create or replace function refuse_deletion() returns trigger language plpgsql as $$
          begin raise exception 'stopped'; end $$`
        yield* sql`
          create trigger refuse_deletion before delete on agent_operations.eval_targets
          for each row when (old.ordinal = 1000) execute function refuse_deletion()`
        assert.strictEqual((yield* Effect.exit(store.remove(space, id)))._tag, "Failure")
        yield* sql`drop trigger refuse_deletion on agent_operations.eval_targets`

        const left = sql`select from agent_operations.eval_targets where run_id = ${id}`
        assert.lengthOf(yield* left, 1)
        assert.isUndefined(yield* store.run(space, id))
        assert.strictEqual((yield* store.present(space, id, [1000])).size, 0)
        assert.deepStrictEqual(yield* store.remove(space, id), { _tag: "NotFound" })
        yield* expire(store, {})
        assert.lengthOf(yield* left, 0)
        assert.lengthOf(yield* sql`select from agent_operations.eval_removals`, 0)
      })
    )

    it.effect("F1: takes outputs away, and leaves the scores, the hash and a mark", () =>
      Effect.gen(function* () {
        const [store, space] = [yield* RunStore, freshSpace()]
        // More than go in one step.
        const [old, young] = [yield* endedRun(space, 8, 1001), yield* endedRun(space, 6)]
        const before = yield* targetsOf(space, old)
        yield* expire(store, { outputs: "7 days" })
        assert.deepStrictEqual(yield* expire(store, { outputs: "7 days" }), { runs: 0, outputs: 0 })
        assert.isNotNull((yield* store.run(space, old))?.outputsRemovedAt)
        assert.isUndefined(yield* store.output(space, old, 0))
        assert.isUndefined(yield* store.output(space, old, 1000))
        assert.deepStrictEqual(yield* detailsOf(space, old), ["{}"])
        assert.deepStrictEqual(yield* targetsOf(space, old), before)
        assert.lengthOf(yield* store.scores(space, old, { ordinals: [0, 1000], aliases: ["one"] }), 2)
        assert.isNull((yield* store.run(space, young))?.outputsRemovedAt)
        assert.strictEqual((yield* store.output(space, young, 0))?.output, '"fine"')
        assert.notDeepEqual(yield* detailsOf(space, young), ["{}"])
        yield* assertLaws(space)
      })
    )

    it.effect("goes on where it was stopped, and leaves what an unfinished run carries over", () =>
      Effect.gen(function* () {
        const [store, sql, space] = [yield* RunStore, yield* SqlClient.SqlClient, freshSpace()]
        const [stopped, basis] = [yield* endedRun(space, 9), yield* endedRun(space, 8)]
        yield* sql`update agent_operations.eval_runs set outputs_removed_at = ended_at where id = ${stopped}`
        const pins = JSON.stringify({ basis: { runId: basis, carry: "outputs" } })
        const made = yield* store.create(space, ...runOf(3, { pins, basis, lane: { key: "shut", maxConcurrency: 0 } }))
        assert(made._tag === "Run")
        yield* expire(store, { outputs: "7 days" })
        assert.isUndefined(yield* store.output(space, stopped, 0))
        yield* expire(store, { runs: "7 days" })
        assert.isUndefined(yield* store.run(space, stopped))
        assert.isNull((yield* store.run(space, basis))?.outputsRemovedAt)
        assert.strictEqual((yield* store.output(space, basis, 0))?.output, '"fine"')
        yield* store.cancel(space, made.id)
        yield* expire(store, { runs: "7 days" })
        assert.isUndefined(yield* store.run(space, basis))
      })
    )
  })
})
