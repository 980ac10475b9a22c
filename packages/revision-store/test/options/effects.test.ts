import { describeOptions, numberOf } from "@agent-operations/testing/options"
import { assert } from "@effect/vitest"
import { Duration, Effect } from "effect"
import { TestClock } from "effect/testing"
import type { DeliveryOptions } from "../../src/events/deliver.ts"
import { delivering, event, handled, many } from "../delivering.ts"
import { described } from "./described.ts"

/** Runs what shows an option: with it, and with its default. */
const both = <Name extends keyof DeliveryOptions, E>(
  name: Name,
  given: NonNullable<DeliveryOptions[Name]>,
  see: (options: DeliveryOptions, one: NonNullable<DeliveryOptions[Name]>) => Effect.Effect<void, E>,
  usual: NonNullable<DeliveryOptions[Name]>
) =>
  Effect.runPromise(
    Effect.andThen(see({ [name]: given }, given), see({}, usual)).pipe(
      Effect.scoped,
      Effect.provide(TestClock.layer({ warningDelay: "10 minutes" }))
    )
  )

const timesOf = (count: number, every: number) => Array.from({ length: count }, (_, n) => n * every)

describeOptions<DeliveryOptions>("a subscription", described, {
  timeout: () =>
    both(
      "timeout",
      "5 seconds",
      Effect.fnUntraced(function* (options, timeout) {
        const { world, end } = yield* delivering(
          { waiting: [event("wd_quick"), event("wd_slow")] },
          ({ definitionId }) => (definitionId === "wd_slow" ? Effect.never : Effect.void),
          options
        )
        // What was told before is forgotten meanwhile.
        assert.deepStrictEqual(
          world.waiting.map(({ definitionId }) => definitionId),
          ["wd_slow"]
        )
        const millis = Duration.toMillis(timeout)
        yield* TestClock.adjust(millis - 1)
        assert.isEmpty(world.log)
        yield* TestClock.adjust(1)
        assert.lengthOf(world.log, 1)
        yield* end
      }),
      described.timeout.default
    ),
  pollInterval: () =>
    both(
      "pollInterval",
      "250 millis",
      Effect.fnUntraced(function* (options, interval) {
        const millis = Duration.toMillis(interval)
        const started = yield* Effect.all([
          delivering({}, handled([]), options),
          delivering({ held: "elsewhere" }, handled([]), { ...options, lease: "20 seconds" })
        ])
        yield* TestClock.adjust(3 * millis)
        const [here, elsewhere] = started.map(({ world }) => world.at)
        const begun = here!["first"]![0]!
        for (const asked of [here!["first"], elsewhere!["hold hold 20"]])
          assert.deepStrictEqual(
            asked,
            timesOf(4, millis).map((at) => begun + at)
          )
        yield* Effect.all(started.map(({ end }) => end))
      }),
      described.pollInterval.default
    ),
  lease: () =>
    both(
      "lease",
      "10 seconds",
      Effect.fnUntraced(function* (options, lease) {
        const seconds = Duration.toSeconds(lease)
        const { world, end } = yield* delivering({}, handled([]), { ...options, pollInterval: "500 millis" })
        yield* TestClock.adjust(lease)
        const asked = world.at[`hold hold ${seconds}`]!
        assert.deepStrictEqual(
          asked.map((at) => at - asked[0]!),
          timesOf(3, (seconds * 1000) / 2)
        )
        yield* end
      }),
      described.lease.default
    ),
  backlog: () =>
    both(
      "backlog",
      200,
      Effect.fnUntraced(function* (options, backlog) {
        /** How many lines of the log a handler comes to which takes a hundred of so many, of which there is always another. */
        const linesOf = Effect.fnUntraced(function* (count: number) {
          const waiting = many(count)
          let seen = 0
          const handler = () => {
            waiting.push(event(`wd_more_${++seen}`))
            return seen % 100 === 0 ? Effect.sleep("10 seconds") : Effect.void
          }
          const { world, end } = yield* delivering({ waiting }, handler, options)
          yield* TestClock.adjust("10 seconds")
          assert.lengthOf(world.at["counted"]!, 1)
          yield* end
          return world.log.length
        })
        assert.deepStrictEqual([yield* linesOf(backlog), yield* linesOf(backlog - 1)], [1, 0])
      }),
      numberOf(described.backlog)
    )
})
