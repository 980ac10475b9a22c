import { Egress } from "@agent-operations/egress"
import { describeOptions, numberOf, shownBy } from "@agent-operations/testing/options"
import { Clock, Duration, Effect, Exit, Fiber, Layer, Logger, Scope } from "effect"
import { TestClock } from "effect/testing"
import { assert } from "vitest"
import { ModelConnections } from "../../src/apps/connections/index.ts"
import { DatasetStore, evaluations, type EvaluationsOptions, Scorers } from "../../src/index.ts"
import { type Claim, RunStore, type WorkerOptions } from "../../src/runs/index.ts"
import { Secrets } from "../../src/secrets/index.ts"
import { ofEvaluations, ofWorker } from "./described.ts"
import { host } from "./host.ts"

const over = {
  datasets: { layer: Layer.mock(DatasetStore, {}) },
  scorers: { layer: Layer.mock(Scorers, {}) },
  apps: { layer: Layer.mergeAll(Layer.mock(Secrets, {}), Layer.mock(Egress, {}), Layer.mock(ModelConnections, {})) }
}

/** A target that is called for as long as it may be, and not again where it was lost. */
const endless: Claim = {
  ...{ space: { tenant: "org_a", project: "prj_a" }, lane: "app", runId: "evr_1", ordinal: 0, itemId: "di_0" },
  ...{ itemFromVersion: 1, repetition: 1, work: "invoke", attempt: 1, maxAttempts: 3, retryLost: false },
  ...{ holdMicros: 0n, scoreHoldMicros: 0n, carriedOrdinal: null, claimedAt: 0 }
}

/** What a process asks of the store of runs within five minutes of its start, and as it ends: with what, and when. */
const asked = (options?: EvaluationsOptions) => {
  const calls: Array<readonly [what: string, given: unknown, at: number]> = []
  const note = <A>(what: string, given: unknown, answer: A) =>
    Effect.map(Clock.currentTimeMillis, (at) => {
      calls.push([what, given, at])
      return answer
    })
  let claims = 0
  const store = Layer.mock(RunStore, {
    register: (given) => note("register", given, "wk_1"),
    renew: (_, leaseMillis) => note("renew", leaseMillis, true),
    claim: ({ room }) =>
      note(
        "claim",
        typeof room === "number" ? room : room.roomFor(endless.space.tenant),
        claims++ === 0 ? [endless] : []
      ),
    plan: () => Effect.never,
    bury: () => Effect.succeed(0),
    toEnd: () => Effect.succeed(new Map<string, "cancelled">()),
    handBack: () => Effect.succeed(0),
    leave: () => note("leave", undefined, undefined),
    goOnRemoving: Effect.void,
    removals: (retention) => {
      calls.push(["removals", retention, 0])
      const none = { of: "none", count: () => Effect.never, remove: () => Effect.never }
      return { runs: none, outputs: none }
    }
  })
  // The store is that of the module, which is made over a database.
  const usual = RunStore.layer
  Object.assign(RunStore, { layer: store })
  const { layer } = options === undefined ? evaluations(over) : evaluations(over, options)
  Object.assign(RunStore, { layer: usual })
  return Effect.gen(function* () {
    const scope = yield* Scope.make()
    yield* Layer.buildWithScope(Layer.provide(layer, host), scope)
    yield* TestClock.adjust("5 minutes")
    const end = yield* Effect.forkChild(Scope.close(scope, Exit.void))
    const closed = yield* Clock.currentTimeMillis
    yield* TestClock.adjust("5 minutes")
    yield* Fiber.join(end)
    const of = (what: string) => calls.filter(([name]) => name === what)
    const given = (what: string) => of(what).map(([, given]) => given)
    return { given, times: (what: string) => of(what).map(([, , at]) => at), closed }
  }).pipe(
    // Over no database, the upkeep fails and says so.
    Effect.provide([TestClock.layer({ warningDelay: "10 minutes" }), Logger.layer([])]),
    Effect.scoped,
    Effect.runPromise
  )
}

const usualLease = Duration.toMillis(ofWorker.lease.default)

describeOptions<EvaluationsOptions>("evaluations", ofEvaluations, {
  worker: async () => {
    const [none, usual] = [await asked({ worker: false }), await asked()]
    assert.deepStrictEqual([none.given("register"), none.given("claim")], [[], []])
    assert.lengthOf(usual.given("register"), 1)
  },
  retention: async () => {
    const retention = { runs: "365 days", outputs: "30 days" } as const
    const [given, without] = [await asked({ retention }), await asked()]
    assert.deepStrictEqual([given.given("removals"), without.given("removals")], [[retention], [{}]])
  },
  reviews: shownBy(
    "tests/evaluations/evaluations.test.ts",
    "(await calls.evaluations.get({ id: run, limit: 1 })).reviews"
  )
})

describeOptions<WorkerOptions>("a worker", ofWorker, {
  concurrency: async () => {
    const room = async (worker?: WorkerOptions) => (await asked({ worker })).given("claim").slice(0, 2)
    const usual = numberOf(ofWorker.concurrency)
    assert.deepStrictEqual(
      [await room({ concurrency: 3 }), await room()],
      [
        [3, 2],
        [usual, usual - 1]
      ]
    )
  },
  isAlone: async () => {
    const isAlone = async (worker?: WorkerOptions) => (await asked({ worker })).given("register")
    assert.deepStrictEqual(
      [await isAlone({ isAlone: true }), await isAlone()],
      [[{ isAlone: true, leaseMillis: usualLease }], [{ isAlone: false, leaseMillis: usualLease }]]
    )
  },
  lease: async () => {
    for (const [worker, lease] of [
      [{ lease: "6 seconds" }, 6000],
      [{}, usualLease]
    ] as const) {
      const { given, times } = await asked({ worker })
      assert.deepStrictEqual(given("register"), [{ isAlone: false, leaseMillis: lease }])
      assert.deepStrictEqual(given("renew").slice(0, 2), [lease, lease])
      assert.deepStrictEqual(times("renew").slice(0, 2), [lease / 3, (2 * lease) / 3])
    }
  },
  grace: async () => {
    const grace = async (worker?: WorkerOptions) => {
      const { times, closed } = await asked({ worker })
      return times("leave").map((at) => at - closed)
    }
    const usual = Duration.toMillis(ofWorker.grace.default)
    assert.deepStrictEqual([await grace({ grace: "4 seconds" }), await grace()], [[4000], [usual]])
  }
})
