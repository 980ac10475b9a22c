import { oneCopy, recordCopy } from "@agent-operations/error-envelope"
import { Invoker } from "@agent-operations/operations"
import { it } from "@effect/vitest"
import { Cause, Effect, Exit, Layer, Logger } from "effect"
import { assert, describe, vi } from "vitest"

const effectUrl = () => "file:///elsewhere/node_modules/effect/dist/index.js"

/** The end of a start, and what it logged. */
const start = Effect.gen(function* () {
  const logged: Array<string> = []
  const logger = Logger.layer([Logger.make(({ message }) => void logged.push(String(message)))])
  const exit = yield* Effect.exit(Effect.scoped(Effect.provide(Layer.build(Invoker.layer([])), logger)))
  return { exit, logged }
})

describe("packages that are loaded twice", { shuffle: false }, () => {
  it.effect("an invoker tells of copies of its packages that are loaded elsewhere in the process", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* start).logged, [])
      vi.resetModules()
      const elsewhere = yield* Effect.promise(() => import("@agent-operations/error-envelope"))
      assert.notStrictEqual(elsewhere.oneCopy, oneCopy)
      elsewhere.recordCopy("@agent-operations/operations", "file:///elsewhere/Invoker.js", Effect.void, effectUrl)
      const { exit, logged } = yield* start
      assert.isTrue(Exit.isSuccess(exit))
      assert.lengthOf(logged, 1)
      assert.match(
        logged[0]!,
        /@agent-operations\/operations is loaded from .* and from file:\/\/\/elsewhere\/Invoker\.js/
      )
    })
  )

  it.effect("an invoker does not start with a package that has an effect of its own", () =>
    Effect.gen(function* () {
      recordCopy("@agent-operations/views", "file:///elsewhere/views.js", "another effect", effectUrl)
      const { exit } = yield* start
      assert.isTrue(Exit.isFailure(exit))
      if (Exit.isFailure(exit)) assert.include(Cause.pretty(exit.cause), effectUrl())
    })
  )
})
