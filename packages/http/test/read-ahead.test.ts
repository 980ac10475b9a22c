import type { Access } from "@agent-operations/auth"
import { type AgentError, NotFound, Unauthenticated } from "@agent-operations/error-envelope"
import { it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { assert, describe } from "vitest"
import { readAhead } from "../src/read-ahead.ts"

const accessOf = (projectId: string): Access => ({
  actor: { type: "api_key", id: "key_1", name: "Key" },
  organizationId: "org_1",
  projectId,
  scopes: ["views:read"],
  credential: { type: "api_key", id: "key_1" }
})
const [expected, other] = [accessOf("one"), accessOf("two")]

const refused = new Unauthenticated({ message: "No." })

/** A request whose decision and body come when they are told to, and what is done meanwhile. */
const request = Effect.gen(function* () {
  const decision = yield* Deferred.make<Access, AgentError>()
  const body = yield* Deferred.make<string, AgentError>()
  const begun: Array<string> = []
  const start = (whom: Access | undefined, result: Effect.Effect<string, AgentError> = Effect.succeed("secret")) =>
    Effect.forkChild(
      readAhead({ expected: whom, access: Deferred.await(decision) }, Deferred.await(body), (sent, { projectId }) => {
        begun.push(`${sent} for ${projectId}`)
        return Effect.map(result, (text) => `${text} of ${projectId}`)
      }),
      { startImmediately: true }
    )
  return { decision, body, begun, start }
})

describe("a read beside the decision", () => {
  it.effect("A1: is begun for whom is expected, and told once they are let in", () =>
    Effect.gen(function* () {
      const { decision, body, begun, start } = yield* request
      const answer = yield* start(expected)
      yield* Deferred.succeed(body, "get")
      yield* Effect.yieldNow
      assert.deepStrictEqual(begun, ["get for one"])
      assert.isUndefined(answer.pollUnsafe())
      yield* Deferred.succeed(decision, expected)
      assert.strictEqual(yield* Fiber.join(answer), "secret of one")
      assert.lengthOf(begun, 1)
    })
  )

  it.effect("A1: is not begun for whom nothing is known of", () =>
    Effect.gen(function* () {
      const { decision, body, begun, start } = yield* request
      const answer = yield* start(undefined)
      yield* Deferred.succeed(body, "get")
      yield* Effect.yieldNow
      assert.isEmpty(begun)
      yield* Deferred.fail(decision, refused)
      assert.strictEqual(yield* Effect.flip(Fiber.join(answer)), refused)
      assert.isEmpty(begun)
    })
  )

  for (const [name, result] of Object.entries({
    found: Effect.succeed("secret"),
    "not found": Effect.fail(new NotFound({ message: "It is not there." })),
    broken: Effect.die("a defect"),
    "still under way": Effect.never
  })) {
    it.effect(`A1: tells nothing of what is ${name} to who is refused, and does not wait for it`, () =>
      Effect.gen(function* () {
        const { decision, body, start } = yield* request
        let ended = false
        const answer = yield* start(
          expected,
          Effect.onExit(result, () => Effect.sync(() => (ended = true)))
        )
        yield* Deferred.succeed(body, "get")
        yield* Deferred.fail(decision, refused)
        assert.strictEqual(yield* Effect.flip(Fiber.join(answer)), refused)
        yield* Effect.yieldNow
        assert.isTrue(ended)
      })
    )
  }

  it.effect("A1: is withheld where it fails, and told as the failure that it is", () =>
    Effect.gen(function* () {
      const { decision, body, start } = yield* request
      const lacking = new NotFound({ message: "It is not there." })
      const answer = yield* start(expected, Effect.fail(lacking))
      yield* Deferred.succeed(body, "get")
      yield* Effect.yieldNow
      assert.isUndefined(answer.pollUnsafe())
      yield* Deferred.succeed(decision, expected)
      assert.strictEqual(yield* Effect.flip(Fiber.join(answer)), lacking)
    })
  )

  it.effect("A2, A3: is done anew for who is let in, if that is somebody else", () =>
    Effect.gen(function* () {
      const { decision, body, begun, start } = yield* request
      const answer = yield* start(expected)
      yield* Deferred.succeed(body, "get")
      yield* Effect.yieldNow
      yield* Deferred.succeed(decision, other)
      assert.strictEqual(yield* Fiber.join(answer), "secret of two")
      assert.deepStrictEqual(begun, ["get for one", "get for two"])
    })
  )

  it.effect("A2, A3: is done once for somebody else who is let in before the body has come", () =>
    Effect.gen(function* () {
      const { decision, body, begun, start } = yield* request
      const answer = yield* start(expected)
      yield* Deferred.succeed(decision, other)
      yield* Effect.yieldNow
      yield* Deferred.succeed(body, "get")
      assert.strictEqual(yield* Fiber.join(answer), "secret of two")
      assert.deepStrictEqual(begun, ["get for two"])
    })
  )

  it.effect("A1: refuses before the body has come, and gives both up", () =>
    Effect.gen(function* () {
      const { decision, body, begun, start } = yield* request
      const answer = yield* start(expected)
      yield* Deferred.fail(decision, refused)
      assert.strictEqual(yield* Effect.flip(Fiber.join(answer)), refused)
      yield* Deferred.succeed(body, "get")
      yield* Effect.yieldNow
      assert.isEmpty(begun)
    })
  )
})
