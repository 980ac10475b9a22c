import { assert, describe, it, layer } from "@effect/vitest"
import { Clock, Duration, Effect, Layer, Logger, Metric } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { allowHeldBack, heldBack, removeWhenDue, UpkeepClock, upkeepMigrations } from "../../src/index.ts"
import type { Removal } from "../../src/upkeep/decide.ts"
import { makeRound } from "../../src/upkeep/remove-when-due.ts"
import { describeOnBothDatabases } from "../databases.ts"

const day = 86_400_000

/** Things that are so many days old by the database's clock, and how they are removed. */
const things = (ages: ReadonlyArray<number>, now: number, removal: Partial<Removal<never>> = {}) => {
  let kept = ages.map((days) => now - days * day)
  const made: Removal<never> = {
    of: "things",
    age: "90 days",
    count: (until) => Effect.sync(() => ({ due: kept.filter((at) => at < until).length, kept: kept.length })),
    remove: (until) =>
      Effect.sync(() => {
        const before = kept.length
        kept = kept.filter((at) => at >= until)
        return { count: before - kept.length }
      }),
    ...removal
  }
  return { left: () => kept.length, removal: made }
}

const now = SqlClient.SqlClient.use((sql) =>
  Effect.map(sql<{ now: number }>`select (extract(epoch from now()) * 1000)::float8 as now`, ([row]) => row!.now)
)

