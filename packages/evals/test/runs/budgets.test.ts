import { describeOnBothDatabases } from "@agent-operations/testing"
import { racing } from "@agent-operations/testing/locked"
import { layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { assert } from "vitest"
import type { Space } from "../../src/runs/model.ts"
import { RunStore } from "../../src/runs/store/RunStore.ts"
import { runOf, storeOn } from "./world.ts"

let tenants = 0
const ownSpace = (): Space => ({ tenant: `org_b${tenants++}`, project: "prj_one" })

/** Whose account it is. */
const owners = ["", "prj_one"] as const

/** In which month, reckoned from this one, something was last spent, and whether that counts in this month. */
const months = [
  { monthly: true, ago: 0, counts: true },
  { monthly: true, ago: 1, counts: false },
  { monthly: true, ago: 12, counts: false },
  { monthly: false, ago: 0, counts: true },
  { monthly: false, ago: 1, counts: true },
  { monthly: false, ago: 12, counts: true }
] as const

const cases = owners.flatMap((owner) =>
  months.map((month) => ({ owner: owner === "" ? "the organization" : "the project", project: owner, ...month }))
)

interface Case {
  readonly project: string
  readonly monthly: boolean
  readonly ago: number
}

/** An account with a limit of 50, of which 40 were spent in some month. */
const spentBefore = ({ tenant }: Space, { project, monthly, ago }: Case) =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      insert into agent_operations.eval_accounts (tenant_id, project_id, limit_micros, monthly, month, spent_micros)
      values (${tenant}, ${project}, 50, ${monthly},
        date_trunc('month', now() at time zone 'utc') - ${ago}::int * interval '1 month', 40)`
  )

const stateOf = (space: Space, project: string) =>
  RunStore.use((store) =>
    Effect.map(store.accounts(space), (accounts) => accounts.find((account) => account.project === project)!)
  )

const lane = (space: Space) => ({ space, lane: "app" })

/** Begins as much of a run of 12 targets as its account lets, each of which may cost 5. */
const begin = (space: Space) =>
  Effect.gen(function* () {
    const store = yield* RunStore
    const created = yield* store.create(
      space,
      ...runOf(12, { holdMicros: 5n, lane: { key: "app", maxConcurrency: 50 } })
    )
    assert(created._tag === "Run")
    const worker = yield* store.register({ isAlone: false, leaseMillis: 60_000 })
    const claims = yield* store.claim({ worker, room: 20, lane: lane(space) })
    assert(claims !== "Dead")
    return { worker, claims, run: (yield* store.run(space, created.id))! }
  })

describeOnBothDatabases("budgets by their period", (database) => {
  layer(storeOn(database), { excludeTestServices: true })((it) => {
    it.effect.each(cases)(
      "U1: of $owner, monthly: $monthly, what was spent $ago months ago counts: $counts",
      (account) =>
        Effect.gen(function* () {
          const [store, sql, space] = [yield* RunStore, yield* SqlClient.SqlClient, ownSpace()]
          yield* spentBefore(space, account)
          const spent = account.counts ? 40n : 0n

          const state = yield* stateOf(space, account.project)
          assert.deepInclude(state, { limit: 50n, spent, held: 0n, monthly: account.monthly })
          const [{ next }] = (yield* sql<{ next: Date }>`
            select (date_trunc('month', now() at time zone 'utc') + interval '1 month') at time zone 'utc' as next`) as [
            { next: Date }
          ]
          assert.deepStrictEqual(state.resetsAt, account.monthly ? next : null)

          // 2 of 5 each are left of this month's 50, or 10.
          const { worker, claims, run } = yield* begin(space)
          assert.lengthOf(claims, account.counts ? 2 : 10)
          assert.deepInclude(run, { status: "paused", reason: "budget", heldMicros: 5n * BigInt(claims.length) })

          const attempt = {
            ...{ number: 1, startedAt: 0, endedAt: 1, outcome: "succeeded" as const, errorCode: null, message: null },
            ...{ httpStatus: 200, retryAfterMs: null, spentMicros: 3, assumed: false }
          }
          const output = { output: '"fine"', exchange: "{}", overrun: false }
          const key = { space, runId: run.id, ordinal: claims[0]!.ordinal }
          assert.deepStrictEqual(yield* store.settle(worker, [{ _tag: "Output", ...key, attempt, ...output }]), [true])
          const held = 5n * BigInt(claims.length - 1)
          assert.deepInclude(yield* stateOf(space, account.project), { spent: spent + 3n, held })
          const [month] = yield* sql<{ isThis: boolean; spent: bigint }>`
            select month = date_trunc('month', now() at time zone 'utc')::date as "isThis", spent_micros as spent
            from agent_operations.eval_accounts where tenant_id = ${space.tenant} and project_id = ${account.project}`
          assert.deepStrictEqual(month, { isThis: true, spent: spent + 3n })
        })
    )

    it.effect.each(cases)(
      "U1: the limit of $owner is lowered to what is spent and held, monthly: $monthly, $ago months ago",
      (account) =>
        Effect.gen(function* () {
          const [store, space] = [yield* RunStore, ownSpace()]
          yield* spentBefore(space, account)
          yield* begin(space)
          const { spent, held } = yield* stateOf(space, account.project)
          assert.deepStrictEqual([spent, held], account.counts ? [40n, 10n] : [0n, 50n])
          // Of what no hold has brought into this month yet.
          yield* SqlClient.SqlClient.use(
            (sql) => sql`
              update agent_operations.eval_accounts set spent_micros = 40, month = (
                date_trunc('month', now() at time zone 'utc') - ${account.ago}::int * interval '1 month')::date
              where tenant_id = ${space.tenant} and project_id = ${account.project}`
          )
          const of = { tenant: space.tenant, project: account.project }
          const set = (limit: bigint | null) => store.setLimit(of, { limit, monthly: account.monthly })
          assert.strictEqual(yield* set(0n), 50n)
          assert.strictEqual(yield* set(1000n), 1000n)
          assert.isNull(yield* set(null))
          assert.isNull((yield* stateOf(space, account.project)).limit)
        })
    )

    it.effect("U1: a budget becomes monthly, and no longer, as it is set", () =>
      Effect.gen(function* () {
        const [store, space] = [yield* RunStore, ownSpace()]
        yield* spentBefore(space, { project: "", monthly: false, ago: 1 })
        const set = (limit: bigint, monthly: boolean) =>
          store.setLimit({ tenant: space.tenant, project: "" }, { limit, monthly })
        assert.strictEqual((yield* stateOf(space, "")).spent, 40n)
        // Nothing was spent this month, so that no limit is too low; of what was spent ever, 10 is.
        assert.strictEqual(yield* set(10n, true), 10n)
        assert.deepInclude(yield* stateOf(space, ""), { limit: 10n, spent: 0n, monthly: true })
        assert.strictEqual(yield* set(10n, false), 40n)
        assert.deepInclude(yield* stateOf(space, ""), { limit: 40n, spent: 40n, monthly: false, resetsAt: null })
      })
    )

    it.effect(
      "U1: of two accounts the one with less left decides, and other projects and organizations have their own",
      () =>
        Effect.gen(function* () {
          const [store, space] = [yield* RunStore, ownSpace()]
          const [other, elsewhere] = [
            { ...space, project: "prj_two" },
            { ...ownSpace(), project: "prj_one" }
          ]
          const limit = (of: Space, micros: bigint) => store.setLimit(of, { limit: micros, monthly: false })
          yield* limit({ ...space, project: "" }, 30n)
          yield* limit(space, 10n)
          yield* limit(elsewhere, 1n)
          assert.lengthOf((yield* begin(space)).claims, 2)
          // 20 are left of the organization's.
          assert.lengthOf((yield* begin(other)).claims, 4)
          assert.lengthOf((yield* begin(elsewhere)).claims, 0)
          assert.deepInclude(yield* stateOf(space, ""), { held: 30n, spent: 0n })
          assert.deepInclude(yield* stateOf(space, "prj_one"), { held: 10n })
          assert.deepInclude(yield* stateOf(other, "prj_two"), { held: 20n, limit: null })
          yield* limit({ ...elsewhere, project: "" }, 1000n)
          assert.lengthOf((yield* begin(elsewhere)).claims, 0)
        })
    )

    it.effect("U1: two that begin calls of two apps at once begin no more than their account lets", () =>
      Effect.gen(function* () {
        const [store, space] = [yield* RunStore, ownSpace()]
        yield* store.setLimit(space, { limit: 25n, monthly: false })
        yield* store.setLimit({ ...space, project: "" }, { limit: null, monthly: false })
        const workers = yield* Effect.forEach(["one", "two"], (key) =>
          Effect.gen(function* () {
            yield* store.create(space, ...runOf(4, { holdMicros: 5n, lane: { key, maxConcurrency: 50 } }))
            const worker = yield* store.register({ isAlone: false, leaseMillis: 600_000 })
            return store.claim({ worker, room: 20, lane: { space, lane: key } })
          })
        )
        const lock = (sql: SqlClient.SqlClient) => sql`lock table agent_operations.eval_accounts in share mode`
        const claims = yield* racing(database, lock, workers)
        assert.lengthOf(claims.flat(), 5)
        assert.deepInclude(yield* stateOf(space, "prj_one"), { held: 25n, spent: 0n })
      })
    )

    const [dear, cheap] = [100n, 1n]

    /** Runs of two targets each in one lane, in the order of their IDs, and a worker with room for some targets. */
    const inLane = (space: Space, holds: ReadonlyArray<bigint>, room = 2) =>
      Effect.gen(function* () {
        const store = yield* RunStore
        const create = (holdMicros: bigint) =>
          Effect.map(
            store.create(space, ...runOf(2, { holdMicros, lane: { key: "app", maxConcurrency: 50 } })),
            (created) => (created._tag === "Run" ? created.id : assert.fail(created._tag))
          )
        const worker = yield* store.register({ isAlone: false, leaseMillis: 600_000 })
        const claimed = Effect.map(store.claim({ worker, room, lane: lane(space) }), (claims) =>
          claims === "Dead" ? assert.fail(claims) : claims.map(({ runId }) => runId)
        )
        return { store, create, claimed, ids: yield* Effect.forEach(holds, create) }
      })

    /** One dear run more of a target each in the lane than are looked at, in front of all others. */
    const manyDear = (space: Space, status: string, reason: string | null) =>
      SqlClient.SqlClient.use(
        (sql) => sql`
          with made as (
            insert into agent_operations.eval_runs (tenant_id, project_id, id, request_key, name, status, reason, pins, plan,
              metadata, lane, max_concurrency, max_attempts, retry_lost, hold_micros, repetitions, total, queued, created_by)
            select ${space.tenant}, ${space.project}, 'evr_0' || lpad(n::text, 5, '0'), 'many ' || n, '', ${status}, ${reason}::text,
              '{}', '{}', '{}', 'app', 500, 3, true, ${dear}::bigint, 1, 1, 1, '{}' from generate_series(1, 201) as n returning id
          )
          insert into agent_operations.eval_targets
            (tenant_id, project_id, run_id, ordinal, item_id, item_from_version, repetition, status)
          select ${space.tenant}, ${space.project}, id, 0, '', 0, 1, 'queued' from made`
      )

    /** Whether the lane was to be looked at again at once, and not a second later or more. */
    const isDueNow = ({ tenant, project }: Space) =>
      SqlClient.SqlClient.use((sql) =>
        Effect.map(
          sql<{ due: boolean }>`
            select due_at <= served_at + interval '500 milliseconds' as due from agent_operations.eval_lanes
            where tenant_id = ${tenant} and project_id = ${project}`,
          ([row]) => row!.due
        )
      )

    it.effect("U1, X9: runs that can't be paid hide none that can, and those behind them are looked at at once", () =>
      Effect.gen(function* () {
        const space = ownSpace()
        const { store, create, claimed, ids } = yield* inLane(space, [dear, dear, dear, cheap])
        const last = ids.at(-1)!
        yield* store.setLimit(space, { limit: 10n, monthly: false })
        assert.deepStrictEqual(yield* claimed, [])
        assert.isTrue(yield* isDueNow(space))
        assert.deepStrictEqual(yield* claimed, [last])
        assert.isTrue(yield* isDueNow(space))
        // All three wait for money now, in front of what is left of the cheap one, and of another.
        assert.deepStrictEqual(yield* claimed, [last])
        const another = yield* create(cheap)
        assert.deepStrictEqual(yield* claimed, [another, another])
        assert.deepStrictEqual(yield* claimed, [])
        assert.isFalse(yield* isDueNow(space))
      })
    )

    it.effect("U1, X9: of runs that wait for money the cheapest goes on, however many dear ones are before it", () =>
      Effect.gen(function* () {
        const space = ownSpace()
        const { store, create, claimed } = yield* inLane(space, [])
        yield* manyDear(space, "paused", "budget")
        const id = yield* create(cheap)
        yield* store.setLimit(space, { limit: 0n, monthly: false })
        assert.deepStrictEqual(yield* claimed, [])
        assert.deepInclude(yield* store.run(space, id), { status: "paused", reason: "budget" })
        yield* store.setLimit(space, { limit: 10n, monthly: false })
        assert.deepStrictEqual(yield* claimed, [id, id])
      })
    )

    it.effect("X9: behind as many runs as are looked at others are looked at at once, however much room there is", () =>
      Effect.gen(function* () {
        const [space, sql] = [ownSpace(), yield* SqlClient.SqlClient]
        const { store, create, claimed } = yield* inLane(space, [], 500)
        yield* manyDear(space, "queued", null)
        const id = yield* create(cheap)
        yield* store.setLimit(space, { limit: 10n, monthly: false })
        assert.deepStrictEqual(yield* claimed, [])
        assert.isTrue(yield* isDueNow(space))
        assert.deepStrictEqual(yield* claimed, [id, id])
        yield* sql`
          update agent_operations.eval_runs set reason = 'budget', status = 'paused', queued = 1, hold_micros = 0
          where tenant_id = ${space.tenant} and id like 'evr_00%'`
        yield* store.setLimit(space, { limit: 1n, monthly: false })
        assert.lengthOf(yield* claimed, 200)
        assert.isTrue(yield* isDueNow(space))
        assert.lengthOf(yield* claimed, 1)
        assert.isFalse(yield* isDueNow(space))
      })
    )

    it.effect("U1: a run that costs nothing goes on, however far its account is overdrawn", () =>
      Effect.gen(function* () {
        const [space, sql] = [ownSpace(), yield* SqlClient.SqlClient]
        const { store, claimed, ids } = yield* inLane(space, [cheap, 0n, dear])
        const [first, free] = [ids[0]!, ids[1]!]
        yield* store.setLimit(space, { limit: 1n, monthly: false })
        assert.deepStrictEqual((yield* claimed).toSorted(), [first, free])
        yield* sql`update agent_operations.eval_accounts set spent_micros = 10 where tenant_id = ${space.tenant}`
        yield* sql`
          update agent_operations.eval_runs set status = 'paused', reason = 'budget'
          where tenant_id = ${space.tenant} and id = ${free}`
        assert.deepStrictEqual(yield* claimed, [free])
      })
    )

    it.effect("usage is of the days from one on and before another, of one project, by each key", () =>
      Effect.gen(function* () {
        const [store, sql, space] = [yield* RunStore, yield* SqlClient.SqlClient, ownSpace()]
        const add = (day: string, run: string, app: string, scorer: string, micros: number, project = space.project) =>
          sql`
            insert into agent_operations.eval_usage
              (tenant_id, project_id, day, run_id, app_id, scorer_id, spent_micros)
            values (${space.tenant}, ${project}, ${day}, ${run}, ${app}, ${scorer}, ${micros})`
        yield* add("2015-01-01", "evr_a", "app_a", "", 1)
        yield* add("2015-01-02", "evr_a", "app_a", "", 10)
        yield* add("2015-01-02", "evr_a", "", "sc_a", 100)
        yield* add("2015-01-03", "evr_b", "app_b", "", 1000)
        yield* add("2015-01-04", "evr_b", "app_b", "", 10_000)
        yield* add("2015-01-02", "evr_a", "app_a", "", 5, "prj_two")
        const range = { from: new Date("2015-01-02T00:00:00Z"), to: new Date("2015-01-04T00:00:00Z") }
        const usage = (groupBy: "run" | "app" | "scorer" | "day", after?: string, limit = 10) =>
          Effect.map(store.usage(space, { ...range, groupBy, after, limit }), (rows) =>
            rows.map(({ key, spent }) => [key, Number(spent)])
          )
        assert.deepStrictEqual(yield* usage("day"), [
          ["2015-01-02", 110],
          ["2015-01-03", 1000]
        ])
        assert.deepStrictEqual(yield* usage("run"), [
          ["evr_a", 110],
          ["evr_b", 1000]
        ])
        assert.deepStrictEqual(yield* usage("app"), [
          ["app_a", 10],
          ["app_b", 1000]
        ])
        assert.deepStrictEqual(yield* usage("scorer"), [["sc_a", 100]])
        assert.deepStrictEqual(yield* usage("run", "evr_a"), [["evr_b", 1000]])
        assert.deepStrictEqual(yield* usage("run", "evr_b"), [])
        assert.deepStrictEqual(yield* usage("run", undefined, 1), [["evr_a", 110]])
      })
    )
  })
})
