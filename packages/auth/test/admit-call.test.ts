import { type Access, makeAdmitCall, type Principal, RateLimit, UsageBudget } from "@agent-operations/auth"
import { RateLimited, UsageLimitReached } from "@agent-operations/error-envelope"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"

const requirement = { id: "draw", scopes: ["pictures:write"], callers: "anyone", incursUsage: true } as const

const access: Access = {
  actor: { type: "api_key", id: "key_1", name: "Key" },
  organizationId: "org_1",
  projectId: "p",
  scopes: ["pictures:write"],
  credential: { type: "api_key", id: "key_1" }
}

interface Call {
  readonly access?: Access
  readonly incursUsage?: boolean
  readonly isCounted?: boolean
  /** What has no room for another call. */
  readonly spent?: ReadonlyArray<string>
}

/** What becomes of a call, and what it was counted as, in turn. */
const admit = Effect.fnUntraced(function* (call: Call) {
  const { incursUsage = true, isCounted = false, spent = [] } = call
  const counted: Array<readonly [what: string, principal: Principal, operation?: string]> = []
  const layer = Layer.merge(
    Layer.succeed(RateLimit, {
      check: (principal) => {
        counted.push(["rate", principal])
        return spent.includes("rate") ? Effect.fail(new RateLimited({ message: "", retryAfter: 1 })) : Effect.void
      }
    }),
    Layer.succeed(UsageBudget, {
      check: (principal, operation) => {
        counted.push(["usage", principal, operation])
        return spent.includes("usage") ? Effect.fail(new UsageLimitReached({ message: "", details: {} })) : Effect.void
      }
    })
  )
  const admitCall = yield* Effect.provide(makeAdmitCall, layer)
  const told = yield* admitCall({ ...requirement, incursUsage }, call.access ?? access, { isCounted }).pipe(
    Effect.match({ onSuccess: () => "in", onFailure: ({ _tag }) => _tag as string })
  )
  return { told, counted }
})

describe("each call of one request", () => {
  it.effect("A2: is told the first of what is wrong with it, and nothing after that is counted", () =>
    Effect.gen(function* () {
      const wrong = [
        ["rate", "RATE_LIMITED"],
        ["scope", "MISSING_SCOPE"],
        ["usage", "USAGE_LIMIT_REACHED"]
      ] as const
      for (let bits = 0; bits < 2 ** wrong.length; bits++) {
        const given = wrong.filter((_, n) => bits & (1 << n))
        const spent = given.map(([name]) => name as string)
        const scopes = spent.includes("scope") ? [] : access.scopes
        const { told, counted } = yield* admit({ access: { ...access, scopes }, spent })
        assert.strictEqual(told, given[0]?.[1] ?? "in")
        assert.deepStrictEqual(
          counted.map(([what]) => what),
          spent[0] === "rate" || spent[0] === "scope" ? ["rate"] : ["rate", "usage"]
        )
      }
    })
  )

  it.effect("is counted as its caller's once, and as usage by its operation, if it incurs any", () =>
    Effect.gen(function* () {
      for (const [access_, scopes] of [
        [access, access.scopes],
        [{ ...access, scopes: "all" }, []]
      ] as const) {
        const principal = { ...access_, scopes }
        const [rate, usage] = [
          ["rate", principal],
          ["usage", principal, "draw"]
        ] as const
        for (const [call, expected] of [
          [{}, [rate, usage]],
          [{ isCounted: true }, [usage]],
          [{ incursUsage: false }, [rate]],
          [{ incursUsage: false, isCounted: true }, []]
        ] as const) {
          const { told, counted } = yield* admit({ ...call, access: access_ })
          assert.strictEqual(told, "in")
          assert.deepStrictEqual<unknown>(counted, expected)
        }
      }
    })
  )
})
