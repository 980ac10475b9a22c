import { assert, it } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { TestClock } from "effect/testing"
import { announce } from "../src/events/announce.ts"
import { client, delivering, event, handled, many, settable, settled, timed } from "./delivering.ts"
import { pauses } from "./options/described.ts"

it.effect("R10: a failed event is tried again after a quarter of a second, twice that, and so on up to a minute", () =>
  Effect.gen(function* () {
    const calls: Array<readonly [string, number]> = []
    let fails = true
    const { world, end } = yield* delivering(
      { waiting: [event("wd_bad", 1), event("wd_bad", 2), event("wd_good")] },
      timed(calls, (id) => fails && id === "wd_bad/1"),
      { pollInterval: "125 millis" }
    )
    yield* TestClock.adjust("4 minutes")
    const times = calls.filter(([id]) => id === "wd_bad/1").map(([, at]) => at)
    assert.deepStrictEqual(
      times.map((at, n) => at - (times[n - 1] ?? 0)),
      [0, ...pauses, pauses.at(-1)].map((seconds = 0) => seconds * 1000)
    )
    assert.deepStrictEqual(
      calls.filter(([id]) => id !== "wd_bad/1"),
      [["wd_good/1", 0]]
    )
    assert.lengthOf(
      world.log.filter((line) => line.includes("failed for the event wd_bad/1")),
      times.length
    )
    assert.include(world.log[1], "(attempt 2); the next attempt is in 500 ms")
    // Once it succeeds, what comes later is told, and a new failure begins anew.
    fails = false
    yield* TestClock.adjust("1 minute")
    assert.deepStrictEqual(
      calls.slice(-2).map(([id]) => id),
      ["wd_bad/1", "wd_bad/2"]
    )
    assert.isEmpty(world.waiting)
    fails = true
    world.waiting.push(event("wd_bad", 1))
    yield* TestClock.adjust("125 millis")
    assert.include(world.log.at(-1), "(attempt 1)")
    yield* end
  })
)

it.effect("R10: the lease is asked for again once half of it is over, and let go at the end", () =>
  Effect.gen(function* () {
    const { world, end } = yield* delivering({}, handled([]), { pollInterval: "100 millis", lease: "10 seconds" })
    yield* TestClock.adjust("16 seconds")
    assert.deepStrictEqual(world.at["hold hold 10"], [0, 5000, 10_000, 15_000])
    assert.isUndefined(world.at["let go"])
    yield* end
    assert.deepStrictEqual(world.at["let go"], [16_000])
  })
)

it.effect(
  "R10: the lease is asked for again in time, and a failed event told again, though the clock is set back",
  () =>
    Effect.gen(function* () {
      const { clock, setBack } = yield* settable
      const told: Array<string> = []
      let fails = true
      const { world, end } = yield* delivering(
        { waiting: [event("wd_bad")] },
        (event) => (fails ? Effect.fail("no") : handled(told)(event)),
        { pollInterval: "100 millis", lease: "10 seconds" }
      ).pipe(Effect.provideService(Clock.Clock, clock))
      yield* TestClock.adjust("1 second")
      setBack(3_600_000)
      fails = false
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual(told, ["wd_bad/1"])
      assert.lengthOf(world.at["hold hold 10"]!, 2)
      world.held = "elsewhere"
      yield* TestClock.adjust("5 seconds")
      world.waiting.push(event("wd_good"))
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual(told, ["wd_bad/1"])
      yield* end
    })
)

it.effect("R10: who does not hold the subscription tells nothing, and asks for it at each interval", () =>
  Effect.gen(function* () {
    const told: Array<string> = []
    const { world, end } = yield* delivering({ held: "elsewhere", waiting: [event("wd_1")] }, handled(told))
    yield* TestClock.adjust("3 seconds")
    assert.deepStrictEqual(world.at["hold hold 15"], [0, 1000, 2000, 3000])
    assert.isUndefined(world.at["first"])
    assert.isEmpty(world.log)
    world.held = "held"
    yield* TestClock.adjust("1 second")
    assert.deepStrictEqual(told, ["wd_1/1"])
    yield* end
  })
)

it.effect("a subscription that was removed is told of in the log once each time", () =>
  Effect.gen(function* () {
    const { world, end } = yield* delivering({ held: "removed" }, handled([]), { lease: "1 second" })
    const lines: Array<number> = []
    for (const held of ["removed", "held", "held", "removed", "removed", "elsewhere", "removed"] as const) {
      world.held = held
      yield* TestClock.adjust("1 second")
      lines.push(world.log.length)
    }
    assert.deepStrictEqual(lines, [1, 1, 1, 2, 2, 2, 3])
    assert.include(world.log[0], "was removed elsewhere")
    yield* end
  })
)

it.effect("R10: the lease is kept while the handler takes its time, and what it does ends where another has it", () =>
  Effect.gen(function* () {
    let interrupted = 0
    const { world, end } = yield* delivering(
      { waiting: [event("wd_slow")] },
      () => Effect.onInterrupt(Effect.never, () => Effect.sync(() => interrupted++)),
      { timeout: "1 hour", lease: "9 seconds", pollInterval: "1 second" }
    )
    yield* TestClock.adjust("14 seconds")
    // At a third of it more than half is left, and nothing is asked.
    assert.deepStrictEqual(world.at["hold hold 9"], [0, 6000, 12_000])
    assert.strictEqual(interrupted, 0)
    world.held = "elsewhere"
    yield* TestClock.adjust("4 seconds")
    assert.strictEqual(interrupted, 1)
    assert.isEmpty(world.log)
    assert.lengthOf(world.waiting, 1)
    yield* end
  })
)

