import { type Access, Caller } from "@agent-operations/auth"
import { inTurns } from "@agent-operations/operations"
import { type Filter, passes } from "@agent-operations/traces"
import type { ReadRow, ReadRows, RowPosition } from "@agent-operations/traces/store"
import { Effect } from "effect"
import { withheld } from "../formulas/protocol.ts"
import { comesAfter, type Item, keepValues, largestRead, type List } from "../listed/list.ts"
import { type Path, parsePath } from "../view/path.ts"
import type { Plan } from "../view/plan.ts"
import { jsonOf, timer } from "./page.ts"
import type { Reading, Source } from "./source.ts"

/** Which rows of a list a page view is asked for. */
interface ListScope {
  readonly caller: Access
  readonly from: bigint | undefined
  readonly to: bigint | undefined
  readonly search: string
}

/** How many rows are read at most of which something has to be read apart, and for how long, in milliseconds. */
const filledAtMost = 100
const fillMillis = 1000

type Predicate = (item: Item) => boolean

/** Whether a row is found by a search: by a part of its names, or how an ID of it begins. */
const findsIn = (search: string): Predicate => {
  const part = search.toLowerCase()
  return ({ names, ids }) =>
    part === "" ||
    names.some((name) => name?.toLowerCase().includes(part) === true) ||
    ids.some((id) => id?.toLowerCase().startsWith(part) === true)
}

const isWithin =
  ({ from, to }: ListScope): Predicate =>
  ({ at }) =>
    at === undefined || ((from === undefined || at >= from) && (to === undefined || at < to))

/** Of a value that is too large to be read, filters know that it is there, and is none that they have. */
const holds = (filter: Filter, path: Path, item: Item): boolean => {
  const value = item.value(path)
  if (value === withheld) return filter.operator === "ne" || (filter.operator === "exists" && filter.value !== false)
  return passes(filter, path.type, jsonOf(path.type, value))
}

/** The rows that a list has, filtered here. What it has read it keeps, for the page that it is made for. Law: T14. */
export const listSource = (list: List, scope: ListScope, plan: Plan, asked: ReadonlyArray<string> = []): Source => {
  const askedPaths = [...new Set(asked)].map(parsePath)
  const filters = plan.here.flatMap((filter) =>
    "path" in filter.on ? [[filter, parsePath(filter.on.path)] as const] : []
  )
  const found = findsIn(scope.search)
  const within = isWithin(scope)
  function* isShown(item: Item): Generator<void, boolean> {
    if (!within(item) || !found(item)) return false
    for (const [filter, path] of filters) {
      if (!holds(filter, path, item)) return false
      yield
    }
    return true
  }

  /** The continuation of the page that an item is on. */
  const pageOf = (item: Item & { readonly page?: string | null }) => item.page ?? null

  const seen = new Map<string, Item>()
  let held: { readonly cursor: string | undefined; readonly page: Effect.Success<ReturnType<List["page"]>> } | undefined
  const pageAt = Effect.fnUntraced(function* (cursor: string | undefined) {
    if (held === undefined || held.cursor !== cursor) held = { cursor, page: yield* list.page(cursor, askedPaths) }
    return held.page
  })

  /** The next rows of the list, each with the continuation of the page that it is on, and whether there are more. */
  const next = Effect.fnUntraced(function* (limit: number, after: RowPosition | undefined) {
    const items: Array<Item & { readonly page: string | null }> = []
    let cursor = after?.keys[0] ?? undefined
    for (;;) {
      const page = yield* pageAt(cursor)
      for (const item of page.items) {
        if (after !== undefined && !comesAfter(item, { place: after.startNano, id: after.id })) continue
        if (items.length === limit) return { items, more: true }
        seen.set(item.id, item)
        items.push({ ...item, page: cursor ?? null })
      }
      if (page.next === null) return { items, more: false }
      if (items.length === limit) return { items, more: true }
      cursor = page.next
    }
  })

  const read = Effect.fnUntraced(function* ({ limit, paths, after, ids }: Reading) {
    const wanted = paths.map(parsePath)
    // What filters look at comes first: it is there whatever else a row is asked for.
    const all = new Map([...filters.map(([, path]) => path), ...wanted].map((path) => [path.path, path]))
    const leftOut = [...all.values()].filter(list.isLeftOut)
    const most = leftOut.length === 0 ? limit : Math.min(limit, filledAtMost)
    let { items, more } =
      ids === undefined
        ? yield* next(most, after)
        : { items: ids.slice(0, most).flatMap((id) => seen.get(id) ?? []), more: ids.length > most }
    const rows: Array<ReadRow> = []
    /** Adds as many rows as are read at once, and one at least: whether these are all. */
    function* add(filled: ReadonlyArray<Item>): Generator<void, boolean> {
      let length = 0
      for (const item of filled) {
        if (length > largestRead) return false
        const kept = yield* keepValues(item.value, wanted)
        length += kept.length
        rows.push({
          id: item.id,
          startNano: item.place,
          keys: [pageOf(item)],
          values: kept.values,
          passes: yield* isShown(item)
        })
        yield
      }
      return true
    }
    if (leftOut.length === 0) {
      const isWhole = yield* inTurns(add(items))
      return { more: more || !isWhole, rows } satisfies ReadRows
    }
    const isOver = yield* timer(fillMillis)
    let looked = 0
    // Whoever reads goes on behind the last row: behind none, where all are gone by now, that goes on here.
    while (rows.length === 0 && (looked < items.length || more)) {
      const last = items.at(-1)
      if (looked === items.length) {
        if (ids !== undefined || last === undefined) break
        const behind = yield* next(most, { startNano: last.place, id: last.id, keys: [pageOf(last)] })
        ;[items, more, looked] = [behind.items, behind.more, 0]
      }
      const filled = yield* list.fill(items.slice(looked), leftOut, isOver)
      looked += filled.looked
      if (!(yield* inTurns(add(filled.items)))) more = true
    }
    return { more: more || looked < items.length, rows } satisfies ReadRows
  })

  const asCaller = Effect.provideService(Caller, scope.caller)
  const { shared } = list
  return {
    records: list.records,
    // The page that a row is on.
    sortKeys: 1,
    read: (reading) => asCaller(read(reading)),
    shared:
      shared === undefined
        ? undefined
        : {
            record: shared.record,
            read: (names) =>
              asCaller(
                Effect.flatMap(shared.value, (value) =>
                  Effect.map(
                    inTurns(
                      keepValues(
                        value,
                        names.map((name) => parsePath(`${shared.record}.${name}`))
                      )
                    ),
                    ({ values }) => Object.fromEntries(names.map((name, n) => [name, [values[n]!]]))
                  )
                )
              )
          }
  }
}
