import { describeOnPostgres } from "@agent-operations/testing"
import { layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { assert } from "vitest"
import type { RunStatus, Space } from "../../src/runs/model.ts"
import type { NewRun } from "../../src/runs/store/create.ts"
import type { RunFilters } from "../../src/runs/store/list.ts"
import type { TargetsOptions } from "../../src/runs/store/reads.ts"
import { RunStore } from "../../src/runs/store/RunStore.ts"
import { answered, attempt, begin, failed, lane, retried, score, settleEach, settleScores } from "./begun.ts"
import { freshSpace, runOf, storeOn, targetsOf } from "./world.ts"

const create = (space: Space, items: number, more: Partial<NewRun>) =>
  RunStore.use((store) => store.create(space, ...runOf(items, more))).pipe(
    Effect.map((created) => {
      assert(created._tag === "Run")
      return created.id
    })
  )

const newestFirst = (ids: ReadonlyArray<string>) => ids.toSorted().toReversed()

const prompt = (id: string, revision: number) => ({ id, name: "Ask", revision, label: null })

/** Every choice of some filters among those of a run. */
const choices = (of: Required<RunFilters>): ReadonlyArray<RunFilters> =>
  Object.entries(of).reduce<ReadonlyArray<RunFilters>>(
    (all, [name, value]) => [...all, ...all.map((one) => ({ ...one, [name]: value }))],
    [{}]
  )

const begunAt = (seconds: number) => attempt("succeeded", { startedAt: 0, endedAt: seconds * 1000 })

describeOnPostgres("what is told of runs, and when work on them begins and goes on", (database) => {
  layer(storeOn(database), { excludeTestServices: true })((it) => {
    it.effect("lists have and count the runs that all filters let through, newest first, page by page", () =>
      Effect.gen(function* () {
        const [store, space] = [yield* RunStore, freshSpace()]
        const made: Array<{ readonly id: string; readonly of: Required<RunFilters> }> = []
        for (const series of ["a", "b"]) {
          for (const key of ["app_1", "app_2"]) {
            for (const datasetId of ["ds_1", "ds_2"]) {
              for (const status of ["queued", "completed"] as const) {
                const more = { series, datasetId, lane: { key, maxConcurrency: 1 } }
                const id = yield* create(space, status === "queued" ? 1 : 0, more)
                made.push({ id, of: { series, lane: key, datasetId, status } })
              }
            }
          }
        }
        const more = { series: "a", datasetId: "ds_1", lane: { key: "app_1", maxConcurrency: 1 } }
        yield* create({ ...space, project: "prj_other" }, 1, more)
        const asked = [...choices(made[5]!.of), ...choices(made[10]!.of)]
        assert.lengthOf(asked, 32)
        for (const filters of asked) {
          const right = made.filter(({ of }) =>
            Object.entries(filters).every(([name, value]) => of[name as "lane"] === value)
          )
          const ids = newestFirst(right.map(({ id }) => id))
          const walked: Array<string> = []
          for (let before: string | undefined; ;) {
            const page = yield* store.list(space, filters, { before, limit: 3 })
            walked.push(...page.map(({ id }) => id))
            assert.isAtMost(walked.length, made.length)
            if (page.length < 3) break
            before = walked.at(-1)
          }
          const told = [walked, yield* store.countRuns(space, filters)]
          assert.deepStrictEqual(told, [ids, ids.length], JSON.stringify(filters))
        }
      })
    )

    it.effect("the newest evaluation of a prompt is the newest completed run with that revision of it", () =>
      Effect.gen(function* () {
        const [store, space] = [yield* RunStore, freshSpace()]
        const pinned = (items: number, ...prompts: ReadonlyArray<ReturnType<typeof prompt>>) =>
          create(space, items, { pins: JSON.stringify({ prompts }) })
        const both = [yield* pinned(0, prompt("pr_b", 9), prompt("pr_a", 1)), yield* pinned(0, prompt("pr_a", 1))]
        const other = yield* pinned(0, prompt("pr_a", 2))
        yield* store.cancel(space, yield* pinned(1, prompt("pr_a", 1)))
        yield* pinned(1, prompt("pr_a", 1))
        const newest = (id: string, revision: number, of = space) =>
          Effect.map(store.newestWithPrompt(of, id, revision), (run) => run?.id)
        assert.deepStrictEqual(
          [yield* newest("pr_a", 1), yield* newest("pr_a", 2), yield* newest("pr_b", 9)],
          [newestFirst(both)[0], other, both[0]]
        )
        assert.deepStrictEqual(
          [yield* newest("pr_a", 9), yield* newest("pr_b", 1), yield* newest("pr_a", 1, freshSpace())],
          [undefined, undefined, undefined]
        )
      })
    )

    it.effect("targets are those that all filters let through, after an ordinal, and as many as are asked for", () =>
      Effect.gen(function* () {
        const begun = yield* begin(3, { repetitions: 2 })
        const { store, space, id } = begun
        yield* settleEach(begun, 0, [answered(), answered(), answered(), answered(), failed])
        yield* settleScores(
          begun,
          [{ value: 0.4 }, { value: 0.5 }, { status: "failed" as const, value: null }, {}].map((one, n) => [
            score(n === 3 ? "other" : "one", one)
          ])
        )
        const ordinals = (more: Partial<TargetsOptions>) =>
          Effect.map(store.targets(space, { runId: id, after: -1, limit: 10, ...more }), (found) =>
            found.map(({ ordinal }) => ordinal)
          )
        for (const [more, expected] of [
          [{}, [0, 1, 2, 3, 4, 5]],
          [{ after: 3 }, [4, 5]],
          [{ limit: 2 }, [0, 1]],
          [{ status: "succeeded" }, [0, 1, 2, 3]],
          [{ status: "failed" }, [4]],
          [{ status: "invoking" }, [5]],
          [{ itemId: "di_1" }, [2, 3]],
          [{ itemId: "di_2", status: "failed" }, [4]],
          [{ scorer: "one" }, [0, 1]],
          [{ scorer: "one", below: 0.5 }, [0]],
          [{ scorer: "one", below: 0.6, after: 0 }, [1]],
          [{ scorer: "other" }, [3]],
          [{ scorer: "other", below: 1 }, []]
        ] as const) {
          assert.deepStrictEqual(yield* ordinals(more), [...expected], JSON.stringify(more))
        }
      })
    )

    it.effect("durations are of the attempts that succeeded, in milliseconds, by nearest rank", () =>
      Effect.gen(function* () {
        const begun = yield* begin(24)
        const { store, space, id } = begun
        assert.deepStrictEqual(yield* store.durations(space, id), { p50: null, p95: null })
        yield* settleEach(begun, 0, [
          ...Array.from({ length: 20 }, (_, n) => answered({ attempt: begunAt(n + 1) })),
          ...[0, 0, 0].map(() => ({ ...failed, attempt: attempt("failed", { endedAt: 999_000 }) }) as typeof failed)
        ])
        assert.deepStrictEqual(yield* store.durations(space, id), { p50: 10_000, p95: 19_000 })
        assert.deepStrictEqual(
          (yield* targetsOf(space, id)).map(({ durationMillis }) => durationMillis),
          [...Array.from({ length: 20 }, (_, n) => 1000 * (n + 1)), null, null, null, null]
        )
      })
    )

    it.effect("attempts, outputs and scores are told as they were settled", () =>
      Effect.gen(function* () {
        const begun = yield* begin(1, { holdMicros: 90n, scoreHoldMicros: 90n })
        const { store, space, id, worker } = begun
        const first = {
          ...{ number: 1, startedAt: 1_000_000_000_001, endedAt: 1_000_000_000_502, outcome: "failed" as const },
          ...{ errorCode: "APP_TIMEOUT" as const, message: "It is away.", httpStatus: 503, retryAfterMs: 7 },
          ...{ spentMicros: 11, assumed: true }
        }
        const key = { space, runId: id, ordinal: 0 }
        yield* store.settle(worker, [{ _tag: "Retry", ...key, attempt: first, afterMillis: 0 }])
        yield* store.claim({ worker, room: 1, lane: { space, lane: lane.key } })
        const second = attempt("succeeded", { number: 2, startedAt: 5, endedAt: 9, spentMicros: 13 })
        const kept = { output: '{"b": 1}', exchange: '{"usage": {}}' }
        yield* store.settle(worker, [{ _tag: "Output", ...key, attempt: second, ...kept, overrun: false }])
        const scores = [
          score("label", { value: null, label: "good", passed: null, detail: '{"logs": "x"}', spentMicros: 17 }),
          score("number", { value: -0.25, passed: false, spentMicros: 19 })
        ]
        const aliases = scores.map(({ alias }) => alias)
        const hash = { evidenceHash: "of both" }
        yield* store.settle(worker, [{ _tag: "Scored", ...key, attempt: { number: 2 }, scores, ...hash }])

        assert.deepStrictEqual(yield* store.attempts(space, id, 0), [first, second])
        assert.deepStrictEqual(yield* store.output(space, id, 0), kept)
        assert.deepStrictEqual(
          yield* store.scores(space, id, { ordinals: [0], aliases }),
          scores.map((one) => ({ ordinal: 0, ...one }))
        )
        assert.deepStrictEqual(
          (yield* store.scores(space, id, { ordinals: [0], aliases, detailed: false })).map(({ detail }) => detail),
          ["{}", "{}"]
        )
        const [target] = yield* targetsOf(space, id)
        const { startedAt, endedAt, ...told } = target!
        assert.deepStrictEqual(told, {
          ...{ ordinal: 0, itemId: "di_0", itemFromVersion: 1, repetition: 1, status: "succeeded", attempt: 2 },
          ...{ spentMicros: 60n, errorCode: null, evidenceHash: "of both", durationMillis: 4, carriedOrdinal: null }
        })
        assert.isAtMost(startedAt!.getTime(), endedAt!.getTime())
        assert.deepInclude(yield* begun.run, { spentMicros: 60n, assumedMicros: 11n, heldMicros: 0n })
      })
    )

    it.effect("figures are kept once, and of a run that has ended alone", () =>
      Effect.gen(function* () {
        const begun = yield* begin(1)
        const { store, space, id } = begun
        yield* store.keepStatistics(space, id, "early")
        assert.isNull((yield* begun.run).statistics)
        yield* settleEach(begun, 0, [failed])
        yield* store.keepStatistics(space, id, "first")
        yield* store.keepStatistics(space, id, "second")
        assert.strictEqual((yield* begun.run).statistics, "first")
      })
    )

    it.effect("F3: what succeeded is carried over, of the same revision and repetition of an item", () =>
      Effect.gen(function* () {
        const space = freshSpace()
        const base = yield* begin(3, { repetitions: 2 }, space)
        const { store } = base
        // Of the items 0, 1 and 2, both repetitions, one of them, and none.
        yield* settleEach(base, 0, [answered(), answered(), failed, answered(), failed, failed])
        yield* settleScores(base, [[], []])
        yield* settleScores(base, [[]], 3)
        const cases = [
          { itemId: "di_2", itemFromVersion: 1 },
          { itemId: "di_1", itemFromVersion: 1 },
          { itemId: "di_0", itemFromVersion: 1 },
          { itemId: "di_0", itemFromVersion: 2 }
        ]
        const next = yield* begin(0, { basis: base.id, cases, repetitions: 3 }, space)
        assert.deepStrictEqual(
          (yield* targetsOf(space, next.id)).map(({ carriedOrdinal }) => carriedOrdinal),
          [null, null, null, null, 3, null, 0, 1, null, null, null, null]
        )
        assert.deepInclude((yield* next.run).counts, { total: 12, carried: 3 })
        const succeeded = (repetitions: number, of = cases) => store.countSucceeded(space, base.id, of, repetitions)
        assert.deepStrictEqual(
          [yield* succeeded(1), yield* succeeded(2), yield* succeeded(9), yield* succeeded(2, cases.slice(0, 2))],
          [1, 3, 3, 1]
        )
      })
    )

    /** The rest of a lane's or a target's wait, in seconds. */
    const wait = (from: string, { tenant, project }: Space) =>
      Effect.map(
        SqlClient.SqlClient.use(
          (sql) => sql<{ seconds: number }>`
            select extract(epoch from due_at - clock_timestamp())::float8 as seconds
            from agent_operations.${sql.literal(from)} where tenant_id = ${tenant} and project_id = ${project}`
        ),
        ([row]) => row!.seconds
      )

    it.effect("X6: an attempt is made again after its wait, in milliseconds, and not before", () =>
      Effect.gen(function* () {
        const begun = yield* begin(1)
        const { store, space, worker } = begun
        yield* settleEach(begun, 0, [retried])
        const again = store.claim({ worker, room: 1, lane: { space, lane: lane.key } })
        assert.deepStrictEqual(yield* again, [])
        const seconds = yield* wait("eval_targets", space)
        assert.isAtMost(seconds, 3600)
        assert.isAbove(seconds, 3500)
        yield* SqlClient.SqlClient.use(
          (sql) => sql`
            update agent_operations.eval_targets set due_at = clock_timestamp(), started_at = '2015-01-01T00:00:00Z'
            where project_id = ${space.project}`
        )
        assert.deepInclude((yield* again)[0], { ordinal: 0, work: "invoke", attempt: 2 })
        // It began with its first attempt.
        const [target] = yield* targetsOf(space, begun.id)
        assert.strictEqual(target!.startedAt!.toISOString(), "2015-01-01T00:00:00.000Z")
      })
    )

    it.effect(
      "X7, K3: a run that has as many calls out as it may is looked at once a second, whatever waits in it",
      () =>
        Effect.gen(function* () {
          const [store, space] = [yield* RunStore, freshSpace()]
          yield* create(space, 20, { lane: { ...lane, maxConcurrency: 2 } })
          const worker = yield* store.register({ isAlone: false, leaseMillis: 600_000 })
          const claim = (room: number) => store.claim({ worker, room, lane: { space, lane: lane.key } })
          assert.lengthOf(yield* claim(1), 1)
          // There may be more.
          assert.isAtMost(yield* wait("eval_lanes", space), 0)
          assert.lengthOf(yield* claim(5), 1)
          assert.isAbove(yield* wait("eval_lanes", space), 0.5)
          assert.deepStrictEqual(yield* claim(5), [])
          assert.isAbove(yield* wait("eval_lanes", space), 0.5)
        })
    )

    it.effect("a run has begun when its first target did, whatever begins later", () =>
      Effect.gen(function* () {
        const [store, space] = [yield* RunStore, freshSpace()]
        const id = yield* create(space, 3, { lane })
        assert.deepInclude(yield* store.run(space, id), { status: "queued", startedAt: null, endedAt: null })
        const worker = yield* store.register({ isAlone: false, leaseMillis: 600_000 })
        const claim = (room: number) => store.claim({ worker, room, lane: { space, lane: lane.key } })
        yield* claim(1)
        assert.isNotNull((yield* store.run(space, id))!.startedAt)
        yield* SqlClient.SqlClient.use(
          (sql) => sql`update agent_operations.eval_runs set started_at = '2015-01-01T00:00:00Z' where id = ${id}`
        )
        assert.lengthOf(yield* claim(5), 2)
        assert.strictEqual((yield* store.run(space, id))!.startedAt!.toISOString(), "2015-01-01T00:00:00.000Z")
      })
    )

    it.effect(
      "U1: what waits for money is looked at within a minute, and at once where a limit changes; it goes on by itself",
      () =>
        Effect.gen(function* () {
          const [store, space] = [yield* RunStore, { ...freshSpace(), tenant: "org_waiting" }]
          yield* store.setLimit(space, { limit: 5n, monthly: false })
          const begun = yield* begin(3, { holdMicros: 5n }, space)
          assert.lengthOf(begun.claims, 1)
          assert.deepInclude(yield* begun.run, { status: "paused", reason: "budget" })
          const again = store.claim({ worker: begun.worker, room: 5, lane: { space, lane: lane.key } })
          assert.deepStrictEqual(yield* again, [])
          const seconds = yield* wait("eval_lanes", space)
          assert.isAtMost(seconds, 60)
          assert.isAbove(seconds, 30)
          yield* store.setLimit(space, { limit: 10n, monthly: false })
          assert.isAtMost(yield* wait("eval_lanes", space), 0)
          assert.lengthOf(yield* again, 1)
          assert.deepInclude(yield* begun.run, { status: "paused", reason: "budget" })
          yield* store.setLimit({ ...space, project: "" }, { limit: null, monthly: false })
          assert.isAtMost(yield* wait("eval_lanes", space), 0)
          yield* store.setLimit(space, { limit: null, monthly: false })
          assert.lengthOf(yield* again, 1)
          assert.deepInclude(yield* begun.run, { status: "running", reason: null })
        })
    )

    it.effect("X8: a paused run that is cancelled has no reason to be paused any more", () =>
      Effect.gen(function* () {
        const [store, space] = [yield* RunStore, { ...freshSpace(), tenant: "org_poor" }]
        yield* store.setLimit(space, { limit: 0n, monthly: false })
        const { id, run } = yield* begin(2, { holdMicros: 5n }, space)
        assert.deepInclude(yield* run, { status: "paused", reason: "budget", endedAt: null })
        assert.deepStrictEqual(yield* store.cancel(space, id), { _tag: "Run", status: "cancelled" })
        const { endedAt, ...cancelled } = yield* run
        assert.deepInclude(cancelled, { status: "cancelled", reason: null })
        assert.isNotNull(endedAt)
      })
    )

    it.effect.each([
      { ...retried, afterMillis: 0 },
      { _tag: "Released", attempt: attempt("released") },
      { _tag: "Cancelled", attempt: attempt("cancelled") }
    ] as const)("X8: a call that ends as its run is being cancelled is not made again: $_tag", (outcome) =>
      Effect.gen(function* () {
        const { store, space, id, worker, run } = yield* begin(2, { maxAttempts: 3 })
        assert.deepStrictEqual(yield* store.cancel(space, id), { _tag: "Run", status: "cancelling" })
        for (const ordinal of [0, 1]) yield* store.settle(worker, [{ ...outcome, space, runId: id, ordinal }])
        const { status, counts } = yield* run
        assert.deepStrictEqual([status, counts.cancelled, counts.queued], ["cancelled", 2, 0])
      })
    )

    it.effect("what is resumed, cancelled or deleted tells the state that it is in", () =>
      Effect.gen(function* () {
        const [store, space] = [yield* RunStore, freshSpace()]
        const id = yield* create(space, 1, { lane })
        const told = Effect.gen(function* () {
          return [yield* store.resume(space, id), yield* store.remove(space, id)]
        })
        const of = (status: RunStatus, mayGoOn: boolean) => [
          { _tag: mayGoOn ? ("Run" as const) : ("Ended" as const), status },
          { _tag: "NotEnded" as const, status }
        ]
        assert.deepStrictEqual(yield* told, of("queued", true))
        const worker = yield* store.register({ isAlone: false, leaseMillis: 600_000 })
        yield* store.claim({ worker, room: 1, lane: { space, lane: lane.key } })
        assert.deepStrictEqual(yield* told, of("running", true))
        assert.deepStrictEqual(yield* store.cancel(space, id), { _tag: "Run", status: "cancelling" })
        assert.deepStrictEqual(yield* told, of("cancelling", false))
        const key = { space, runId: id, ordinal: 0 }
        yield* store.settle(worker, [{ _tag: "Cancelled", ...key, attempt: attempt("cancelled") }])
        assert.deepStrictEqual(yield* store.resume(space, id), { _tag: "Ended", status: "cancelled" })
        assert.deepStrictEqual(yield* store.cancel(space, id), { _tag: "Ended", status: "cancelled" })
        const elsewhere = freshSpace()
        assert.deepStrictEqual(
          [yield* store.resume(elsewhere, id), yield* store.cancel(elsewhere, id), yield* store.remove(elsewhere, id)],
          [{ _tag: "NotFound" }, { _tag: "NotFound" }, { _tag: "NotFound" }]
        )
        assert.deepStrictEqual(yield* store.remove(space, id), { _tag: "Deleted" })
      })
    )

    it.effect(
      "X9: of lanes that are due, the one that was served longest ago is next, with as much as there is room for",
      () =>
        Effect.gen(function* () {
          const [store, sql, space] = [yield* RunStore, yield* SqlClient.SqlClient, freshSpace()]
          yield* sql`update agent_operations.eval_lanes set due_at = 'infinity'`
          for (const key of ["b", "a", "c"]) yield* create(space, 4, { lane: { key, maxConcurrency: 9 } })
          const worker = yield* store.register({ isAlone: false, leaseMillis: 600_000 })
          const next = Effect.map(store.claim({ worker, room: 2, lane: undefined }), (claims) => {
            assert(claims !== "Dead")
            return claims.map((claim) => claim.lane)
          })
          const served = [yield* next, yield* next, yield* next]
          assert.sameDeepMembers(served, [
            ["a", "a"],
            ["b", "b"],
            ["c", "c"]
          ])
          assert.deepStrictEqual([yield* next, yield* next, yield* next], served)
          assert.deepStrictEqual(yield* next, [])
        })
    )

    it.effect("X6: outputs that others left are scored first, within the room that there is", () =>
      Effect.gen(function* () {
        const begun = yield* begin(2)
        const { store, space, worker } = begun
        yield* settleEach(begun, 0, [answered(), answered()])
        yield* store.leave(worker)
        yield* store.bury(15_000)
        yield* create(space, 4, { lane })
        const other = yield* store.register({ isAlone: false, leaseMillis: 600_000 })
        const claims = yield* store.claim({ worker: other, room: 3, lane: { space, lane: lane.key } })
        assert(claims !== "Dead")
        assert.deepStrictEqual(
          claims.map(({ work }) => work),
          ["score", "score", "invoke"]
        )
      })
    )
  })
})
