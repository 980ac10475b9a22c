import type { ItemOutcomes, Outcome, Scale } from "@agent-operations/evals/statistics"
import { runSteps } from "@agent-operations/operations"
import { assert, describe, it } from "vitest"
import { type Compared, ComparedRuns } from "../../src/evaluations/figures/compare-runs.ts"
import { itemsOf } from "../../src/evaluations/figures/items-of.ts"
import { scaleOf } from "../../src/evaluations/plan/scale.ts"
import { compareBySteps } from "../../src/statistics/compare.ts"
import { summarizeBySteps } from "../../src/statistics/summarize.ts"

const scale: Scale = { type: "number", range: [0, 1], higherIsBetter: true }

/** An item with these scores, of which null is none. */
const item = (itemId: string, values: ReadonlyArray<number | null>, itemFromVersion = 1): ItemOutcomes => ({
  itemId,
  itemFromVersion,
  outcomes: values.map((value): Outcome =>
    value === null ? { status: "unscored" } : { status: "scored", value, passed: null }
  )
})

const base = [
  item("rose", [0.2]),
  item("fell", [0.8]),
  item("stayed", [0, 1]),
  item("new score", [null]),
  item("lost score", [0.5]),
  item("never scored", [null]),
  item("edited", [0.5]),
  item("edited, lost score", [0.5]),
  item("edited, new score", [null]),
  item("only base", [0])
]
const other = [
  item("only other", [1]),
  item("rose", [0.3]),
  item("fell", [0]),
  item("stayed", [0.5]),
  item("new score", [0]),
  item("lost score", [null]),
  item("never scored", [null]),
  item("edited", [0.5], 2),
  item("edited, lost score", [null], 2),
  item("edited, new score", [0], 2)
]

const compared = (all: ReadonlyArray<Compared>) => {
  const runs = new ComparedRuns()
  for (const one of all) runSteps(runs.add(one))
  return runs
}
const comparisons = (all: ReadonlyArray<Compared>) => compared(all).comparisons()
const comparedItems = (all: ReadonlyArray<Compared>) => compared(all).items(undefined, { from: 0, limit: 100 }).items

it("items are found by what any scorer tells of them, page by page", () => {
  const runs = compared([
    { alias: "one", scale, base, other },
    { alias: "two", scale: { ...scale, higherIsBetter: false }, base, other }
  ])
  const ids = (change: "improved" | "changed", from: number, limit: number) => {
    const { items, more } = runs.items(change, { from, limit })
    return [items.map(({ itemId }) => itemId), more]
  }
  assert.deepStrictEqual(ids("improved", 0, 1), [["rose"], true])
  assert.deepStrictEqual(ids("improved", 1, 1), [["fell"], false])
  assert.deepStrictEqual(ids("improved", 2, 1), [[], false])
  assert.deepStrictEqual(ids("changed", 0, 2), [["edited", "edited, lost score"], true])
  assert.deepStrictEqual(runs.items("improved", { from: 1, limit: 1 }).items[0]!.scores, {
    one: { change: "regressed", base: 0.8, other: 0 },
    two: { change: "improved", base: 0.8, other: 0 }
  })
})

describe.each([true, false])("items of two runs, where higher is better: %s", (higherIsBetter) => {
  const [rise, fall] = higherIsBetter ? (["improved", "regressed"] as const) : (["regressed", "improved"] as const)

  it("N2: each has become one thing, and what has no score is never a zero", () => {
    const changes = comparedItems([{ alias: "one", scale: { ...scale, higherIsBetter }, base, other }])
    assert.deepStrictEqual(
      changes.map(({ itemId, itemFromVersion, scores }) => [itemId, itemFromVersion, scores["one"]]),
      [
        ["only other", 1, { change: "onlyInOther", base: null, other: 1 }],
        ["rose", 1, { change: rise, base: 0.2, other: 0.3 }],
        ["fell", 1, { change: fall, base: 0.8, other: 0 }],
        ["stayed", 1, { change: "unchanged", base: 0.5, other: 0.5 }],
        ["new score", 1, { change: "unscored", base: null, other: 0 }],
        ["lost score", 1, { change: "unscored", base: 0.5, other: null }],
        ["never scored", 1, { change: "unscored", base: null, other: null }],
        ["edited", 2, { change: "changed", base: 0.5, other: 0.5 }],
        ["edited, lost score", 2, { change: "changed", base: 0.5, other: null }],
        ["edited, new score", 2, { change: "changed", base: null, other: 0 }],
        ["only base", 1, { change: "onlyInBase", base: 0, other: null }]
      ]
    )
  })

  it("the comparison counts the same as its items tell", () => {
    const { one } = comparisons([{ alias: "one", scale: { ...scale, higherIsBetter }, base, other }])
    assert.deepInclude(one, {
      ...{ pairs: 3, onlyInBase: 1, onlyInOther: 1, changed: 3, unscored: 3 },
      ...{ improved: 1, regressed: 1, unchanged: 1 }
    })
  })
})

