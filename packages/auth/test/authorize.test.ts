import {
  CredentialVerifier,
  makeAuthorize,
  OfferedScopes,
  type Principal,
  RateLimit,
  selectProject,
  UsageBudget
} from "@agent-operations/auth"
import { contractOf, type Operation, viewFamilies } from "@agent-operations/contract"
import { RateLimited, Unauthenticated, UsageLimitReached } from "@agent-operations/error-envelope"
import { it as effectIt } from "@effect/vitest"
import { Effect, Layer, Result } from "effect"
import { TestClock } from "effect/testing"
import { assert, describe, it } from "vitest"

const principal: Principal = {
  actor: { type: "api_key", id: "key_1", name: "Key" },
  organizationId: "org_1",
  scopes: ["views:read"],
  projectId: "p"
}

const { byId: operationsById, scopes } = contractOf(viewFamilies)

interface Wrong {
  readonly credential?: boolean
  readonly rate?: boolean
  readonly header?: boolean
  readonly project?: boolean
  readonly scope?: boolean
  readonly usage?: boolean
}

const decide = (wrong: Wrong, incursUsage = true) => {
  const layer = Layer.mergeAll(
    Layer.succeed(CredentialVerifier, {
      verify: () =>
        wrong.credential
          ? Effect.fail(new Unauthenticated({ message: "" }))
          : Effect.succeed({
              ...principal,
              projectId: wrong.project ? null : "p",
              scopes: wrong.scope ? [] : principal.scopes
            })
    }),
    Layer.succeed(RateLimit, {
      check: () => (wrong.rate ? Effect.fail(new RateLimited({ message: "", retryAfter: 1 })) : Effect.void)
    }),
    Layer.succeed(UsageBudget, {
      check: () => (wrong.usage ? Effect.fail(new UsageLimitReached({ message: "", details: {} })) : Effect.void)
    }),
    Layer.succeed(OfferedScopes, scopes)
  )
  const operation: Operation.Any = { ...operationsById.get_page_view, incursUsage } as never
  const request = {
    authorization: ["Bearer x"],
    project: { header: wrong.header ? [] : ["p"], query: [] },
    audience: "rest" as const
  }
  return Effect.flatMap(makeAuthorize, (authorize) => authorize(operation, request).access).pipe(
    Effect.match({ onSuccess: () => "in", onFailure: ({ _tag }) => _tag as string }),
    Effect.provide(layer)
  )
}

describe("the access decision", () => {
  const order = [
    ["credential", "UNAUTHENTICATED"],
    ["rate", "RATE_LIMITED"],
    ["header", "VALIDATION_ERROR"],
    ["project", "PROJECT_ACCESS_DENIED"],
    ["scope", "MISSING_SCOPE"],
    ["usage", "USAGE_LIMIT_REACHED"]
  ] as const

  effectIt.effect("A1 to A3: of everything that is wrong, the first in the wire's order is told", () =>
    Effect.gen(function* () {
      for (let bits = 0; bits < 2 ** order.length; bits++) {
        const wrong = order.filter((_, i) => bits & (1 << i))
        const told = yield* decide(Object.fromEntries(wrong.map(([name]) => [name, true])))
        assert.strictEqual(told, wrong[0]?.[1] ?? "in")
      }
    })
  )

  effectIt.effect("who may spend no more may do what incurs no usage", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* decide({ usage: true }, false), "in")
    })
  )

  it.each<readonly [ReadonlyArray<string>, ReadonlyArray<string>, string | null]>([
    [["p"], [], "p"],
    [[], ["p"], "p"],
    [["p"], ["p"], "p"],
    [["p"], ["q"], null],
    [["p", "p"], [], null],
    [[], ["p", "p"], null],
    [[], [], null],
    [[""], [], null],
    [["x".repeat(200)], [], "x".repeat(200)],
    [["x".repeat(201)], [], null],
    [["😀".repeat(200)], [], "😀".repeat(200)],
    [["😀".repeat(201)], [], null],
    [[], ["a\0b"], null],
    [[], ["\ud800"], null]
  ])("the project of header %j and query %j is %j", (header, query, expected) => {
    const selected = selectProject({ header, query })
    assert.strictEqual(Result.isSuccess(selected) ? selected.success : null, expected)
  })

  effectIt.effect("who has no limit may call, and spend, as often as they like", () =>
    Effect.gen(function* () {
      for (let n = 0; n < 3; n++) {
        yield* (yield* RateLimit).check(principal)
        yield* (yield* UsageBudget).check(principal, "draw")
      }
    }).pipe(Effect.provide([RateLimit.unlimited, UsageBudget.unlimited]))
  )

  effectIt.effect("A2: whoever calls too often holds up nobody of the same ID in another organization", () =>
    Effect.gen(function* () {
      const { check } = yield* RateLimit
      yield* check(principal)
      yield* check({ ...principal, organizationId: "another" })
      yield* check({ ...principal, actor: { ...principal.actor, type: "user" } })
      assert.strictEqual((yield* Effect.flip(check(principal)))._tag, "RATE_LIMITED")
    }).pipe(Effect.provide(RateLimit.perMinute(1)))
  )

  effectIt.effect("a credential that calls too often waits, and others do not", () =>
    Effect.gen(function* () {
      const { check } = yield* RateLimit
      for (let n = 0; n < 3; n++) yield* check(principal)
      const limited = yield* Effect.flip(check(principal))
      assert.strictEqual(limited._tag, "RATE_LIMITED")
      assert.isAtMost(limited.retryAfter, 60)
      yield* check({ ...principal, actor: { ...principal.actor, id: "key_2" } })
      yield* TestClock.adjust("1 minute")
      yield* check(principal)
    }).pipe(Effect.provide(RateLimit.perMinute(3)))
  )

  effectIt.effect("a credential gets back what it may send, a request at a time, and loses none by being refused", () =>
    Effect.gen(function* () {
      const { check } = yield* RateLimit
      const sent = (count: number) => Effect.forEach(Array.from({ length: count }), () => check(principal))
      const refused = Effect.map(Effect.flip(check(principal)), ({ _tag, retryAfter }) => [_tag, retryAfter])
      yield* sent(3)
      for (let n = 0; n < 5; n++) assert.deepStrictEqual(yield* refused, ["RATE_LIMITED", 20])
      yield* TestClock.adjust("19 seconds")
      assert.deepStrictEqual(yield* refused, ["RATE_LIMITED", 1])
      yield* TestClock.adjust("1 second")
      yield* sent(1)
      assert.deepStrictEqual(yield* refused, ["RATE_LIMITED", 20])
      yield* TestClock.adjust("50 seconds")
      yield* sent(2)
      assert.deepStrictEqual(yield* refused, ["RATE_LIMITED", 10])
      yield* TestClock.adjust("1 hour")
      yield* sent(3)
      assert.deepStrictEqual(yield* refused, ["RATE_LIMITED", 20])
    }).pipe(Effect.provide(RateLimit.perMinute(3)))
  )
})
