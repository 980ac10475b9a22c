import { assert, beforeAll, describe, it } from "vitest"
import { startKit } from "../tenancy/host.ts"
import { tablesOf } from "../tenancy/tables.ts"
import { makeWorld } from "../tenancy/world/index.ts"
import { send } from "../tenancy/world/project.ts"
import { type Explained, makeFindings, openExplained } from "./explain.ts"
import { multiply } from "./multiply.ts"
import { reasonFor, reasons } from "./reasons.ts"

/** How many times as many pages a statement may look at without statistics, where it is about more than these. */
const [mostTimes, fewPages] = [1.3, 100]

const pagesByText = (statements: ReadonlyArray<Explained>): ReadonlyMap<string, number> => {
  const pages = new Map<string, number>()
  for (const { text, buffers } of statements) pages.set(text, (pages.get(text) ?? 0) + buffers)
  return pages
}

describe("plans where there are no statistics, and 10,000 rows of each table in the project", () => {
  const findings = makeFindings()
  const dearer = new Map<string, string>()
  let statements = 0
  beforeAll(async () => {
    const database = await openExplained(async (plain) => {
      const world = await makeWorld(plain)
      await multiply(plain.pool, await tablesOf(plain.pool), world.place, 10_000)
      return world
    })
    const { filled, without, analyzed } = database
    const kits = [await startKit(without.host, false), await startKit(analyzed.host, false)] as const
    without.take()
    analyzed.take()
    for (const one of filled.cases) {
      await send(kits[0], filled.place, one)
      await send(kits[1], filled.place, one)
      const sent = without.take()
      statements += sent.length
      findings.look(one.operation, sent)
      const best = pagesByText(analyzed.take())
      for (const [text, pages] of pagesByText(sent)) {
        const least = best.get(text) ?? Number.POSITIVE_INFINITY
        if (pages > mostTimes * least && pages > least + fewPages && reasonFor(text) === undefined)
          dearer.set(text, `${one.operation} looks at ${pages} pages, with statistics at ${least}: ${text}`)
      }
    }
    for (const kit of kits) await kit.close()
    await database.close()
  }, 900_000)

  it("no statement of any call reads rows that it does not want, or it is explained why", () => {
    assert.isAbove(statements, 1000)
    assert.deepStrictEqual(findings.unexplained(), [])
    const used = findings.reasons()
    assert.deepStrictEqual(
      reasons.filter(({ why, isAtTimes }) => isAtTimes !== true && !used.has(why)).map(({ why }) => why),
      [],
      "reasons for what removes none"
    )
  })

  it("none looks at many more pages than with statistics, but for those that are explained", () => {
    assert.deepStrictEqual([...dearer.values()], [])
  })
})
