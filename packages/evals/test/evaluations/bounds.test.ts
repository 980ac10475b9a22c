import { Caller } from "@agent-operations/auth"
import { translateSqlErrors } from "@agent-operations/database"
import type { FrozenPrompt } from "@agent-operations/prompts"
import { EncodedRevisionStore } from "@agent-operations/revision-store"
import { describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { assert, vi } from "vitest"
import { ModelConnections } from "../../src/apps/connections/index.ts"
import { DatasetStore } from "../../src/datasets/store/DatasetStore.ts"
import type { ItemPageOptions } from "../../src/datasets/store/reads.ts"
import { makeBounds } from "../../src/evaluations/cost/bounds.ts"
import { makeCreate } from "../../src/evaluations/handlers/create.ts"
import { modelKey, type PinnedApp } from "../../src/evaluations/plan/plan.ts"
import type { Resolved } from "../../src/evaluations/plan/resolve.ts"
import { NewWork } from "../../src/runs/engine/NewWork.ts"
import type { NewRun } from "../../src/runs/store/create.ts"
import { RunStore } from "../../src/runs/store/RunStore.ts"

const space = { tenant: "acme", project: "support" }
const at = new Date("2015-01-01T00:00:00Z")

/** What a call costs beside its tokens. */
const ofCall = 1000n

const app: PinnedApp = {
  ...{ kind: "app", id: "ap_1", name: "Asked", revision: 1, references: {} },
  source: { type: "model", prompt: "p", connection: "c", model: "small", maxOutputTokens: 1, parameters: {} },
  settings: {
    ...{ timeoutMs: 1000, maxConcurrency: 1, ratePerMinute: null, maxAttempts: 1, onLost: "retry", extra: {} },
    microsPerInvocation: Number(ofCall)
  }
}

type Node = FrozenPrompt["nodes"][number]

const text = (template: string, references: Node["references"] = {}): Node => ({
  ...{ id: "pr_1", revision: 1, references },
  source: { type: "text", template },
  settings: { variables: [] }
})

const promptOf = (nodes: ReadonlyArray<Node>): FrozenPrompt => ({
  ...{ id: "pr_1", name: "Asked", revision: 1, nodes },
  led: { "pr_2 1": 1 }
})

const plain = promptOf([text("{{a}}")])

/** The inputs of a dataset's items. */
type Inputs = ReadonlyArray<unknown>

const idOf = (n: number) => `di_${n}`

const itemOf = (input: unknown, n: number) => ({
  ...{ id: idOf(n), datasetId: "ds_1", externalId: null, split: null, input: JSON.stringify(input), expected: "null" },
  ...{ metadata: "{}", source: "null", fromVersion: 1, toVersion: null, position: n, purged: false },
  ...{ createdAt: at, createdBy: "null", updatedAt: at, updatedBy: "null" }
})

const datasetOf = (inputs: Inputs, perPage: number) => {
  const items = inputs.map(itemOf)
  return Layer.mock(DatasetStore, {
    items: (_space, _dataset, { after }: ItemPageOptions) =>
      Effect.succeed({
        items: items.slice(after, after + perPage),
        next: after + perPage < items.length ? after + perPage : null
      })
  })
}

interface Asked {
  readonly inputs: Inputs
  readonly cases?: ReadonlyArray<number>
  readonly prompt?: FrozenPrompt
  readonly micros?: number | null
  readonly perPage?: number
}

const resolvedOf = ({ inputs, cases = inputs.map((_, n) => n), prompt = plain, micros = 1 }: Asked) => {
  const price = { inputMicrosPerMillion: (micros ?? 0) * 1e6, outputMicrosPerMillion: 0 }
  const connection = { id: "sc_1", name: "Models", pricesHash: "", prices: micros === null ? {} : { small: price } }
  const resolved: Resolved = {
    plan: {
      ...{ app, scorers: {}, scorerApps: {}, basis: null, call: null },
      models: { [modelKey(app)]: { prompt, connection } }
    },
    dataset: { id: "ds_1", name: "Cases", revision: 1, version: 1 },
    cases: cases.map((n) => ({ itemId: idOf(n), itemFromVersion: 1 }))
  }
  return resolved
}

const boundsOf = (asked: Asked) =>
  Effect.flatMap(makeBounds, (of) => of(space, resolvedOf(asked), (rendered) => rendered)).pipe(
    Effect.provide(datasetOf(asked.inputs, asked.perPage ?? 2))
  )

describe("U1: the most that an attempt of a model app can cost", () => {
  const attempt = async (asked: Asked) => (await Effect.runPromise(boundsOf(asked))).attemptMicros

  it("is that of the costliest item, of whatever page, of those that the run is of", async () => {
    const inputs = [1, 5, 3, 90, 40].map((length) => ({ a: "x".repeat(length) }))
    const none = await attempt({ inputs: [{ a: "" }] })
    assert.isTrue(none > ofCall)
    assert.strictEqual(await attempt({ inputs }), none + 90n)
    assert.strictEqual(await attempt({ inputs, cases: [0, 2, 4] }), none + 40n)
    assert.strictEqual(await attempt({ inputs, cases: [0] }), none + 1n)
  })

  it("takes the templates apart once, however many items there are", async () => {
    const tagsOf = vi.spyOn(String.prototype, "matchAll")
    await attempt({ inputs: [{ a: "1" }, { a: "2" }, { a: "3" }] })
    const templates = tagsOf.mock.contexts.map(String)
    tagsOf.mockRestore()
    assert.deepStrictEqual(templates, ["{{a}}"])
  })

  it("is no more than the call's own for what can't be rendered, and tells which models have no price", async () => {
    assert.strictEqual(await attempt({ inputs: [{ b: "not a" }] }), ofCall)
    const members = (count: number) => Object.fromEntries(["a", ...Array(count - 1).keys()].map((name) => [name, "x"]))
    assert.isTrue((await attempt({ inputs: [members(1000)] })) > ofCall)
    assert.strictEqual(await attempt({ inputs: [members(1001)] }), ofCall)
    const unpriced = await Effect.runPromise(boundsOf({ inputs: [{ a: "" }, { a: "x" }, { a: "y" }], micros: null }))
    assert.deepStrictEqual(unpriced, { attemptMicros: ofCall, scoringMicros: 0n, unpriced: ["small"] })
  })
})

const reference = { kind: "prompt", id: "pr_2", revision: 1 }
const many = promptOf([text("{{> b}}".repeat(700), { b: reference }), { ...text("{{a}}".repeat(700)), id: "pr_2" }])

it("T15: items of a prompt of many pieces leave others their turns", async () => {
  let turns = 0
  const other = setInterval(() => turns++, 0)
  const { attemptMicros } = await Effect.runPromise(
    boundsOf({ inputs: Array.from({ length: 60 }, () => ({ a: "x" })), prompt: many, perPage: 60 })
  )
  clearInterval(other)
  assert.isTrue(attemptMicros > 490_000n)
  assert.isAtLeast(turns, 5)
})

describe("K3: a run whose items take long to render", () => {
  const asked = { series: null, repetitions: 1, metadata: {}, stopAfter: null, requireBudget: false, baseRunId: null }
  const inputs = Array.from({ length: 3 }, () => ({ a: "x" }))

  /** Creates a run of what is resolved each time, and tells what is done in transactions and before them. */
  const created = (resolved: (pinned: { readonly version?: number }) => Resolved) => {
    const done: Array<string> = []
    let isOpen = false
    let holdMicros = 0n
    const runs = {
      create: <E, R>(_space: unknown, _key: unknown, resolve: Effect.Effect<Pick<NewRun, "holdMicros">, E, R>) =>
        Effect.gen(function* () {
          isOpen = true
          done.push("begin")
          holdMicros = (yield* resolve).holdMicros
          done.push("commit")
          return { _tag: "Run", id: "evr_1", isNew: true } as const
        }).pipe(Effect.ensuring(Effect.sync(() => (isOpen = false))), translateSqlErrors),
      accounts: () => Effect.succeed([]),
      removals: () => assert.fail("Nothing is removed.")
    }
    const datasets = Layer.mock(DatasetStore, {
      items: () =>
        Effect.gen(function* () {
          done.push(isOpen ? "read inside" : "read before")
          if (isOpen) yield* TestClock.adjust("100 millis")
          return { items: inputs.map(itemOf), next: null }
        })
    })
    const unused = Layer.mergeAll(Layer.mock(EncodedRevisionStore, {}), Layer.mock(ModelConnections, {}))
    return Effect.gen(function* () {
      const { create } = yield* makeCreate
      yield* create({ requestKey: "nightly" }, asked, (_space, pinned) => Effect.sync(() => resolved(pinned)))
      return { done, holdMicros }
    }).pipe(
      Effect.provide(Layer.mergeAll(Layer.mock(RunStore, runs), datasets, unused, NewWork.layer)),
      Effect.provideService(Caller, {
        ...{ organizationId: "acme", projectId: "support", scopes: [], credential: null },
        actor: { type: "user", id: "usr_1", name: "Ada" }
      })
    )
  }

  it.effect("is bounded while no transaction is open, and made by a second one", () =>
    Effect.gen(function* () {
      const { done, holdMicros } = yield* created(() => resolvedOf({ inputs, prompt: many }))
      assert.deepStrictEqual(done, ["begin", "read inside", "read before", "begin", "commit"])
      assert.isTrue(holdMicros > 490_000n)
    })
  )

  it.effect("is bounded anew where the second one finds something else", () =>
    Effect.gen(function* () {
      let times = 0
      const { done } = yield* created(() => resolvedOf({ inputs, prompt: many, micros: Math.min(++times, 2) }))
      const again = ["begin", "read inside", "read before"]
      assert.deepStrictEqual(done, [...again, ...again, "begin", "commit"])
    })
  )
  it.effect("is of the version that was bounded, whatever is written meanwhile", () =>
    Effect.gen(function* () {
      let current = 0
      const { done } = yield* created((pinned) => {
        current = Math.min(current + 1, 3)
        const resolved = resolvedOf({ inputs, prompt: many })
        return { ...resolved, dataset: { ...resolved.dataset!, version: current, ...pinned } }
      })
      assert.deepStrictEqual(done, ["begin", "read inside", "read before", "begin", "commit"])
    })
  )

  it.effect("is known again without a look at its cases", () =>
    Effect.gen(function* () {
      let looks = 0
      const { done } = yield* created(() => {
        const resolved = resolvedOf({ inputs, prompt: many })
        const looked = ({ itemId }: { readonly itemId: string }) => ({
          itemId,
          get itemFromVersion() {
            looks++
            return 1
          }
        })
        return { ...resolved, cases: resolved.cases.map(looked) }
      })
      assert.deepStrictEqual(done.at(-1), "commit")
      assert.strictEqual(looks, 0)
    })
  )
})
