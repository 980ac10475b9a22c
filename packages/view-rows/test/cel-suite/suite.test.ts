import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { differences } from "./differences.ts"
import { notApplicable } from "./not-applicable.ts"
import { cases, isMet, ofHost, resultOf, sections } from "./suite.ts"

const page = readFileSync(join(import.meta.dirname, "..", "..", "..", "..", "docs", "formulas.md"), "utf8")

const table = /\| Difference \|.*\n\|.*\n((?:\|.*\n)+)/u.exec(page)![1]!
const listed = table
  .trim()
  .split("\n")
  .map((line) =>
    line
      .split(/(?<!\\)\|/u)
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll("\\|", "|"))
  )
  .map(([difference, ...cells]) => ({ difference: difference!, told: cells.map((cell) => cell.slice(1, -1)) }))

const told = (result: ReturnType<typeof resultOf>) => (result === "error" ? "error" : JSON.stringify(result.value))

describe("the conformance suite of CEL", () => {
  it("is met by formulas, but for the differences that docs/formulas.md lists", () => {
    expect(cases.length).toBeGreaterThan(1000)
    expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length)
    const missed = cases.filter((one) => !isMet(one)).map(({ id }) => id)
    expect(missed.toSorted()).toEqual(Object.values(differences).flat().toSorted())
  })

  it("is about formulas, but for what is told not to be", () => {
    const names = new Set(sections.flatMap(({ file, name }) => [file, name]))
    expect(Object.keys(notApplicable).filter((name) => !names.has(name))).toEqual([])
    // What a host binds, and messages of protocol buffers.
    expect(ofHost).toBeLessThan(60)
  })

  it("is quoted by the page: each difference with a case of it", () => {
    expect(listed.map(({ difference }) => difference)).toEqual(Object.keys(differences))
    for (const { difference, told: cells } of listed) {
      const [expression, inCel, here] = cells
      const one = cases.find(({ id, expression: of }) => of === expression && differences[difference]!.includes(id))
      expect(one, `${expression} is no case of: ${difference}`).toBeDefined()
      const { wanted } = one!
      expect([
        wanted === "error" || "value" in wanted ? told(wanted) : wanted.type,
        told(resultOf(expression!))
      ]).toEqual([inCel, here])
    }
  })
})
