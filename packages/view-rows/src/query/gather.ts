import { Timeout } from "@agent-operations/error-envelope"
import { compareValues } from "@agent-operations/traces"
import type { RowPosition } from "@agent-operations/traces/store"
import { Effect } from "effect"
import type { JsonValue } from "../formulas/protocol.ts"
import type { Plan } from "../view/plan.ts"
import { largestBatch, nextBatch } from "./scan.ts"
import { type After, afterOf } from "./cursor.ts"
import { cellsAt, customOf, type Page, type PageSetting, passesHere, shownFields, sortedValue, timer } from "./page.ts"
import { gatherMillis, maxScanned, maxSortedLength, tooManyRows } from "./setting.ts"
import { pathsOf } from "./source.ts"

interface Sorted {
  readonly keys: ReadonlyArray<JsonValue>
  readonly startNano: bigint
  readonly id: string
}

/** The order of rows: by the sorts, then by (start, ID) descending. */
const orderOf =
  ({ sorts }: Plan) =>
  (a: Sorted, b: Sorted): number => {
    for (const [n, { on, direction }] of sorts.entries()) {
      const order = compareValues(on.type, direction, a.keys[n]!, b.keys[n]!)
      if (order !== 0) return order
    }
    if (a.startNano !== b.startNano) return a.startNano < b.startNano ? 1 : -1
    return a.id === b.id ? 0 : a.id < b.id ? 1 : -1
  }

const tooMany = () =>
  tooManyRows(
    `The page view sorts or groups by what is computed of each row, and there are more than ${maxScanned.toLocaleString("en-US")}.`
  )

const tooLong = () =>
  tooManyRows(
    `The values by which the page view is sorted or grouped have more than ${maxSortedLength.toLocaleString("en-US")} characters together.`
  )

const lengthOf = (keys: Sorted["keys"]): number =>
  keys.reduce<number>((sum, key) => {
    if (typeof key === "string") return sum + key.length
    return typeof key === "object" && key !== null ? sum + JSON.stringify(key).length : sum
  }, 0)

const tooSlow = () => new Timeout({ message: "The rows took too long to compute by which the page view is sorted." })

/** Reads all rows that pass, with what they are sorted by. */
const gather = Effect.fnUntraced(function* ({ plan, source, computer }: PageSetting) {
  const sortFields = plan.sorts.map(({ on }) => on)
  const wanted = customOf([...sortFields, ...plan.here.map(({ on }) => on)])
  const paths = [...new Set([...pathsOf(sortFields), ...computer.paths(wanted)])]
  const at = new Map(paths.map((path, n) => [path, n]))
  const isOver = yield* timer(gatherMillis)
  const found: Array<Sorted> = []
  let scanned = 0
  let length = 0
  let batch = largestBatch
  let position: RowPosition | undefined
  for (let more = true; more;) {
    const read = yield* source.read({ limit: batch, paths, after: position, sorted: false })
    if (scanned + read.rows.length > maxScanned) return yield* tooMany()
    const { cells, done } = yield* computer.compute(read.rows, paths, wanted, isOver)
    if (yield* isOver) return yield* tooSlow()
    // Fewer where the cells of all are more than are kept at once: the others are read again.
    const rows = read.rows.slice(0, done)
    more = read.more || done < read.rows.length
    batch = nextBatch(batch, done, more)
    scanned += done
    for (const [n, row] of rows.entries()) {
      const own = cellsAt(cells, n)
      if (!row.passes || !passesHere(plan, own)) continue
      const keys = plan.sorts.map(({ on }) => sortedValue(on, row, at, own))
      found.push({ keys, startNano: row.startNano, id: row.id })
      length += lengthOf(keys)
      if (length > maxSortedLength) return yield* tooLong()
    }
    position = rows.at(-1)
  }
  return { found, scanned }
})

/** Where a walk goes on: behind the row that it ended with, or where that would be. */
const placeAfter = (sorted: ReadonlyArray<Sorted>, after: After, order: (a: Sorted, b: Sorted) => number): number => {
  const same = after.shortened ? sorted.findIndex(({ id }) => id === after.id) : -1
  if (same !== -1) return same + 1
  const next = sorted.findIndex((row) => order(row, after) > 0)
  return next === -1 ? sorted.length : next
}

const readThese = ({ source }: PageSetting, paths: ReadonlyArray<string>, rows: ReadonlyArray<Sorted>) =>
  source.read({ limit: rows.length, paths, sorted: false, ids: rows.map(({ id }) => id) })

/** A page of rows in an order that the database does not have: all are looked at. Laws: P1, P2. */
export const gatherPage = Effect.fnUntraced(function* (setting: PageSetting) {
  const { plan, computer, limit, after } = setting
  const { found, scanned } = yield* gather(setting)
  const order = orderOf(plan)
  const sorted = found.sort(order)
  const from = after === undefined ? 0 : placeAfter(sorted, after, order)
  const wanted = sorted.slice(from, from + limit)

  const showing = customOf(shownFields(plan))
  const paths = [...new Set([...computer.paths(showing), ...pathsOf(shownFields(plan))])]
  // As many as are read at once: fewer where they are large. A row that is gone by now is not shown.
  let count = wanted.length
  let read = yield* readThese(setting, paths, wanted)
  while (read.more && read.rows.length < count) {
    count = Math.max(1, Math.min(count >> 1, read.rows.length))
    read = yield* readThese(setting, paths, wanted.slice(0, count))
  }
  const byId = new Map(read.rows.map((row) => [row.id, row]))
  const shown = wanted.slice(0, count).flatMap((place) => {
    const row = byId.get(place.id)
    return row === undefined ? [] : [{ row, place }]
  })

  const isOver = yield* timer(gatherMillis)
  const { cells, done } = yield* computer.compute(
    shown.map(({ row }) => row),
    paths,
    showing,
    isOver
  )
  const rows = shown.slice(0, done).map(({ row, place }, n) => ({
    row,
    cells: cellsAt(cells, n),
    scanned,
    after: () => afterOf(place.keys, place.startNano, place.id)
  }))
  const last = done < shown.length ? shown[done - 1]?.place : wanted[count - 1]
  const ended = last === undefined || last === sorted.at(-1)
  return {
    rows,
    paths,
    scanned,
    next: ended ? null : afterOf(last.keys, last.startNano, last.id)
  } satisfies Page
})
