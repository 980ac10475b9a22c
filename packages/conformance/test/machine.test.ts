import { assert, beforeAll, describe, it } from "vitest"
import figures from "./toy/machine/figures.json" with { type: "json" }
import { groupNames, mutants } from "./toy/machine/index.ts"
import { makeJudge } from "./toy/machine/judge.ts"

describe("servers that a machine made wrong", () => {
  let judge: Awaited<ReturnType<typeof makeJudge>>
  beforeAll(async () => {
    judge = await makeJudge()
  }, 60_000)

  it("are thousands, each in one place, and none is left out without a reason", () => {
    assert.isAbove(mutants.length, 10_000)
    assert.strictEqual(new Set(mutants.map(({ index }) => index)).size, mutants.length)
    const left = mutants.filter(({ equivalent }) => equivalent !== undefined)
    assert.isBelow(left.length, mutants.length / 10)
  })

  it.each(groupNames.map((group) => ({ group })))(
    "are caught, some of each sort: $group",
    { timeout: 60_000 },
    async ({ group }) => {
      const titles = figures.examples.filter((title) => title.startsWith(`${group}: `))
      assert.isAbove(titles.length, 0)
      for (const title of titles) {
        const found = mutants.find((one) => one.title === title)
        assert.isDefined(found, `There is no ${title} any more: hold a sample anew, with machine/run.ts --write`)
        const { caughtBy } = await judge(found!.mutant)
        assert.isDefined(caughtBy, title)
      }
    }
  )
})
