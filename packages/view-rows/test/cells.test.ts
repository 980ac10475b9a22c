import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Rows } from "../src/formulas/FormulaRunner.ts"
import { recordNames } from "../src/formulas/protocol.ts"
import { makeComputer } from "../src/query/cells.ts"
import { run } from "../src/formulas/run.ts"
import { makeEncoder } from "../src/query/encode.ts"
import { formula, jobOf } from "./rows.ts"

/** A page whose thread has time for so many rows at once, with what it was sent. */
const pageOf = Effect.fnUntraced(function* (count: number, value: string, atOnce: number) {
  const sent: Array<number> = []
  const run = (rows: Rows) => {
    sent.push(rows.count)
    const done = Math.min(rows.count, atOnce)
    const cells = rows.columns.trace!["name"]!.slice(0, done).map((value) => ({ value: value as string }))
    const length = cells.reduce((sum, { value }) => sum + value.length, 0)
    return Effect.succeed({ cells: [cells], done, length })
  }
  const none = Object.fromEntries(recordNames.map((name) => [name, []])) as never
  const computer = yield* makeComputer({
    runner: { run } as never,
    plan: { fields: [formula("trace.name")] } as never,
    source: { records: ["trace"], sortKeys: 0, shared: undefined, read: () => Effect.die("Nothing is read.") },
    uses: [{ ...(none as object), trace: ["name"] } as never],
    excluded: new Set()
  })
  const rows = Array.from({ length: count }, (_, n) => ({
    ...{ id: String(n), startNano: 0n, keys: [], passes: true },
    values: [`${n} ${value}`]
  }))
  const { cells, done } = yield* computer.compute(rows, ["trace.name"], [0], Effect.succeed(false))
  return { sent, done, inOrder: cells.get(0)!.every((cell, n) => (cell.value as string).startsWith(`${n} `)) }
})

describe("K3: a thread is sent no more than it may have time for", () => {
  it.effect("200 rows at once, however few a slice has time for", () =>
    Effect.gen(function* () {
      const { sent, ...page } = yield* pageOf(2000, "", 100)
      expect(page).toEqual({ done: 2000, inOrder: true })
      expect(Math.max(...sent)).toBe(200)
      expect(sent.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(2 * 2000)
    })
  )

  it.effect("and 4 MiB of characters, or one row", () =>
    Effect.gen(function* () {
      expect((yield* pageOf(10, "x".repeat(1024 * 1024), 200)).sent).toEqual([3, 3, 3, 1])
      expect((yield* pageOf(2, "x".repeat(5 * 1024 * 1024), 200)).sent).toEqual([1, 1])
    })
  )
})

describe("K3: what a page holds of computed cells is bounded", () => {
  it("a thread answers the cells of a row up to 4 MiB of characters, and no more rows than these take", () => {
    const name = "x".repeat(200_000)
    const fields = Array.from({ length: 30 }, () => formula("trace.name"))
    const { cells, done, length } = run(jobOf(fields, { name: [name, name, "short"] }), () => {})
    expect(done).toBe(1)
    expect(cells.filter(([cell]) => "error" in cell!)).toHaveLength(30 - 21)
    expect(cells[21]).toEqual([
      { value: null, error: { code: "TOO_LARGE", message: "The cells of this row before it are 4 MiB already." } }
    ])
    expect(length).toBeLessThan(5_000_000)
    expect(run(jobOf(fields, { name: ["a", "b", "c"] }), () => {}).done).toBe(3)
  })

  it("a row is written no further than it takes to fill it", () => {
    const columns = Array.from({ length: 500 }, (_, custom) => ({
      ...{ label: null, hidden: false },
      on: { name: `custom.${custom}`, type: "string", unit: null, custom } as const
    }))
    const written: Array<number> = []
    const cells = (place: number) => {
      written.push(place)
      return { value: "x".repeat(256 * 1024) }
    }
    const row = { id: "a", startNano: 0n, keys: [], values: [], passes: true }
    const text = makeEncoder({ columns, group: null } as never, [], undefined)({ row, cells })
    expect(written).toHaveLength(16)
    const { errors } = JSON.parse(text) as { readonly errors: object }
    expect(Object.keys(errors)).toHaveLength(485)
    expect(text.length).toBeLessThan(4.1 * 1024 * 1024)
  })

  it.effect("and of all rows as many as have some 64 MiB of characters are computed before the page goes on", () =>
    Effect.gen(function* () {
      const { done, inOrder } = yield* pageOf(40, "x".repeat(3 * 1024 * 1024), 1)
      expect({ done, inOrder }).toEqual({ done: 22, inOrder: true })
    })
  )
})
