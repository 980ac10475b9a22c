import { describeOnBothDatabases } from "@agent-operations/testing"
import { layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { assert } from "vitest"
import type { ScoreRecord } from "../../src/runs/model.ts"
import type { Outcome } from "../../src/runs/store/outcome.ts"
import { RunStore } from "../../src/runs/store/RunStore.ts"
import { answered, attempt, begin, failed, lane, retried, score, settleEach, settleScores } from "./begun.ts"
import { assertLaws } from "./invariants.ts"
import { freshSpace, storeOn } from "./world.ts"

const failures = (count: number) => Array.from({ length: count }, () => failed)

describeOnBothDatabases("what a run counts", (database) => {
  layer(storeOn(database), { excludeTestServices: true })((it) => {
    it.effect.each([
      ["19 failures are not yet", failures(19), "running"],
      ["20 failures are", failures(20), "paused"],
      ["failures around an answer are not", [...failures(19), answered(), ...failures(19)], "running"],
      ["20 failures after an answer are", [answered(), ...failures(20)], "paused"],
      ["failed attempts that are made again are as much as any", Array.from({ length: 20 }, () => retried), "paused"]
    ] as const)("an app that is away: %s", ([, outcomes, status]) =>
      Effect.gen(function* () {
        const begun = yield* begin(60, { lane: { ...lane, maxConcurrency: 50 } })
        yield* settleEach(begun, 0, outcomes)
        assert.deepInclude(yield* begun.run, { status, reason: status === "paused" ? "app_unavailable" : null })
        yield* assertLaws(begun.space)
      })
    )

    it.effect("of failures and answers that come together, those after the last answer count", () =>
      Effect.gen(function* () {
        for (const [before, after, status] of [
          [20, 19, "running"],
          [0, 20, "paused"]
        ] as const) {
          const { store, space, id, worker, run } = yield* begin(60, { lane: { ...lane, maxConcurrency: 50 } })
          const outcomes = [...failures(before), answered(), ...failures(after)]
          yield* store.settle(
            worker,
            outcomes.map((outcome, ordinal) => ({ ...outcome, space, runId: id, ordinal }) as Outcome)
          )
          assert.strictEqual((yield* run).status, status)
        }
      })
    )

    it.effect("an app that is away pauses no run of which nothing waits for it", () =>
      Effect.gen(function* () {
        const begun = yield* begin(21)
        yield* settleEach(begun, 0, failures(20))
        assert.deepInclude(yield* begun.run, { status: "running", reason: null })
      })
    )

    it.effect("a run that is resumed counts failures anew", () =>
      Effect.gen(function* () {
        const begun = yield* begin(60, { lane: { ...lane, maxConcurrency: 50 } })
        yield* settleEach(begun, 0, failures(20))
        yield* begun.store.resume(begun.space, begun.id)
        yield* settleEach(begun, 20, failures(19))
        assert.strictEqual((yield* begun.run).status, "running")
        yield* settleEach(begun, 39, failures(1))
        assert.strictEqual((yield* begun.run).status, "paused")
      })
    )

    it.effect.each([
      [2, "running"],
      [3, "failed"]
    ] as const)("a run that stops after 3 failures is %i failures later %s", ([count, status]) =>
      Effect.gen(function* () {
        const begun = yield* begin(10, { stopFailed: 3 })
        yield* settleEach(begun, 0, failures(count))
        assert.strictEqual((yield* begun.run).status, status)
        yield* assertLaws(begun.space)
      })
    )

    it.effect("a run pauses where its app says to have used more than its hold, and not otherwise", () =>
      Effect.gen(function* () {
        const begun = yield* begin(10, { holdMicros: 5n })
        yield* settleEach(begun, 0, [answered()])
        assert.strictEqual((yield* begun.run).status, "running")
        yield* settleEach(begun, 1, [answered({ overrun: true })])
        assert.deepInclude(yield* begun.run, { status: "paused", reason: "budget" })
      })
    )

    it.effect("a run that paused stops for what was in flight then", () =>
      Effect.gen(function* () {
        const begun = yield* begin(10, { holdMicros: 5n, stopFailed: 2 })
        yield* settleEach(begun, 0, [answered({ overrun: true }), failed])
        assert.deepInclude(yield* begun.run, { status: "paused", reason: "budget" })
        yield* settleEach(begun, 2, failures(1))
        assert.deepInclude(yield* begun.run, { status: "failed", reason: "stop_after" })
        yield* assertLaws(begun.space)
      })
    )

    it.effect("U1: what scoring may cost is held with the call, to the last micro", () =>
      Effect.gen(function* () {
        for (const [limit, count] of [
          [29n, 1],
          [30n, 2],
          [31n, 2]
        ] as const) {
          const [store, space] = [yield* RunStore, { ...freshSpace(), tenant: `org_${limit}` }]
          yield* store.setLimit(space, { limit, monthly: false })
          const { claims } = yield* begin(3, { holdMicros: 10n, scoreHoldMicros: 5n }, space)
          assert.lengthOf(claims, count)
        }
      })
    )

    it.effect("U3: usage is of the app and of each scorer, and a single micro is some", () =>
      Effect.gen(function* () {
        const pins = JSON.stringify({ scorers: { one: { id: "sc_one" } } })
        const begun = yield* begin(1, { holdMicros: 5n, scoreHoldMicros: 5n, pins })
        const { store, space, id } = begun
        yield* settleEach(begun, 0, [answered({ attempt: attempt("succeeded", { spentMicros: 1 }) })])
        const scores = [score("one", { spentMicros: 1 }), score("two", { spentMicros: 2 }), score("three", {})]
        yield* settleScores(begun, [scores])
        const usage = (groupBy: "app" | "scorer" | "run") =>
          Effect.map(
            store.usage(space, {
              ...{ from: new Date(Date.now() - 2 * 86_400_000), to: new Date(Date.now() + 2 * 86_400_000) },
              ...{ groupBy, after: undefined, limit: 10 }
            }),
            (rows) => rows.map(({ key, spent }) => [key, spent])
          )
        assert.deepStrictEqual(yield* usage("app"), [["app", 1n]])
        assert.deepStrictEqual(yield* usage("scorer"), [
          ["sc_one", 1n],
          ["two", 2n]
        ])
        assert.deepStrictEqual(yield* usage("run"), [[id, 4n]])
        yield* assertLaws(space)
      })
    )

    it.effect("picks what a scorer scored below a value, and not what it gave no value", () =>
      Effect.gen(function* () {
        const begun = yield* begin(5)
        const { store, space, id } = begun
        yield* settleEach(
          begun,
          0,
          Array.from({ length: 4 }, () => answered())
        )
        yield* settleEach(begun, 4, [failed])
        const made: ReadonlyArray<Partial<ScoreRecord>> = [
          { value: 0.4 },
          { value: 0.5 },
          { value: 0.6 },
          { status: "failed", value: null, passed: null }
        ]
        yield* settleScores(
          begun,
          made.map((one) => [score("one", one)])
        )
        const pick = (more: { scorer?: string; below?: number; status?: "succeeded" | "failed" }) =>
          store.pick(space, { runId: id, limit: 10, ...more })
        assert.deepStrictEqual(yield* pick({}), [0, 1, 2, 3, 4])
        assert.deepStrictEqual(yield* pick({ status: "failed" }), [4])
        assert.deepStrictEqual(yield* pick({ scorer: "one" }), [0, 1, 2])
        assert.deepStrictEqual(yield* pick({ scorer: "one", below: 0.5 }), [0])
        assert.deepStrictEqual(yield* pick({ scorer: "one", below: 0.4 }), [])
        assert.deepStrictEqual(yield* pick({ scorer: "other" }), [])
        assert.deepStrictEqual(
          (yield* store.scored(space, id, "one")).map(({ status, value }) => [status, value]),
          [
            ["scored", 0.4],
            ["scored", 0.5],
            ["scored", 0.6],
            ["failed", null],
            ["unscored", null]
          ]
        )
      })
    )

    it.effect("X4: a worker is taken to be alive for its lease, and no longer", () =>
      Effect.gen(function* () {
        const [store, sql] = [yield* RunStore, yield* SqlClient.SqlClient]
        const id = yield* store.register({ isAlone: false, leaseMillis: 500_000 })
        const left = Effect.map(
          sql<{ seconds: number }>`
            select extract(epoch from alive_until - clock_timestamp())::float8 as seconds
            from agent_operations.eval_workers where id = ${id}`,
          ([row]) => row!.seconds
        )
        // Some of it passes until it is read.
        const first = yield* left
        assert.isAtMost(first, 500)
        assert.isAbove(first, 400)
        yield* store.renew(id, 900_000)
        const renewed = yield* left
        assert.isAtMost(renewed, 900)
        assert.isAbove(renewed, 800)
      })
    )

    it.effect(
      "X4: a step of the clock buries no worker that goes on saying that it lives, and one that is silent",
      () =>
        Effect.gen(function* () {
          const [store, sql] = [yield* RunStore, yield* SqlClient.SqlClient]
          const lease = 900
          const [living, dead] = [
            yield* store.register({ isAlone: false, leaseMillis: lease }),
            yield* store.register({ isAlone: false, leaseMillis: lease })
          ]
          /** As though the clock of the database had gone ahead. */
          const step = sql`
          update agent_operations.eval_workers set alive_until = alive_until - interval '1 hour'
          where id = any(${[living, dead]}) and alive_until > clock_timestamp()`
          const buried = Effect.gen(function* () {
            yield* store.bury(lease)
            const rows = yield* sql<{ id: string }>`select id from agent_operations.eval_workers`
            const left = new Set(rows.map(({ id }) => id))
            return [living, dead].filter((id) => !left.has(id))
          })
          yield* step
          assert.deepStrictEqual(yield* buried, [])
          for (let beat = 0; beat < 3; beat++) {
            // clock: by the monotonic clock it is measured how long a worker is silent
            yield* Effect.sleep("300 millis")
            assert.isTrue(yield* store.renew(living, lease))
            yield* step
            yield* buried
          }
          assert.deepStrictEqual(yield* buried, [dead])
          assert.isTrue(yield* store.renew(living, lease))
        })
    )
  })
})
