import { Caller } from "@agent-operations/auth"
import type { Kind } from "@agent-operations/contract"
import {
  type CursorBinding,
  type Cursors,
  EncodedJson,
  invalidCursor,
  maxPageBytes
} from "@agent-operations/operations"
import type { EncodedSummary, ListKey, ListOptions, ListPage, ListSort, Space } from "@agent-operations/revision-store"
import { Effect, Result } from "effect"
import { encodeDefinition } from "../encode-definition.ts"
import { defaultPageLimit } from "../limits.ts"
import { spaceOf } from "../space.ts"
import type { Store } from "../Store.ts"
import { listCursors } from "./list-key.ts"

/** The input of a list operation, with the defaults of its schema left out or filled in. */
export interface ListInput {
  readonly limit?: number
  readonly cursor?: string
  readonly sort?: ListSort
  readonly search?: string
  readonly target?: string
  readonly sourceType?: string
  readonly createdBy?: string
  readonly updatedBy?: string
  readonly updatedAfter?: string
  readonly updatedBefore?: string
  readonly includeTotal?: boolean
}

export interface ListResult<K extends Kind.Any> {
  readonly items: ReadonlyArray<K["Definition"]["Type"]>
  readonly nextCursor: string | null
  readonly total?: number
}

/** Bounds of times, of which the store has milliseconds: nothing lies between two of them. */
const instant = (time: string | undefined) =>
  time === undefined ? undefined : new Date(Date.parse(time) + (/\.\d{3}\d*[1-9]/.test(time) ? 1 : 0))

/** What a cursor is bound to: a list that is neither sorted nor filtered has the cursors that it always had. */
const boundTo = ({ search = "", sort = "created_desc", ...input }: ListInput): ReadonlyArray<string> => {
  const { target, sourceType, createdBy, updatedBy, updatedAfter, updatedBefore } = input
  const filters = Object.entries({ target, sourceType, createdBy, updatedBy, updatedAfter, updatedBefore }).filter(
    ([, value]) => value !== undefined
  )
  return sort === "created_desc" && filters.length === 0 ? [search] : [search, sort, JSON.stringify(filters)]
}

/** A page of a list, by however the store reads its items. */
const makePage = (cursors: Cursors["Service"], kind: Kind.Any) => {
  const cursorsOf = listCursors(cursors)
  return Effect.fnUntraced(function* <Item, E>(
    read: (space: Space, kind: Kind.Any, options: ListOptions) => Effect.Effect<ListPage<Item>, E>,
    { limit = defaultPageLimit, cursor, ...input }: ListInput,
    turn: Pick<ListOptions, "backwards" | "includePlace"> = {}
  ) {
    const caller = yield* Caller
    const { organizationId, projectId } = caller
    const { write, read: readCursor } = cursorsOf(input.sort)
    const operation = `list_${kind.plural}`
    const binding: CursorBinding = { operation, organizationId, projectId, filters: boundTo(input) }
    const after = cursor === undefined ? undefined : readCursor(cursor, binding)
    if (after !== undefined && Result.isFailure(after)) return yield* invalidCursor
    const { items, next, place, total } = yield* read(spaceOf(caller), kind, {
      ...input,
      ...turn,
      limit,
      maxBytes: maxPageBytes,
      after: after?.success,
      updatedAfter: instant(input.updatedAfter),
      updatedBefore: instant(input.updatedBefore)
    })
    const cursorOf = (key: ListKey | null) => (key === null ? null : write(key, binding))
    return { items, total, place, cursorOf, nextCursor: cursorOf(next) }
  })
}

/** By default newest first, page by page. Laws: P1 to P5, P9. */
export const list = <K extends Kind.Any>(store: Store, cursors: Cursors["Service"], kind: K) => {
  const pageOf = makePage(cursors, kind)
  return Effect.fnUntraced(function* (input: ListInput) {
    const caller = yield* Caller
    const { items, nextCursor, total } = yield* pageOf(store.list, input)
    const texts = items.map((item) => encodeDefinition(kind, caller, item).text)
    return EncodedJson.page<ListResult<K>>(texts, { nextCursor, total })
  })
}

/** A page of a list for people, who go back as well. */
export interface SummariesPage {
  readonly items: ReadonlyArray<EncodedSummary>
  /** How many definitions the filters match, and how many of them come before the page. */
  readonly total: number
  readonly preceding: number
  /** Continues the list after the page; null at its end. */
  readonly nextCursor: string | null
  /** Reads the page before, `backwards`; null at the beginning. */
  readonly previousCursor: string | null
}

/**
 * The same page without what may be large of each definition, for people to choose from: with its place in the list, and
 * ways on and back. Its cursors are those of the operation.
 *
 * @example
 * const summaries = listSummaries(yield* EncodedRevisionStore, yield* Cursors, PageView)
 * const { items, previousCursor } = yield* summaries({ limit: 25, cursor })
 * const before = yield* summaries({ limit: 25, cursor: previousCursor }, { backwards: true })
 */
export const listSummaries = (store: Store, cursors: Cursors["Service"], kind: Kind.Any) => {
  const pageOf = makePage(cursors, kind)
  return (input: ListInput, { backwards = false }: { readonly backwards?: boolean } = {}) =>
    Effect.map(
      pageOf(store.listSummaries, { ...input, includeTotal: true }, { backwards, includePlace: true }),
      ({ items, total = 0, place, cursorOf }): SummariesPage => {
        const { preceding, first, last } = place ?? { preceding: 0, first: null, last: null }
        return {
          items,
          total,
          preceding,
          nextCursor: preceding + items.length < total ? cursorOf(last) : null,
          previousCursor: preceding > 0 ? cursorOf(first) : null
        }
      }
    )
}

/**
 * What a list begins with, in the same way, for whoever shows no more of it: the rest is neither read nor counted.
 *
 * @example
 * const newest = yield* firstSummaries(yield* EncodedRevisionStore, yield* Cursors, PageView)({ limit: 6, search: "cost" })
 */
export const firstSummaries = (store: Store, cursors: Cursors["Service"], kind: Kind.Any) => {
  const pageOf = makePage(cursors, kind)
  return (input: Omit<ListInput, "cursor" | "includeTotal">) =>
    Effect.map(pageOf(store.listSummaries, input), ({ items }) => items)
}
