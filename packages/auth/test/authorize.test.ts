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

const decide = (wrong: Wrong, incursUsage = true, counted = () => {}) => {
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
      check: () => {
        counted()
        return wrong.rate ? Effect.fail(new RateLimited({ message: "", retryAfter: 1 })) : Effect.void
      }
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

  effectIt.effect("A1: whose credential is wrong is not counted, so that what is counted stays small", () =>
    Effect.gen(function* () {
      let counted = 0
      for (const credential of [true, false]) yield* decide({ credential }, false, () => void counted++)
      assert.strictEqual(counted, 1)
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
})
