import type { Caller } from "@agent-operations/auth"
import type {
  MissingScope,
  NotFound,
  PayloadTooLarge,
  Timeout,
  TooManyRows,
  Unavailable,
  ValidationError
} from "@agent-operations/error-envelope"
import { inTurns } from "@agent-operations/operations"
import { valueAt } from "@agent-operations/traces"
import type { RowValue } from "@agent-operations/traces/store"
import { Effect } from "effect"
import { largestRow, type RecordName, withheld } from "../formulas/protocol.ts"
import { maxScanned, tooManyRows } from "../query/setting.ts"
import type { Path } from "../view/path.ts"

/** What reading a list can fail with. */
export type ListFailure =
  | NotFound
  | MissingScope
  | TooManyRows
  | ValidationError
  | PayloadTooLarge
  | Unavailable
  | Timeout

type Listed<A> = Effect.Effect<A, ListFailure, Caller>

/** The value that a row has at a built-in path, as the store of traces would tell it. */
export type ValueAt = (path: Path) => RowValue

/** A row of a list. */
export interface Item {
  readonly id: string
  /** Its place in the list: the greatest comes first, and of equals the greatest ID. */
  readonly place: bigint
  /** When it began, in nanoseconds: undefined where it has no time of its own. */
  readonly at?: bigint
  /** What a search looks for a part in. */
  readonly names: ReadonlyArray<string | null>
  /** What a search finds by how it begins. */
  readonly ids: ReadonlyArray<string | null>
  readonly value: ValueAt
}

/** Rows that were filled, of so many that were looked at. */
interface Filled {
  readonly items: ReadonlyArray<Item>
  readonly looked: number
}

/** Rows that other families list. */
export interface List {
  /** The records that formulas read of each row. */
  readonly records: ReadonlyArray<RecordName>
  /** The record that all rows have in common. */
  readonly shared?: { readonly record: RecordName; readonly value: Listed<ValueAt> }
  /** A page, by the continuation of the one before. Of what may be large, rows have what is at some paths. */
  readonly page: (
    cursor: string | undefined,
    paths: ReadonlyArray<Path>
  ) => Listed<{ readonly items: ReadonlyArray<Item>; readonly next: string | null }>
  /** Whether the list leaves out what is at a path, which is read of each row. */
  readonly isLeftOut: (path: Path) => boolean
  /**
   * Reads what the list leaves out of some rows, for some paths: of the first of them, and of more until the time is over. Rows
   * that are gone by now are left out.
   */
  readonly fill: (
    items: ReadonlyArray<Item>,
    paths: ReadonlyArray<Path>,
    isOver: Effect.Effect<boolean>
  ) => Listed<Filled>
}

/** Of how many rows at once is read what a list leaves out: up to 8 MiB of each. */
const filledAtOnce = 4

/** Does something for the first of some rows, a few at once, until the time is over. */
export const inTime = Effect.fnUntraced(function* <A, B, E, R>(
  items: ReadonlyArray<A>,
  fill: (item: A) => Effect.Effect<B, E, R>,
  isOver: Effect.Effect<boolean>
) {
  const filled: Array<B> = []
  while (filled.length < items.length && (filled.length === 0 || !(yield* isOver))) {
    const next = items.slice(filled.length, filled.length + filledAtOnce)
    filled.push(...(yield* Effect.forEach(next, fill, { concurrency: filledAtOnce })))
  }
  return filled
})

/** Rows of each of which there is one, or none that is gone. */
export const filledWith = (filled: ReadonlyArray<ReadonlyArray<Item>>): Filled => ({
  items: filled.flat(),
  looked: filled.length
})

/** The longest JSON of a value, in bytes: of what is beyond, formulas and cells are told that it is too large. */
const largestValue = 256 * 1024

/** Whether the JSON of a value is longer than any may be, as far as that is told without writing it. */
const isTooLong = (value: unknown): boolean => {
  let left = largestValue
  const goOn = (part: unknown): boolean => {
    left -= typeof part === "string" ? part.length + 2 : 1
    if (left < 0 || typeof part !== "object" || part === null) return left < 0
    if (Array.isArray(part)) return part.some(goOn)
    for (const name in part) {
      left -= name.length + 3
      if (goOn((part as Readonly<Record<string, unknown>>)[name])) return true
    }
    return false
  }
  return goOn(value)
}

