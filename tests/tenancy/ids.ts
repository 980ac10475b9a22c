import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { pagesOf } from "../kit.ts"
import { holdAlike } from "./alike.ts"
import { back, translated } from "./copies.ts"
import { callables, operationsWith } from "./declared.ts"
import { type IdPlace, placesIn } from "./places.ts"
import { openWalk, type Outcome, type Walk } from "./walk.ts"
import type { Case, Who } from "./world/project.ts"

/** What no ID and no name has anywhere. */
const never = "f9"

interface Cell extends IdPlace {
  readonly one: Case
}

/** Of spans that are sent twice, what they say decides which of them is kept: it is not what they are looked up by. */
const isSaid = ({ one, path }: Cell) =>
  ["record_traces", "POST /api/traces", "POST /v1/traces"].includes(one.operation) && !/\/(?:id|traceId)$/.test(path)

/** The cells of an operation: each place of each case, or of a place the first case that has it. */
const cellsOf = (cases: ReadonlyArray<Case>, whole: boolean): ReadonlyArray<Cell> => {
  const cells = cases
    .flatMap((one) => placesIn(one.input).map((place): Cell => ({ one, ...place })))
    .filter((cell) => !isSaid(cell))
  return whole ? cells : cells.filter(({ path }, n) => cells.findIndex((other) => other.path === path) === n)
}

/**
 * Holds each operation, at each place of its input that takes an ID or a name, to answer for what is of another project and
 * of another organization as for what there never was: letter by letter, with the same written and nothing of others.
 */
export const describeIds = (whole: boolean): void => {
  describe("IDs of others", () => {
    let walk: Walk
    beforeAll(async () => {
      walk = await openWalk()
    }, 300_000)
    afterAll(() => walk.close())

    it.each(callables)("A3: $id takes IDs of others for none", async ({ id: operation, places }) => {
      const cases = walk.cases.filter((one) => one.operation === operation)
      assert.isNotEmpty(cases, "the walk has no call of it")
      const cells = cellsOf(cases, whole)
      const met = new Set(cells.map(({ path }) => path))
      assert.deepStrictEqual(
        places.filter((place) => !met.has(place)),
        [],
        "places of the input in which no call of the walk has an ID"
      )
      for (const { one, path, put } of cells) {
        const callers: ReadonlyArray<Who> = whole ? ["key", "ada"] : [one.who]
        for (const who of callers) {
          const answers: Array<Outcome> = []
          for (const mark of [never, ...walk.foreign.map(({ mark }) => mark)]) {
            answers.push(await walk.run({ ...one, who, input: put(mark) }, { renamed: (text) => back(text, mark) }))
          }
          const shown = `${path} of ${JSON.stringify(one.input).slice(0, 300)}, called by ${who}`
          for (const answer of answers.slice(1)) assert.deepStrictEqual(answer, answers[0], shown)
          assert.deepStrictEqual(answers[0]!.others, [], shown)
        }
      }
    })

    it("P4, A3: a total counts what the same filters list, each by itself and together, and nothing of others", async () => {
      const counted = operationsWith("includeTotal")
      assert.isNotEmpty(counted)
      let filtered = 0
      for (const operation of counted) {
        const asked = walk.cases.filter((one) => one.operation === operation).map(({ input }) => Object.entries(input))
        const filters = asked.map((members) =>
          members.filter(([name]) => !["limit", "cursor", "includeTotal"].includes(name))
        )
        // What a list is of is no filter, and always there.
        const fixed = filters[0]!.filter(([name]) => filters.every((one) => one.some(([other]) => other === name)))
        const sets = filters.flatMap((members) => [members, ...members.map((member) => [...fixed, member])])
        for (const filters of sets) {
          const input = Object.fromEntries(filters)
          const page = async (more: object) => {
            const { text } = await walk.call({ operation, input: { ...input, ...more }, who: "ada" })
            return (JSON.parse(text) as { data: { items: Array<unknown>; nextCursor: string | null; total?: number } })
              .data
          }
          const pages = await pagesOf((next) => page({ limit: 2, ...next }))
          const items = pages.reduce((all, { items }) => all + items.length, 0)
          const shown = `${operation} ${JSON.stringify(input)}`
          assert.strictEqual((await page({ limit: 1, includeTotal: true })).total, items, shown)
          if (filters.length > fixed.length && items > 0) filtered++
        }
      }
      assert.isAbove(filtered, 10)
    })

    it("what operations tell of one thing is the same in the answer of what wrote it, by itself, and in lists", () =>
      holdAlike(walk))

    it("A3: cursors of other projects are refused as those that nobody was given", async () => {
      const lists = walk.cases.filter(({ input }) => "cursor" in input)
      assert.isAbove(lists.length, 20)
      for (const one of lists) {
        const refused = await walk.run({ ...one, input: { ...one.input, cursor: "A".repeat(40) } })
        assert.strictEqual(refused.status, 400)
        for (const theirs of walk.foreign) {
          const { cursor: _, ...first } = JSON.parse(translated(JSON.stringify(one.input), theirs.mark)) as {
            cursor: string
          }
          const { text } = await walk.call({ ...one, input: first, who: "ada" }, { ...walk.place, ...theirs })
          const { nextCursor } = (JSON.parse(text) as { data: { nextCursor: string | null } }).data
          assert.isString(
            nextCursor,
            `${one.operation} of ${theirs.mark} has a page after the first: ${text.slice(0, 200)}`
          )
          assert.deepStrictEqual(await walk.run({ ...one, input: { ...one.input, cursor: nextCursor } }), refused)
        }
      }
    })
  })
}
