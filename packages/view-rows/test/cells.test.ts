import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Rows } from "../src/formulas/FormulaRunner.ts"
import { recordNames } from "../src/formulas/protocol.ts"
import { makeComputer } from "../src/query/cells.ts"
import { formula } from "./rows.ts"

/** A page whose thread has time for so many rows at once, with what it was sent. */
const pageOf = Effect.fnUntraced(function* (count: number, value: string, atOnce: number) {
  const sent: Array<number> = []
  const run = (rows: Rows) => {
    sent.push(rows.count)
    const done = Math.min(rows.count, atOnce)
    const cells = rows.columns.trace!["name"]!.slice(0, done).map((value) => ({ value: value as string }))
    return Effect.succeed({ cells: [cells], done })
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