/** The values of what a row has, by the names of records. */
export const valuesOf =
  (records: Readonly<Record<string, object>>): ValueAt =>
  (path) => {
    const found = valueAt(records[path.record] ?? {}, path)
    if (found === null) return null
    if (path.type !== "json" && path.type !== "strings") {
      return typeof found === "string" || typeof found === "number" ? found : null
    }
    if (isTooLong(found)) return withheld
    const text = JSON.stringify(found)
    return Buffer.byteLength(text) > largestValue ? withheld : text
  }

/** How many characters the values of a row have: what is shown of it, and as much for what filters and formulas read before. */
const largestKept = 2 * largestRow

/** How many characters the values of rows have that are read at once, and a few rows more. */
export const largestRead = 32 * 1024 * 1024

/** The values of a row at some paths. */
export interface KeptValues {
  readonly values: ReadonlyArray<RowValue>
  /** How many characters they have. */
  readonly length: number
}

/**
 * Makes the values of a row, one a step, as the same large thing may be asked for by many paths. Behind as many as a row has
 * room for they are withheld. Law: K3.
 */
export function* keepValues(value: ValueAt, paths: ReadonlyArray<Path>): Generator<void, KeptValues> {
  const values: Array<RowValue> = []
  let length = 0
  for (const path of paths) {
    const found = length > largestKept ? withheld : value(path)
    values.push(found)
    if (typeof found === "string") length += found.length
    yield
  }
  return { values, length }
}

/** The values of what a row has, and those that were made of it at some paths. */
export const withKept = (own: ValueAt, paths: ReadonlyArray<Path>, values: ReadonlyArray<RowValue>): ValueAt => {
  if (paths.length === 0) return own
  const kept = new Map(paths.map(({ path }, n) => [path, values[n]!]))
  return (path) => kept.get(path.path) ?? own(path)
}

/** What a list reads of each row that it has whole. */
export const nothingLeftOut: Pick<List, "isLeftOut" | "fill"> = {
  isLeftOut: () => false,
  fill: (items) => Effect.succeed({ items, looked: items.length })
}

/**
 * Goes through all that a list has, page by page. Of each is kept what `keep` keeps, which tells how many characters of it may
 * be many; of more than a page of rows looks at, or than rows have that are read at once, none.
 */
export const readAll = <A, E, R>(
  page: (
    cursor: string | undefined
  ) => Effect.Effect<{ readonly items: ReadonlyArray<A>; readonly nextCursor: string | null }, E, R>,
  keep: (item: A) => Generator<void, number>
) =>
  Effect.gen(function* () {
    let [count, length] = [0, 0]
    function* keepAll(items: ReadonlyArray<A>): Generator<void, void> {
      for (const item of items) {
        if (length > largestRead) return
        length += yield* keep(item)
        yield
      }
    }
    for (let cursor: string | undefined; ;) {
      const { items, nextCursor } = yield* page(cursor)
      count += items.length
      if (count > maxScanned) return yield* tooManyRows("The list is too long for a page view to go through.")
      yield* inTurns(keepAll(items))
      if (length > largestRead) {
        return yield* tooManyRows("What the page view reads of the metadata in the list has more than 32 MiB.")
      }
      if (nextCursor === null) return
      cursor = nextCursor
    }
  })

/** Rows in the order of their places. */
export const inOrder = (items: ReadonlyArray<Item>): ReadonlyArray<Item> =>
  items.toSorted((a, b) => (comesAfter(a, b) ? 1 : -1))

/** Whether a row comes after a place. */
export const comesAfter = (a: Pick<Item, "place" | "id">, b: Pick<Item, "place" | "id">): boolean =>
  a.place === b.place ? a.id < b.id : a.place < b.place

const milliNanos = 1_000_000n

/** The nanoseconds of a time as operations answer it. */
export const nanosOf = (time: string): bigint => BigInt(Date.parse(time)) * milliNanos
