import { writeFileSync } from "node:fs"
import { afterAll, assert, beforeAll, describe, expect, it } from "vitest"
import { answersOf } from "./answers.ts"
import { contract, servedFamilies } from "./contract.ts"
import { withoutCall } from "./declared.ts"
import { countsFile, countsOf } from "./counts.ts"
import { explained, explainedPlaces } from "./explained.ts"
import { setOnConflict } from "./on-conflict.ts"
import { predicatesOf } from "./predicates.ts"
import { takeAway, type Taken, watch } from "./statements.ts"
import { openWalk, type Walk } from "./walk.ts"

/** Numbers from 0 to 1, the same for a seed. */
const drawing = (seed: number) => {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

/** Keeps the figures of a whole run for docs/security-tenancy.md, with `FIGURES=write`. */
const keepFigures = (figures: Readonly<Record<"statements" | "conditions" | "shown" | "explained", number>>) => {
  if (process.env["FIGURES"] !== "write") return
  const noted = { on: new Date().toISOString().slice(0, 10), ...figures }
  writeFileSync(`${import.meta.dirname}/figures.json`, `${JSON.stringify(noted, undefined, 2)}\n`)
}

/**
 * Takes conditions on tenants and projects away from the statements of the walk, one at a time: a call of it must come to
 * something else, unless it is explained why none does. `share` is of how many statements, drawn by a seed.
 */
export const describeStatements = (share: number): void => {
  const seed = Number(process.env["SEED"] ?? Math.floor(Math.random() * 2 ** 31))

  describe(`conditions on tenants and projects, of ${share * 100} % of the statements by SEED=${seed}`, () => {
    let walk: Walk
    let watched: Awaited<ReturnType<typeof watch>>
    let counts: string
    beforeAll(async () => {
      walk = await openWalk()
      watched = await watch(walk)
      counts = await countsOf(walk)
    }, 600_000)
    afterAll(() => walk.close())

    it("each member of each input is in some call, and each value of those that have a few", () => {
      const inputsOf = Map.groupBy([...walk.cases, ...walk.questions], ({ operation }) => operation)
      const missing = contract.operations.flatMap(({ id }) => {
        const places = withoutCall(
          id,
          inputsOf.get(id)!.map(({ input }) => input)
        )
        return places.length === 0 ? [] : `${id}: ${places.join(" ")}`
      })
      assert.strictEqual(missing.join("\n"), "")
    })

    it("each call is answered as it was, and writes the rows that it wrote, of what it names and of nothing beside it", async () => {
      const answers = await answersOf(walk, watched.outcome)
      assert.isAbove(answers.size, servedFamilies.length - 2)
      for (const [family, told] of answers) await expect(told).toMatchFileSnapshot(`answers/${family}.txt`)
    })

    it("each call sends as many statements as it did", () => expect(counts).toMatchFileSnapshot(countsFile))

    it("what a conflict sets a row to is said by immutable functions, so that tables can be distributed over nodes", async () => {
      const functionsOf = new Map(watched.issued.map(({ text }) => [text, setOnConflict(text)]))
      const names = [...functionsOf.values()].flat()
      assert.include(names, "least")
      const changeable = new Set([
        ...(await walk.changeable(names)),
        ...names.filter((name) => /^(?:cur|loc|ses)/.test(name))
      ])
      const found = [...functionsOf].flatMap(([text, used]) =>
        used.some((name) => changeable.has(name)) ? [text] : []
      )
      assert.deepStrictEqual(found, [])
    })

    it("A3: each shows when it is taken away, or it is explained why not", { timeout: 1_800_000 }, async () => {
      const draw = drawing(seed)
      const taken: Array<Taken> = []
      for (const issued of watched.issued) if (draw() < share) taken.push(...(await takeAway(walk, watched, issued)))
      const total = watched.issued.reduce((sum, { text }) => sum + predicatesOf(text).length, 0)
      const unseen = taken.filter(({ seenBy }) => seenBy === undefined)
      assert.isAtLeast(total, 500)
      assert.isNotEmpty(taken)
      assert.deepStrictEqual(
        taken.filter(({ refused }) => refused !== undefined),
        [],
        "what the server does not take without its condition shows nothing"
      )
      assert.deepStrictEqual(
        unseen
          .filter(({ place }) => explained(place) === undefined)
          .map(({ place, condition }) => `${place}: ${condition}`),
        []
      )
      if (share === 1) {
        const met = new Set(unseen.map(({ place }) => place))
        assert.deepStrictEqual(
          explainedPlaces.filter((place) => !met.has(place)),
          [],
          "reasons for what shows"
        )
        keepFigures({
          statements: watched.issued.length,
          conditions: total,
          shown: taken.length - unseen.length,
          explained: unseen.length
        })
      }
      console.info(
        `${watched.issued.length} statements with ${total} conditions: ${taken.length} taken away, ` +
          `${taken.length - unseen.length} shown, ${unseen.length} explained.`
      )
    })
  })
}
