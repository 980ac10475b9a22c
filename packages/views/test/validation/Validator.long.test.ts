import { describe, expect, it } from "@effect/vitest"
import { Duration, Effect, Fiber, Schedule } from "effect"
import { Validator } from "../../src/validation/Validator.ts"
import { codeView, customField, graphOf, pageView, using } from "./graphs.ts"
import { exponential } from "./hostile.ts"

const slow = graphOf(
  pageView({ references: using("a") }),
  customField("a"),
  codeView(exponential["open optional calls"] ?? "")
)
const fine = graphOf(codeView("export default () => <b>fine</b>"))

const timeOf = (graph: typeof slow) =>
  Validator.use((validator) =>
    Effect.map(Effect.timed(Effect.exit(validator.validate(graph))), ([took]) => Duration.toMillis(took))
  )

describe("V6: the service", () => {
  it.live("answers each of many slow validations within twice the deadline, and refuses those beyond at once", () =>
    Effect.gen(function* () {
      const times = yield* Effect.all(
        Array.from({ length: 10 }, () => timeOf(slow)),
        { concurrency: "unbounded" }
      )
      for (const time of times) expect(time).toBeLessThan(2 * 2_000 + 2_000)
      for (const time of times.slice(5)) expect(time).toBeLessThan(2_000)
    }).pipe(Effect.provide(Validator.layer({ deadline: "2 seconds", queueLimit: 4 })))
  )

  it.live("an interrupted validation gives its thread up at once", () =>
    Effect.gen(function* () {
      const gone = yield* Effect.forkChild(timeOf(slow))
      yield* Effect.repeat(Effect.yieldNow, Schedule.upTo(Schedule.spaced("300 millis"), { times: 1 }))
      yield* Fiber.interrupt(gone)
      expect(yield* timeOf(fine)).toBeLessThan(3_000)
    }).pipe(Effect.provide(Validator.layer({ deadline: "1 minute" })))
  )
})
