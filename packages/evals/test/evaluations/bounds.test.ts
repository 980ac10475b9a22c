import type { FrozenPrompt } from "@agent-operations/prompts"
import { Effect, Layer } from "effect"
import { assert, describe, it, vi } from "vitest"
import { DatasetStore } from "../../src/datasets/store/DatasetStore.ts"
import type { ItemPageOptions } from "../../src/datasets/store/reads.ts"
import { makeBounds } from "../../src/evaluations/cost/bounds.ts"
import { modelKey, type PinnedApp } from "../../src/evaluations/plan/plan.ts"
import type { Resolved } from "../../src/evaluations/plan/resolve.ts"

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

const boundsOf = ({ inputs, cases = inputs.map((_, n) => n), prompt = plain, micros = 1, perPage = 2 }: Asked) => {
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
  return Effect.flatMap(makeBounds, (of) => of(space, resolved)).pipe(Effect.provide(datasetOf(inputs, perPage)))
}

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

it("T15: items of a prompt of many pieces leave others their turns", async () => {
  const reference = { kind: "prompt", id: "pr_2", revision: 1 }
  const many = promptOf([text("{{> b}}".repeat(700), { b: reference }), { ...text("{{a}}".repeat(700)), id: "pr_2" }])
  let turns = 0
  const other = setInterval(() => turns++, 0)
  const { attemptMicros } = await Effect.runPromise(
    boundsOf({ inputs: Array.from({ length: 60 }, () => ({ a: "x" })), prompt: many, perPage: 60 })
  )
  clearInterval(other)
  assert.isTrue(attemptMicros > 490_000n)
  assert.isAtLeast(turns, 5)
})
