import { oneCopy } from "@agent-operations/error-envelope"
import { copies, Invoker } from "@agent-operations/operations"
import { it } from "@effect/vitest"
import { Effect, Layer, Logger } from "effect"
import { afterEach, assert, beforeEach } from "vitest"

const forget = () => Reflect.deleteProperty(globalThis, Symbol.for("@agent-operations/error-envelope/copies"))
beforeEach(() => void forget())
afterEach(() => void forget())

it.effect("an invoker tells of copies of its packages that have started elsewhere in the process", () =>
  Effect.gen(function* () {
    const logged: Array<string> = []
    const logger = Logger.layer([Logger.make(({ message }) => void logged.push(String(message)))])
    yield* oneCopy(copies.map((copy) => ({ ...copy, url: "file:///elsewhere/copies.js" })).slice(0, 1))
    yield* Effect.provide(Layer.build(Invoker.layer([])), logger)
    assert.lengthOf(logged, 1)
    assert.match(
      logged[0]!,
      /@agent-operations\/operations is loaded from .* and from file:\/\/\/elsewhere\/copies\.js/
    )
  })
)
