import { Caller } from "@agent-operations/auth"
import type { Kind } from "@agent-operations/contract"
import { ValidationError } from "@agent-operations/error-envelope"
import { type CursorBinding, type Cursors, EncodedJson, maxPageBytes, positionKey } from "@agent-operations/operations"
import type { ListOptions, ListPage, Space } from "@agent-operations/revision-store"
import { Effect, Result } from "effect"
import { encodeAll, encodeDefinition } from "../encode-definition.ts"
import { defaultPageLimit } from "../limits.ts"
import { spaceOf } from "../space.ts"
import type { Store } from "../Store.ts"

/** The input of a list operation, with the defaults of its schema left out or filled in. */
export interface ListInput {
  readonly limit?: number
  readonly cursor?: string
  readonly search?: string
  readonly includeTotal?: boolean
}

export interface ListResult<K extends Kind.Any> {
  readonly items: ReadonlyArray<K["Definition"]["Type"]>
  readonly nextCursor: string | null
  readonly total?: number
}

const invalidCursor = new ValidationError({
  message: "The cursor is not one of this list.",
  hint: "Pass nextCursor back unchanged, with the same search in the same project, or start again without a cursor.",
  details: { issues: [{ path: "/cursor", message: "Not a cursor of this list with these filters." }] }
})

/** A page of a list, by however the store reads its items. */
const makePage = (cursors: Cursors["Service"], kind: Kind.Any) => {
  const { write, read: readCursor } = cursors.of(positionKey)
  return Effect.fnUntraced(function* <Item, E>(
    read: (space: Space, kind: Kind.Any, options: ListOptions) => Effect.Effect<ListPage<Item>, E>,
    { limit = defaultPageLimit, cursor, search, includeTotal }: ListInput
  ) {
    const caller = yield* Caller
    const { organizationId, projectId } = caller
    const operation = `list_${kind.plural}`
    const binding: CursorBinding = { operation, organizationId, projectId, filters: [search ?? ""] }
    const after = cursor === undefined ? undefined : readCursor(cursor, binding)
    if (after !== undefined && Result.isFailure(after)) return yield* invalidCursor
    const options = { limit, maxBytes: maxPageBytes, after: after?.success, search, includeTotal }
    const { items, next, total } = yield* read(spaceOf(caller), kind, options)
    return { items, nextCursor: next === null ? null : write(next, binding), total }
  })
}

/** Newest first, page by page. Laws: P1 to P5. */
export const list = <K extends Kind.Any>(store: Store, cursors: Cursors["Service"], kind: K) => {
  const pageOf = makePage(cursors, kind)
  return Effect.fnUntraced(function* (input: ListInput) {
    const caller = yield* Caller
    const { items, nextCursor, total } = yield* pageOf(store.list, input)
    const definitions = encodeAll(items.map((item) => encodeDefinition(kind, caller, item)))
    const counted = total === undefined ? "" : `,"total":${total}`
    return new EncodedJson<ListResult<K>>(
      `{"items":${definitions},"nextCursor":${JSON.stringify(nextCursor)}${counted}}`
    )
  })
}

/**
 * The same page without what may be large of each definition, for people to choose from. Its cursors are those of the
 * operation.
 *
 * @example
 * const summaries = listSummaries(yield* EncodedRevisionStore, yield* Cursors, PageView)
 * const { items, nextCursor } = yield* summaries({ limit: 25 })
 */
export const listSummaries = (store: Store, cursors: Cursors["Service"], kind: Kind.Any) => {
  const pageOf = makePage(cursors, kind)
  return (input: ListInput) => pageOf(store.listSummaries, input)
}
