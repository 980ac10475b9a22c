import { Effect, Layer } from "effect"
import { assert, describe, it } from "vitest"
import { makeBudget } from "../../src/evaluations/cost/budget.ts"
import type { AccountState } from "../../src/runs/store/accounts.ts"
import { RunStore } from "../../src/runs/store/RunStore.ts"

const space = { tenant: "acme", project: "support" }

const account = (more: Partial<AccountState>): AccountState => ({
  ...{ project: "support", limit: null, spent: 0n, held: 0n, monthly: false, resetsAt: null },
  ...more
})

type Budget = Effect.Success<typeof makeBudget>

/** The code of what a budget with these accounts refuses by; undefined where it does not. */
const refused = (accounts: ReadonlyArray<AccountState>, ask: (budget: Budget) => ReturnType<Budget["require"]>) =>
  Effect.flatMap(makeBudget, ask).pipe(
    Effect.as(undefined),
    Effect.catch((error) => Effect.succeed(error)),
    Effect.provide(Layer.mock(RunStore, { accounts: () => Effect.succeed(accounts), removals: () => assert.fail() })),
    Effect.runPromise
  )

const codeOf = async (...asked: Parameters<typeof refused>) => (await refused(...asked))?._tag

describe("U4: what can't be paid is refused before anything is created", () => {
  const left = (micros: bigint) => [account({ limit: 100n, spent: 60n - micros, held: 40n })]
  const bounds = { attemptMicros: 3n, scoringMicros: 2n, unpriced: [] }

  it("something is left above zero, and nothing at it or below", async () => {
    const some = (micros: bigint) => codeOf(left(micros), (budget) => budget.requireSome(space))
    assert.deepStrictEqual(await Promise.all([some(1n), some(0n), some(-1n)]), [
      undefined,
      "USAGE_LIMIT_REACHED",
      "USAGE_LIMIT_REACHED"
    ])
    assert.isUndefined(await codeOf([account({ spent: 1000n })], (budget) => budget.requireSome(space)))
    assert.isUndefined(await codeOf([], (budget) => budget.requireSome(space)))
  })

  it.each([
    [1, 4n, true],
    [1, 5n, false],
    [1, 6n, false],
    [3, 14n, true],
    [3, 15n, false]
  ])("%i targets of 5 with %i left: refused is %s", async (targets, micros, isRefused) => {
    const code = await codeOf(left(micros), (budget) => budget.require(space, bounds, targets))
    assert.strictEqual(code, isRefused ? "USAGE_LIMIT_REACHED" : undefined)
  })

  it("where it is not said how many, anything at all has to be left, unless it costs nothing", async () => {
    const of = (micros: bigint, more: object = {}) =>
      codeOf(left(micros), (budget) => budget.require(space, { ...bounds, ...more }, 0))
    assert.isUndefined(await of(1n))
    assert.strictEqual(await of(0n), "USAGE_LIMIT_REACHED")
    assert.isUndefined(await of(0n, { attemptMicros: 0n, scoringMicros: 0n }))
  })

  it("each account has to have it: the organization's, then the project's", async () => {
    const [rich, poor] = [
      { limit: 100n, spent: 0n },
      { limit: 4n, spent: 0n, resetsAt: new Date("2015-02-01T00:00:00Z") }
    ]
    const told = (accounts: ReadonlyArray<AccountState>) =>
      refused(accounts, (budget) => budget.require(space, bounds, 1))
    const organization = await told([account({ ...poor, project: "" }), account(rich)])
    assert.deepInclude(organization, { _tag: "USAGE_LIMIT_REACHED" })
    const project = await told([account({ ...rich, project: "" }), account({ ...poor, resetsAt: null })])
    assert.deepStrictEqual(
      [organization, project].map((error) => (error?._tag === "USAGE_LIMIT_REACHED" ? error.details : undefined)),
      [
        {
          ...{ account: "organization", limitMicros: 4, spentMicros: 0, heldMicros: 0, requiredMicros: 5 },
          resetsAt: "2015-02-01T00:00:00.000Z"
        },
        { account: "project", limitMicros: 4, spentMicros: 0, heldMicros: 0, requiredMicros: 5, resetsAt: null }
      ]
    )
    assert.isUndefined(await told([account({ ...rich, project: "" }), account(rich)]))
  })

  it("what has no price is refused where there is a limit, and there alone", async () => {
    const unpriced = { ...bounds, unpriced: ["large"] }
    const asked = (budget: Budget) => budget.require(space, unpriced, 1)
    assert.strictEqual(await codeOf([account({}), account({ limit: 1000n })], asked), "UNPRICED")
    assert.isUndefined(await codeOf([account({}), account({})], asked))
  })
})
