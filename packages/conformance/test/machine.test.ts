import { assert, describe, it } from "vitest"
import figures from "./toy/machine/figures.json" with { type: "json" }
import { groupNames, mutants } from "./toy/machine/index.ts"
import { isCaughtBy } from "./toy/machine/judge.ts"

describe("servers that a machine made wrong", () => {
  it("are thousands, each in one place, and none is left out without a reason", () => {
    assert.isAbove(mutants.length, 10_000)
    assert.strictEqual(new Set(mutants.map(({ index }) => index)).size, mutants.length)
    const left = mutants.filter(({ equivalent }) => equivalent !== undefined)
    assert.isBelow(left.length, mutants.length / 8)
  })

  it.each(groupNames.map((group) => ({ group })))("are caught, some of each sort: $group", async ({ group }) => {
    const examples = figures.examples.filter(({ title }) => title.startsWith(`${group}: `))
    assert.isAbove(examples.length, 0)
    for (const { title, caughtBy } of examples) {
      const found = mutants.find((one) => one.title === title)
      assert.isDefined(found, `There is no ${title} any more: hold a sample anew, with machine/run.ts --write`)
      assert.isTrue(await isCaughtBy(found!.mutant, caughtBy, 1), `${title}, by ${caughtBy}`)
    }
  })
})