/** As though the clock had gone ahead so far since what is recorded. */
const clockAhead = (days: number) =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      update agent_operations.upkeep set observed = observed - ${days}::float8 * interval '1 day',
        seen = seen - ${days}::float8 * interval '1 day'`
  )

/** A process of its own, whose monotonic clock a test moves, and what it logs. */
const process = Effect.gen(function* () {
  const lines: Array<string> = []
  const system = yield* Clock.Clock
  let moved = 0n
  const nanos = () => system.monotonicTimeNanosUnsafe() + moved
  const clock: Clock.Clock = {
    currentTimeMillisUnsafe: () => system.currentTimeMillisUnsafe(),
    currentTimeMillis: system.currentTimeMillis,
    currentTimeNanosUnsafe: () => system.currentTimeNanosUnsafe(),
    currentTimeNanos: system.currentTimeNanos,
    monotonicTimeNanosUnsafe: nanos,
    monotonicTimeNanos: Effect.sync(nanos),
    sleep: (duration) => system.sleep(duration)
  }
  const logger = Logger.layer([
    Logger.make(({ logLevel, message }) => void lines.push(`${logLevel} ${String(message)}`))
  ])
  const services = yield* Layer.build(Layer.fresh(UpkeepClock.layer).pipe(Layer.provideMerge(logger))).pipe(
    Effect.provideService(Clock.Clock, clock)
  )
  return {
    lines,
    pass: (days: number) => void (moved += BigInt(days * day) * 1_000_000n),
    makeRounds: (removal: Removal<never>) => {
      const round = makeRound(removal, "1 hour")
      return round.pipe(Effect.provide(services), Effect.provideService(Clock.Clock, clock))
    }
  }
})

const heldOf = Effect.map(heldBack, (held) => held.map(({ of, count }) => [of, count]))

const gauge = Effect.map(Metric.snapshot, (metrics) =>
  metrics
    .filter(({ id, attributes }) => id === "agent_operations_upkeep_held_back" && attributes?.["of"] === "things")
    .map(({ state }) => (state as { readonly value: number }).value)
)

describeOnBothDatabases("upkeep", (database) => {
  const over = database.migrated([upkeepMigrations])
  const fresh = Effect.andThen(SqlClient.SqlClient, (sql) => sql`delete from agent_operations.upkeep`)

  layer(over, { excludeTestServices: true })((it) => {
    it.effect(
      "K2: counts for longer than other statements may take, as a new setting makes it read a whole table",
      () =>
        Effect.gen(function* () {
          yield* fresh
          const sql = yield* SqlClient.SqlClient
          const { makeRounds } = yield* process
          const limits: Array<string> = []
          const { removal } = things([1, 100], yield* now, {
            isSetting: true,
            count: () =>
              sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.pipe(
                Effect.map(([row]) => {
                  limits.push(row!.limit)
                  return { due: 1, kept: 2 }
                }),
                Effect.orDie
              )
          })
          yield* makeRounds(removal)
          assert.deepStrictEqual(limits, ["10min", "10min"])
          const [after] = yield* sql<{ limit: string }>`select current_setting('statement_timeout') as limit`
          assert.notStrictEqual(after!.limit, "10min")
        })
    )

    it.effect("K1: holds back what only a step of the clock says is due, and says so, until the operator's word", () =>
      Effect.gen(function* () {
        yield* fresh
        const { lines, makeRounds } = yield* process
        const { left, removal } = things([1, 100, 200], yield* now)
        yield* clockAhead(400)
        const { lines: after, makeRounds: makeRoundsAfter } = yield* process
        const round = makeRoundsAfter(removal)
        yield* round
        yield* round
        assert.strictEqual(left(), 3)
        assert.deepStrictEqual(yield* heldOf, [["things", 2]])
        assert.deepStrictEqual(yield* gauge, [2])
        assert.lengthOf(after, 1)
        assert.match(
          after[0]!,
          /^Warn 2 things are held back, not dropped, as the clock went ahead by 400d .*`npm run ao -- retention allow`/
        )
        assert.deepStrictEqual(
          (yield* allowHeldBack).map(({ of }) => of),
          ["things"]
        )
        assert.deepStrictEqual(yield* heldBack, [])
        yield* makeRounds(removal)
        assert.deepStrictEqual([left(), yield* gauge], [1, [0]])
        assert.lengthOf(lines, 1)
        assert.match(lines[0]!, /^Info Dropped 2 things, from before \d{4}-/)
      })
    )

    it.effect("K1: drops it by itself once servers saw that time pass", () =>
      Effect.gen(function* () {
        yield* fresh
        yield* process
        const { left, removal } = things([100, 80], yield* now)
        yield* clockAhead(20)
        const { makeRounds, pass } = yield* process
        const round = makeRounds(removal)
        yield* round
        assert.deepStrictEqual([left(), yield* heldOf], [2, [["things", 1]]])
        pass(9)
        yield* round
        assert.strictEqual(left(), 2)
        pass(2)
        yield* round
        assert.deepStrictEqual([left(), yield* heldOf], [1, []])
      })
    )

    it.effect("K1: records at the end of a process what passed since its last round", () =>
      Effect.gen(function* () {
        yield* fresh
        const observed = SqlClient.SqlClient.use(
          (sql) => sql<{ hours: number }>`
            select round(extract(epoch from observed - now()) / 3600)::int as hours from agent_operations.upkeep`
        )
        yield* Effect.scoped(
          Effect.gen(function* () {
            const { pass } = yield* process
            pass(1 / 24)
            assert.deepStrictEqual(yield* observed, [{ hours: 0 }])
          })
        )
        assert.deepStrictEqual(yield* observed, [{ hours: 1 }])
      })
    )

    it.effect("K2: a retention that is new waits for the operator's word where anything is due", () =>
      Effect.gen(function* () {
        yield* fresh
        const { lines, makeRounds } = yield* process
        const { left, removal } = things([1, 2, 3, 100], yield* now, { isSetting: true })
        const round = makeRounds(removal)
        yield* round
        assert.deepStrictEqual([left(), yield* heldOf], [4, [["things", 1]]])
        assert.match(lines[0]!, /^Warn 1 things .* as to keep them for only 90d is new, and would remove 1 of 4\./)
        yield* allowHeldBack
        yield* round
        assert.deepStrictEqual([left(), yield* heldOf], [3, []])
      })
    )

    it.effect(
      "K2: one that is shorter drops up to half and five times the largest, else what the one before drops",
      () =>
        Effect.gen(function* () {
          yield* fresh
          const { makeRounds } = yield* process
          const ages = [95, 85, 84, 83, 82, 81, 60, 59, 58, 57, 56, 20, 10, 9, 8, 7, 6, 5, 4, 3]
          const { left, removal } = things(ages, yield* now, { isSetting: true })
          const keeping = (age: Duration.Input | undefined) => makeRounds({ ...removal, age })
          yield* keeping("90 days")
          yield* allowHeldBack
          yield* keeping("90 days")
          assert.strictEqual(left(), 19)
          yield* keeping("80 days")
          assert.strictEqual(left(), 14, "five, after one")
          yield* keeping("2 days")
          assert.deepStrictEqual([left(), yield* heldOf], [14, [["things", 14]]])
          yield* keeping("57.5 days")
          assert.deepStrictEqual([left(), yield* heldOf], [11, []])
          yield* keeping(undefined)
          yield* keeping("57.5 days")
          assert.strictEqual(left(), 11)
          yield* keeping("55 days")
          assert.strictEqual(left(), 9)
        })
    )

    it.effect("K2: the operator's word is not lost to a round that is under way", () =>
      Effect.gen(function* () {
        yield* fresh
        const sql = yield* SqlClient.SqlClient
        const { makeRounds } = yield* process
        const { left, removal } = things([1, 50, 60, 70], yield* now, { isSetting: true })
        yield* makeRounds(removal)
        const shorter = { ...removal, age: "40 days" as const }
        yield* makeRounds(shorter)
        assert.deepStrictEqual(yield* heldOf, [["things", 3]])
        const allowing = Effect.orDie(Effect.provideService(allowHeldBack, SqlClient.SqlClient, sql))
        const another = { ...removal, age: "45 days" as const }
        yield* makeRounds({ ...another, remove: () => Effect.as(allowing, { count: 0 }) })
        assert.deepStrictEqual([left(), yield* heldOf], [4, []])
        yield* makeRounds(another)
        assert.strictEqual(left(), 1)
      })
    )

    it.effect("K2: a record that is gone begins anew, and settings wait for the operator's word again", () =>
      Effect.gen(function* () {
        yield* fresh
        const { makeRounds } = yield* process
        const { left, removal } = things([1], yield* now, { isSetting: true })
        yield* makeRounds(removal)
        yield* fresh
        const { left: leftOf, removal: old } = things([100], yield* now, { isSetting: true })
        yield* makeRounds(old)
        assert.deepStrictEqual([left(), leftOf(), yield* heldOf], [1, 1, [["things", 1]]])
      })
    )
  })

  layer(database.migrated([]), { excludeTestServices: true })((it) => {
    it.effect("K1: removes nothing where there is no record to look at", () =>
      Effect.gen(function* () {
        const { makeRounds } = yield* process
        const { left, removal } = things([100], yield* now)
        assert.strictEqual((yield* Effect.exit(makeRounds(removal)))._tag, "Failure")
        assert.strictEqual(left(), 1)
      })
    )
  })
})

describe("K1: rounds of upkeep", () => {
  it.effect("begin after the first pause, and are made again after each, also after one failed", () =>
    Effect.gen(function* () {
      const looks: Array<Duration.Duration> = []
      const clock = Layer.succeed(UpkeepClock, {
        look: (tolerance) => Effect.suspend(() => Effect.die(`look ${looks.push(tolerance)}`))
      })
      const sql = Layer.succeed(SqlClient.SqlClient, {} as never)
      const { removal } = things([], 0)
      yield* Effect.gen(function* () {
        yield* removeWhenDue(removal, { first: "1 minute", every: "1 hour" })
        const after = (time: Duration.Input) => Effect.map(TestClock.adjust(time), () => looks.length)
        assert.strictEqual(yield* after("59 seconds"), 0)
        assert.strictEqual(yield* after("1 second"), 1)
        assert.strictEqual(yield* after("59 minutes"), 1)
        assert.strictEqual(yield* after("1 minute"), 2)
        yield* removeWhenDue(removal, { first: "1 second", every: "1 second" })
        yield* removeWhenDue(removal, { first: "1 second", every: "1 day" })
        yield* after("1 second")
      }).pipe(Effect.provide([clock, sql, Logger.layer([])]))
      assert.deepStrictEqual(looks.map(Duration.toMillis).slice(1), [2 * 3_600_000, 600_000, 2 * day])
    }).pipe(Effect.scoped)
  )
})
