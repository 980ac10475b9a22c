import { type Principal, RateLimit, UsageBudget } from "@agent-operations/auth"
import { it as effectIt } from "@effect/vitest"
import { Clock, Effect, Result } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { assert, describe, it } from "vitest"
import { limits } from "../../../tooling/readme/src/limits.ts"

const principal: Principal = {
  actor: { type: "api_key", id: "key_1", name: "Key" },
  organizationId: "org_1",
  scopes: ["views:read"],
  projectId: "p"
}
const ada = { ...principal, actor: { type: "user", id: "usr_ada", name: "Ada" } } as const

/** Who is another credential than each of the others. */
const credentials: ReadonlyArray<Principal> = [
  principal,
  { ...principal, organizationId: "org_2" },
  { ...principal, actor: { ...principal.actor, id: "key_2" } },
  ada,
  { ...ada, credential: { type: "access_token", id: "grant_1" } },
  { ...ada, credential: { type: "access_token", id: "grant_2" } },
  { ...ada, credential: { type: "session", id: "grant_1" } },
  { ...ada, credential: { type: "access_token", id: "grant_1" }, organizationId: "org_2" }
]

const [limit, refillMillis] = [4, 15_000]

/** How long who was let in at some times waits until they may call again: no stretch of time has more than it gives. */
const waitOf = (admitted: ReadonlyArray<number>, now: number) =>
  Math.max(0, ...admitted.map((from, index) => from + (admitted.length - index + 1 - limit) * refillMillis - now))

/** Mostly at once, so that what a credential may is used up. */
const wait = fc.oneof({ weight: 12, arbitrary: fc.nat(2000) }, { weight: 1, arbitrary: fc.nat(2 * 60_000) })

/** Of few, who are next to each other above. */
const calls = fc
  .record({
    first: fc.nat(credentials.length - 1),
    few: fc.integer({ min: 1, max: 3 }),
    sequence: fc.array(fc.record({ nth: fc.nat(2), wait }), { minLength: 20, maxLength: 60 })
  })
  .map(({ first, few, sequence }) =>
    sequence.map(({ nth, wait }) => ({ who: (first + (nth % few)) % credentials.length, wait }))
  )

describe("the rate limit", () => {
  it("A2: lets a credential in exactly if it may by its own calls, whoever else calls, and says how long it waits", () =>
    fc.assert(
      fc.asyncProperty(calls, (sequence) =>
        Effect.gen(function* () {
          const { check } = yield* RateLimit
          const admitted = credentials.map((): Array<number> => [])
          for (const { who, wait } of sequence) {
            yield* TestClock.adjust(wait)
            const now = yield* Clock.currentTimeMillis
            const expected = waitOf(admitted[who]!, now)
            const answer = yield* Effect.result(check(credentials[who]!))
            assert.strictEqual(Result.isFailure(answer) ? Math.round(answer.failure.retryAfter * 1000) : 0, expected)
            if (expected === 0) admitted[who]!.push(now)
          }
        }).pipe(Effect.provide(RateLimit.perMinute(limit)), Effect.provide(TestClock.layer()), Effect.runPromise)
      )
    ))

  const most = limits.http["requests of a credential, or of a session for pages, in a minute, per process"].most

  effectIt.effect("is on where nobody says otherwise", () =>
    Effect.gen(function* () {
      const { check } = yield* RateLimit
      for (let n = 0; n < most; n++) yield* check(principal)
      const { _tag, message, retryAfter } = yield* Effect.flip(check(principal))
      assert.strictEqual(`${_tag} ${message}`, "RATE_LIMITED This credential may send 6000 requests per minute.")
      assert.strictEqual(retryAfter, 0.01)
    }).pipe(Effect.provide(RateLimit.perMinute()))
  )

  effectIt.effect("that is off lets anybody in as often as they like, and so does no budget", () =>
    Effect.gen(function* () {
      for (let n = 0; n < 2 * most; n++) yield* (yield* RateLimit).check(principal)
      for (let n = 0; n < 3; n++) yield* (yield* UsageBudget).check(principal, "draw")
    }).pipe(Effect.provide([RateLimit.perMinute("off"), UsageBudget.unlimited]))
  )

  effectIt.effect("does not hold up who calls while the time of day is set back", () =>
    Effect.gen(function* () {
      const clock = yield* Clock.Clock
      const setBack = { ...clock, currentTimeMillis: Effect.succeed(0), currentTimeMillisUnsafe: () => 0 }
      const { check } = yield* RateLimit
      yield* TestClock.adjust("1 hour")
      yield* check(principal)
      const later = Effect.provideService(check(principal), Clock.Clock, setBack)
      assert.strictEqual((yield* Effect.flip(later)).retryAfter, 60)
      yield* TestClock.adjust("1 minute")
      yield* later
    }).pipe(Effect.provide(RateLimit.perMinute(1)))
  )
})
