import { expect, it } from "@effect/vitest"
import { Effect, Logger } from "effect"
import { cannotStart } from "../../src/threads/index.ts"

it.effect("where no thread can be started, the caller is told when to retry, and the operator why", () =>
  Effect.gen(function* () {
    const logged: Array<unknown> = []
    const logger = Logger.make(({ message }) => void logged.push(message))
    const cause = new Error("worker.js is missing")
    const error = yield* cannotStart({ cause, log: "Put it there.", message: "Reports can't be made." }).pipe(
      Effect.flip,
      Effect.provide(Logger.layer([logger]))
    )
    expect(error).toMatchObject({ _tag: "UNAVAILABLE", message: "Reports can't be made.", retryAfter: 60 })
    expect(error.hint).toContain("Tell the operator")
    expect(logged).toEqual([["Put it there.", cause]])
  })
)
