import type { Access } from "@agent-operations/auth"
import { CurrentGuard, type Guard } from "@agent-operations/database"
import { type AgentError, NotFound, RateLimited, Timeout, Unauthenticated } from "@agent-operations/error-envelope"
import { it } from "@effect/vitest"
import { Cause, Deferred, Effect, Exit, Fiber, Option } from "effect"
import { assert, describe } from "vitest"
import { guardedAttempt } from "../src/guarded-attempt.ts"

const accessOf = (projectId: string): Access => ({
  actor: { type: "api_key", id: "key_1", name: "Key" },
  organizationId: "org_1",
  projectId,
  scopes: ["views:read"],
  credential: { type: "api_key", id: "key_1" }
})
const [expected, other] = [accessOf("one"), accessOf("two")]

const refused = new Unauthenticated({ message: "No." })
const lacking = new NotFound({ message: "It is not there." })
const guard: Guard = { name: "guard", condition: () => assert.fail("There is no statement here.") }

interface Tried {
  readonly whom?: Access | undefined
  /** What access is decided to be, where that is asked. */
  readonly decided?: Effect.Effect<Access, AgentError>
  readonly admit?: Effect.Effect<void, AgentError>
  readonly body?: Effect.Effect<string, AgentError>
  /** Whether a statement finds that the guard holds. */
  readonly holds?: boolean
  readonly result?: Effect.Effect<string, AgentError>
}

/** Answers a request, and says how, with everything that was done. */
const attempt = ({
  whom,
  decided = Effect.fail(refused),
  admit = Effect.void,
  body = Effect.succeed("get"),
  holds = false,
  result = Effect.succeed("secret")
}: Tried) => {
  const done: Array<string> = []
  const note = (what: string) => Effect.sync(() => void done.push(what))
  const decision = {
    expected: whom && { access: whom, guard, admit, accepted: note("accepted") },
    access: Effect.andThen(note("decided"), decided)
  }
  const answer = guardedAttempt(decision, Effect.tap(body, note("body")), (sent, { projectId }) =>
    Effect.gen(function* () {
      const guarding = yield* CurrentGuard
      yield* note(`${sent} for ${projectId}${guarding === undefined ? "" : " under guard"}`)
      if (guarding !== undefined) guarding.held = holds
      return `${yield* result} of ${projectId}`
    })
  )
  return { answer, done }
}

describe("what is tried under a guard", () => {
  it.effect("A1: is told where the guard held, and access is not decided besides", () =>
    Effect.gen(function* () {
      const { answer, done } = attempt({ whom: expected, holds: true })
      assert.strictEqual(yield* answer, "secret of one")
      assert.deepStrictEqual(done, ["body", "get for one under guard", "accepted"])
    })
  )

  it.effect("A1: is told as the failure that it is where the guard held", () =>
    Effect.gen(function* () {
      const { answer, done } = attempt({ whom: expected, holds: true, result: Effect.fail(lacking) })
      assert.strictEqual(yield* Effect.flip(answer), lacking)
      assert.deepStrictEqual(done, ["body", "get for one under guard", "accepted"])
    })
  )

  it.effect("A1: is not tried for whom nothing is known of", () =>
    Effect.gen(function* () {
      const { answer, done } = attempt({})
      assert.strictEqual(yield* Effect.flip(answer), refused)
      assert.deepStrictEqual(done, ["decided"])
    })
  )

  for (const [name, result] of Object.entries({
    found: Effect.succeed("secret"),
    "not found": Effect.fail(lacking),
    broken: Effect.die("a defect")
  })) {
    it.effect(`A1: tells nothing of what is ${name} to who is refused`, () =>
      Effect.gen(function* () {
        const { answer, done } = attempt({ whom: expected, result })
        assert.strictEqual(yield* Effect.flip(answer), refused)
        assert.deepStrictEqual(done, ["body", "get for one under guard", "decided"])
      })
    )
  }

  it.effect("A2, A3: is done anew for who is let in, by the body that was read", () =>
    Effect.gen(function* () {
      const { answer, done } = attempt({ whom: expected, decided: Effect.succeed(other) })
      assert.strictEqual(yield* answer, "secret of two")
      assert.deepStrictEqual(done, ["body", "get for one under guard", "decided", "get for two"])
    })
  )

  it.effect("A1: is not tried where more is to be said of who asks, or the body is not whole", () =>
    Effect.gen(function* () {
      const often = new RateLimited({ message: "Too often.", retryAfter: 1 })
      const limited = attempt({ whom: expected, admit: Effect.fail(often), decided: Effect.fail(often) })
      assert.strictEqual(yield* Effect.flip(limited.answer), often)
      assert.deepStrictEqual(limited.done, ["body", "decided"])
      const cut = attempt({ whom: expected, body: Effect.fail(lacking) })
      assert.strictEqual(yield* Effect.flip(cut.answer), refused)
      assert.deepStrictEqual(cut.done, ["decided"])
    })
  )

  it.effect("R9: is not done again where the database did not answer", () =>
    Effect.gen(function* () {
      const silent = new Timeout({ message: "The database did not answer in time." })
      const { answer, done } = attempt({
        whom: expected,
        result: Effect.fail(silent),
        decided: Effect.succeed(expected)
      })
      assert.strictEqual(yield* Effect.flip(answer), silent)
      assert.deepStrictEqual(done, ["body", "get for one under guard"])
    })
  )

  it.effect("R9: is told as the defect that it is to whom is let in, and not done again", () =>
    Effect.gen(function* () {
      const { answer, done } = attempt({
        whom: expected,
        result: Effect.die("nobody knows what became of it"),
        decided: Effect.succeed(expected)
      })
      const exit = yield* Effect.exit(answer)
      assert.isTrue(Exit.isFailure(exit) && Cause.hasDies(exit.cause))
      assert.deepStrictEqual(done, ["body", "get for one under guard", "decided"])
    })
  )

  it.live("A1: is not waited for by who is refused while the body is still to come", () =>
    Effect.gen(function* () {
      const { answer, done } = attempt({ whom: expected, body: Effect.never })
      const ended = yield* Effect.timeoutOption(Effect.flip(answer), "10 seconds")
      assert.strictEqual(Option.getOrUndefined(ended), refused)
      assert.deepStrictEqual(done, ["decided"])
    })
  )

  it.live("A1: is done once access is decided where the body comes late", () =>
    Effect.gen(function* () {
      const come = yield* Deferred.make<string>()
      const decided = Effect.as(Deferred.succeed(come, "get"), expected)
      const { answer, done } = attempt({ whom: expected, body: Deferred.await(come), decided })
      assert.strictEqual(yield* answer, "secret of one")
      assert.deepStrictEqual(done, ["decided", "body", "get for one"])
    })
  )

  it.effect("ends where nobody waits for it any more, and is not done again", () =>
    Effect.gen(function* () {
      const begun = yield* Deferred.make<void>()
      const result = Effect.andThen(Deferred.succeed(begun, undefined), Effect.never)
      const { answer, done } = attempt({ whom: expected, result })
      const running = yield* Effect.forkChild(answer)
      yield* Deferred.await(begun)
      yield* Fiber.interrupt(running)
      assert.deepStrictEqual(done, ["body", "get for one under guard"])
    })
  )
})
