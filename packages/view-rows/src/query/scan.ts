import { maxPageBytes } from "@agent-operations/operations"
import type { ReadRow, RowPosition } from "@agent-operations/traces/store"
import { Effect } from "effect"
import { type After, afterOf } from "./cursor.ts"
import { cellsAt, customOf, type Page, type PageSetting, passesHere, shownFields, timer } from "./page.ts"
import { maxScanned, scanMillis } from "./setting.ts"
import { pathsOf, type Source } from "./source.ts"

const smallestBatch = 200
export const largestBatch = 2000

const textOf = (key: unknown): string | null => (typeof key === "string" ? key : null)

/** How many rows to ask for next: of large rows no more than twice as many as were read at once, as others are left out again. */
export const nextBatch = (asked: number, read: number, more: boolean): number =>
  Math.min(largestBatch, 2 * (more ? Math.max(1, Math.min(asked, read)) : asked))

/** How much a row may add to an answer, about. */
const weightOf = ({ values }: ReadRow): number =>
  values.reduce<number>((sum, value) => sum + (typeof value === "string" ? value.length : 0), 0)

/** Where a page ended, as the database takes it: a key that a cursor could not hold is read again. */
const positionOf = Effect.fnUntraced(function* (source: Source, { keys, startNano, id, shortened }: After) {
  const known: RowPosition = { keys: keys.map(textOf), startNano, id }
  if (!shortened) return known
  const { rows } = yield* source.read({ limit: 1, paths: [], sorted: true, ids: [id] })
  return rows[0] ?? known
})

/** Reads rows in the database's order until a page is full, or it has looked at enough. Laws: P1, P2. */
export const scanPage = Effect.fnUntraced(function* ({
  plan,
  source,
  computer,
  limit,
  after,
  decidesHere
}: PageSetting) {
  const filtering = customOf(plan.here.map(({ on }) => on))
  const showing = customOf(shownFields(plan))
  // What is computed of a row does not depend on what else is shown.
  const paths = [...new Set([...computer.paths([...filtering, ...showing]), ...pathsOf(shownFields(plan))])]
  const isOver = yield* timer(scanMillis)

  const found: Array<Page["rows"][number]> = []
  let position = after === undefined ? undefined : yield* positionOf(source, after)
  let scanned = 0
  let ended = false
  // What an answer can't hold is not collected.
  let weight = 0
  let batch = decidesHere ? smallestBatch : limit + 1
  const isFull = () => found.length >= limit || weight > maxPageBytes
  while (!ended && !isFull()) {
    const { rows, more } = yield* source.read({
      limit: Math.min(batch, maxScanned - scanned),
      paths,
      after: position,
      sorted: true
    })
    batch = nextBatch(batch, rows.length, more)
    const { cells, done } = yield* computer.compute(rows, paths, filtering, isOver)
    for (let n = 0; n < done && !isFull(); n++) {
      const row = rows[n]!
      position = row
      scanned++
      ended = n === rows.length - 1 && !more
      if (!row.passes || !passesHere(plan, cellsAt(cells, n))) continue
      const { keys, startNano, id } = row
      weight += weightOf(row)
      found.push({ row, cells: cellsAt(cells, n), scanned, after: () => afterOf(keys, startNano, id) })
    }
    if (rows.length === 0) ended = true
    if (done < rows.length || scanned >= maxScanned || (yield* isOver)) break
  }

  const computed = yield* computer.compute(
    found.map(({ row }) => row),
    paths,
    showing,
    isOver
  )
  const rows = found.slice(0, computed.done).map((one, n) => ({ ...one, cells: cellsAt(computed.cells, n) }))
  const last = rows.at(-1)
  if (last !== undefined && rows.length < found.length)
    return { rows, paths, scanned: last.scanned, next: last.after() }
  const next = ended || position === undefined ? null : afterOf(position.keys, position.startNano, position.id)
  return { rows, paths, scanned, next } satisfies Page
})
