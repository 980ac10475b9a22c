import { describe, expect, it } from "@effect/vitest"
import type { ReadRow } from "@agent-operations/traces/store"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import type { Cell } from "../src/formulas/protocol.ts"
import type { Computer } from "../src/query/cells.ts"
import { gatherPage } from "../src/query/gather.ts"
import type { PageSetting } from "../src/query/page.ts"
import { scanPage } from "../src/query/scan.ts"
import type { Source } from "../src/query/source.ts"
import type { Plan } from "../src/view/plan.ts"

const custom = { name: "custom.x", type: "number", unit: null, custom: 0 } as const

const plan: Plan = {
  target: "traces",
  columns: [{ on: custom, label: null, hidden: false }],
  inDatabase: [],
  here: [{ field: "custom.x", operator: "eq", value: 1, on: custom }],
  group: null,
  sorts: [],
  sortedInDatabase: true,
  fields: [{ target: "trace", valueType: "number", source: { type: "formula", expression: "1.0" }, aliases: {} }]
}

const sorted: Plan = {
  ...plan,
  sorts: [{ field: "custom.x", direction: "asc", on: custom }],
  sortedInDatabase: false
}

/** So many rows, whose IDs count. */
const sourceOf = (count: number): Source => ({
  records: ["trace"],
  sortKeys: 0,
  shared: undefined,
  read: ({ limit, after, ids }) =>
    Effect.sync(() => {
      const from = after === undefined ? 0 : Number(after.id) + 1
      const rows = Array.from({ length: Math.max(0, Math.min(limit, count - from)) }, (_, n): ReadRow => {
        return { id: ids?.[n] ?? String(from + n), startNano: 0n, keys: [], values: [], passes: true }
      })
      return { rows, more: ids === undefined && from + rows.length < count }
    })
})

/** Computes a value for each row; no more than so many at once. */
const computerOf = (value: (id: number) => Cell, atOnce = Number.MAX_SAFE_INTEGER): Computer => ({
  paths: () => [],
  compute: (rows) => {
    const done = Math.min(rows.length, atOnce)
    return Effect.succeed({ cells: new Map([[0, rows.slice(0, done).map(({ id }) => value(Number(id)))]]), done })
  }
})

const settingOf = (more: Partial<PageSetting>): PageSetting => ({
  plan,
  source: sourceOf(100),
  computer: computerOf(() => ({ value: 1 })),
  limit: 50,
  after: undefined,
  decidesHere: true,
  ...more
})

describe("P2: a page looks at 10,000 rows at most", () => {
  it.effect("and is empty then, with where to go on", () =>
    Effect.gen(function* () {
      const setting = settingOf({
        source: sourceOf(25_000),
        computer: computerOf((id) => ({ value: id === 24_999 ? 1 : 0 }))
      })
      const first = yield* scanPage(setting)
      expect([first.rows.length, first.scanned, first.next?.id]).toEqual([0, 10_000, "9999"])
      const second = yield* scanPage({ ...setting, after: first.next! })
      expect([second.rows.length, second.scanned, second.next?.id]).toEqual([0, 10_000, "19999"])
      const third = yield* scanPage({ ...setting, after: second.next! })
      expect([third.rows.map(({ row }) => row.id), third.scanned, third.next]).toEqual([["24999"], 5000, null])
    })
  )

  it.effect("and asks for few at once where rows are so large that few are read", () =>
    Effect.gen(function* () {
      const asked: Array<number> = []
      const { read, ...source } = sourceOf(40)
      const large: Source = {
        ...source,
        read: (reading) => {
          asked.push(reading.limit)
          const rows = read({ ...reading, limit: Math.min(reading.limit, 10) })
          return Effect.map(rows, (found) => ({ ...found, more: found.rows.at(-1)?.id !== "39" }))
        }
      }
      yield* scanPage(settingOf({ source: large, computer: computerOf(() => ({ value: 0 })) }))
      expect(asked).toEqual([200, 20, 20, 20])
    })
  )

  it.effect("and those only that there was time for", () =>
    Effect.gen(function* () {
      const page = yield* scanPage(settingOf({ computer: computerOf(() => ({ value: 1 }), 3) }))
      expect([page.rows.map(({ row }) => row.id), page.scanned, page.next?.id]).toEqual([["0", "1", "2"], 3, "2"])
    })
  )

  it.effect("and where it has to look at all, as many at a time as there is room for, until it took too long", () =>
    Effect.gen(function* () {
      const asked: Array<number> = []
      const { read, ...source } = sourceOf(100)
      const counting: Source = {
        ...source,
        read: (reading) => {
          asked.push(reading.limit)
          return read(reading)
        }
      }
      const computer = computerOf((id) => ({ value: id % 10 }), 30)
      const setting = settingOf({ plan: { ...sorted, here: [] }, source: counting, computer, limit: 15 })
      const { rows, scanned, next } = yield* gatherPage(setting)
      const expected = Array.from({ length: 15 }, (_, n) => 90 - 10 * (n % 10) + (n < 10 ? 0 : 1))
      expect([rows.map(({ row }) => Number(row.id)), scanned, next?.id]).toEqual([expected, 100, "51"])
      expect(asked.slice(0, -1)).toEqual([2000, 60, 60, 60])
      const slow: Computer = {
        ...computer,
        compute: (...asked) => Effect.andThen(TestClock.adjust("3 seconds"), computer.compute(...asked))
      }
      expect(yield* Effect.flip(gatherPage({ ...setting, computer: slow }))).toMatchObject({ _tag: "TIMEOUT" })
    })
  )

  it.effect("and where it has to look at all, and there are more, TOO_MANY_ROWS says so", () =>
    Effect.gen(function* () {
      const failed = yield* Effect.flip(gatherPage(settingOf({ plan: sorted, source: sourceOf(10_001) })))
      expect(failed).toMatchObject({ _tag: "TOO_MANY_ROWS", details: { limit: 10_000 } })
      for (const valueOf of [(text: string) => text, (text: string) => [text], (text: string) => ({ text })]) {
        const long = settingOf({
          plan: { ...sorted, here: [] },
          source: sourceOf(5000),
          computer: computerOf((id) => ({ value: valueOf(String(id).padEnd(4096)) }))
        })
        expect(yield* Effect.flip(gatherPage(long))).toMatchObject({
          _tag: "TOO_MANY_ROWS",
          message: expect.stringContaining("8,388,608 characters")
        })
      }
    })
  )
})

it.effect("a cell in error passes no filter, ne neither", () =>
  Effect.gen(function* () {
    const wrong: Cell = { value: null, error: { code: "TYPE_ERROR", message: "" } }
    const computer = computerOf((id) => (id % 2 === 0 ? wrong : { value: null }))
    for (const [operator, expected] of [
      ["ne", 50],
      ["exists", 0]
    ] as const) {
      const filtered = {
        ...plan,
        here: [{ field: "custom.x", operator, value: operator === "ne" ? 1 : true, on: custom }]
      }
      const page = yield* scanPage(settingOf({ plan: filtered, computer, limit: 100 }))
      expect(page.rows).toHaveLength(expected)
    }
  })
)