it("there are no items where no scorer is in both runs, and none of two empty ones", () => {
  assert.deepStrictEqual(comparedItems([]), [])
  assert.deepStrictEqual(comparedItems([{ alias: "one", scale, base: [], other: [] }]), [])
  assert.deepStrictEqual(comparisons([]), {})
})

it("p values are raised by how many scorers there are, and each is its own scorer's", () => {
  const [low, high] = [
    [0.1, 0.2, 0.3, 0.4],
    [0.2, 0.3, 0.4, 0.6]
  ].map((values) => values.map((value, n) => item(`di_${n}`, [value])))
  const pair = { scale, base: low!, other: high! }
  const alone = comparisons([{ ...pair, alias: "a" }])["a"]!.p!
  const both = comparisons([
    { ...pair, alias: "a" },
    { scale, base: low!, other: low!, alias: "b" }
  ])
  assert.closeTo(both["a"]!.p!, 2 * alone, 1e-12)
  assert.strictEqual(both["b"]!.p, 1)
})

describe("outcomes of an item", () => {
  const target = (itemId: string, status: Outcome["status"], value: number | null, passed: boolean | null = null) => ({
    ...{ itemId, itemFromVersion: 3, status, value, passed }
  })

  it("N2: are those of its targets in their order, where a score without a number is none", () => {
    assert.deepStrictEqual(runSteps(itemsOf([])), [])
    assert.deepStrictEqual(
      runSteps(
        itemsOf([
          target("b", "scored", 0, false),
          target("a", "scored", null),
          target("b", "failed", null),
          target("b", "unscored", null),
          target("b", "scored", 1, true)
        ])
      ),
      [
        {
          ...{ itemId: "b", itemFromVersion: 3 },
          outcomes: [
            { status: "scored", value: 0, passed: false },
            { status: "failed" },
            { status: "unscored" },
            { status: "scored", value: 1, passed: true }
          ]
        },
        { itemId: "a", itemFromVersion: 3, outcomes: [{ status: "unscored" }] }
      ]
    )
  })
})

describe("the scale of a scorer", () => {
  const label = (label: string, value: number | null) => ({ label, value })
  it.each([
    [{ type: "boolean" }, [0, 1]],
    [{ type: "number", min: -1, max: 5 }, [-1, 5]],
    [{ type: "number", min: 0, max: null }, null],
    [{ type: "number", min: null, max: 0 }, null],
    [{ type: "number", min: null, max: null }, null],
    [{ type: "label", labels: [label("a", 2), label("b", -1), label("c", 0), label("d", null)] }, [-1, 2]],
    [{ type: "label", labels: [label("a", 0)] }, [0, 0]],
    [{ type: "label", labels: [label("a", null), label("b", null)] }, null]
  ] as const)("of %j has the range %j, in both directions", (output, range) => {
    for (const higherIsBetter of [true, false]) {
      const settings = { output, higherIsBetter } as Parameters<typeof scaleOf>[0]
      assert.deepStrictEqual(scaleOf(settings), { type: output.type, range, higherIsBetter })
    }
  })
})

it("K3: figures of many targets are computed by steps", () => {
  const targets = Array.from({ length: 50_000 }, (_, n) => ({
    ...{ itemId: `di_${n}`, itemFromVersion: 1, status: "scored" as const, value: n % 2, passed: n % 2 === 1 }
  }))
  const items = runSteps(itemsOf(targets))
  const count = (steps: Generator<void, unknown>) => {
    let count = 0
    while (steps.next().done !== true) count++
    return count
  }
  assert.isAbove(count(itemsOf(targets)), 20)
  assert.isAbove(count(summarizeBySteps(items, scale)), 50)
  assert.isAbove(count(compareBySteps(items, items, scale)), 50)
})