it.effect(
  "R10: as long as a batch was full the next follows at once, and then nothing is looked for until the interval",
  () =>
    Effect.gen(function* () {
      const told: Array<string> = []
      const { world, end } = yield* delivering({ waiting: [...many(249), event("wd_248", 2)] }, handled(told), {
        pollInterval: "1 hour"
      })
      assert.lengthOf(told, 250)
      assert.strictEqual(new Set(told).size, 250)
      assert.isEmpty(world.waiting)
      assert.lengthOf(world.at["first"]!, 3)
      yield* TestClock.adjust("59 minutes")
      assert.lengthOf(world.at["first"]!, 3)
      yield* TestClock.adjust("1 minute")
      assert.lengthOf(world.at["first"]!, 4)
      yield* end
    })
)

it.effect("R10: what this process writes is told at once, and then nothing is looked for until the interval", () =>
  Effect.gen(function* () {
    const told: Array<string> = []
    const sql = client()
    const { world, end } = yield* delivering({}, handled(told), { pollInterval: "1 hour" }, sql)
    const write = announce(sql)(() => Effect.sync(() => world.waiting.push(event("wd_1"))))
    for (const count of [1, 2]) {
      yield* write()
      yield* settled
      assert.lengthOf(told, count)
      assert.lengthOf(world.at["first"]!, count + 1)
    }
    yield* end
  })
)

it.effect("R10: while a hundred definitions wait for another attempt, the others wait for them", () =>
  Effect.gen(function* () {
    const told: Array<string> = []
    const fails = (count: number) =>
      delivering(
        { waiting: [...many(count, "bad"), event("wd_good")] },
        ({ id }) => (id.startsWith("bad") ? Effect.fail("no") : Effect.sync(() => told.push(`${count} ${id}`))),
        { pollInterval: "100 millis" }
      )
    const [few, most] = [yield* fails(99), yield* fails(100)]
    assert.deepStrictEqual(told, ["99 wd_good/1"])
    yield* TestClock.adjust("200 millis")
    assert.deepStrictEqual(most.world.at["first"], [0])
    assert.deepStrictEqual(few.world.at["first"], [0, 0, 100, 200])
    yield* few.end
    yield* most.end
  })
)

it.effect(
  "a subscription that falls behind is told of in the log, at most once in a minute, and not before its backlog",
  () =>
    Effect.gen(function* () {
      /** A handler that takes ten seconds for every hundred events, of which there is always another. */
      const behind = (backlog: number, count: number) =>
        Effect.gen(function* () {
          let seen = 0
          const waiting = many(count)
          const handler = () => {
            waiting.push(event(`wd_more_${++seen}`))
            return seen % 100 === 0 ? Effect.sleep("10 seconds") : Effect.void
          }
          return yield* delivering({ waiting }, handler, { backlog })
        })
      const [over, under] = [yield* behind(400, 400), yield* behind(402, 400)]
      yield* TestClock.adjust("135 seconds")
      for (const { world } of [over, under]) assert.deepStrictEqual(world.at["counted"], [10_000, 70_000, 130_000])
      assert.lengthOf(over.world.log, 3)
      assert.include(over.world.log[0], "at least 400 events are waiting, the oldest since long ago")
      assert.isEmpty(under.world.log)
      yield* over.end
      yield* under.end
      // By default the clock waits for one second of real time until a thousand events are told, and then goes on.
    }).pipe(Effect.provide(TestClock.layer({ warningDelay: "10 minutes" })))
)

it.effect("R10: while the database is away it is asked every five seconds, and nothing is told twice for that", () =>
  Effect.gen(function* () {
    const told: Array<string> = []
    const { world, end } = yield* delivering({ isAway: true, waiting: [event("wd_1")] }, handled(told))
    yield* TestClock.adjust("10 seconds")
    assert.deepStrictEqual(world.at["first"], [0, 5000, 10_000])
    assert.lengthOf(world.log, 3)
    world.isAway = false
    yield* TestClock.adjust("5 seconds")
    assert.deepStrictEqual(told, ["wd_1/1"])
    yield* end
  })
)

it.effect("R10: what was told is not told again because the database was away when it was to forget it", () =>
  Effect.gen(function* () {
    const calls: Array<readonly [string, number]> = []
    const { world, end } = yield* delivering({}, (event) =>
      Effect.andThen(
        timed(calls, () => false)(event),
        Effect.sync(() => {
          world.isAway = true
        })
      )
    )
    world.waiting.push(event("wd_1"), event("wd_2"))
    yield* TestClock.adjust("5 seconds")
    world.isAway = false
    yield* TestClock.adjust("5 seconds")
    assert.deepStrictEqual(
      calls.map(([id]) => id),
      ["wd_1/1", "wd_2/1"]
    )
    assert.isEmpty(world.waiting)
    yield* end
  })
)
