import { Caller } from "@agent-operations/auth"
import type { Kind } from "@agent-operations/contract"
import { type Cursors, EncodedJson, makeWalk, maxPageBytes, schemaKey } from "@agent-operations/operations"
import type { DeletedOptions, DeletedPage, Space } from "@agent-operations/revision-store"
import { Effect, Schema } from "effect"
import { encodeDefinition } from "../encode-definition.ts"
import { defaultPageLimit } from "../limits.ts"
import { spaceOf } from "../space.ts"
import type { Store } from "../Store.ts"

export interface DeletedInput {
  readonly limit?: number
  readonly cursor?: string
}

export interface DeletedResult<K extends Kind.Any> {
  readonly items: ReadonlyArray<{
    readonly definition: K["Definition"]["Type"]
    readonly deletedAt: string
    readonly deletedBy: K["Definition"]["Type"]["updatedBy"]
    readonly recoverableUntil: string
  }>
  readonly nextCursor: string | null
}

const byTime = schemaKey(Schema.Struct({ recoverableUntil: Schema.String, id: Schema.String }))

/** A page of what was deleted, by however the store reads the definitions. */
const makePage = (cursors: Cursors["Service"], kind: Kind.Any) => {
  const walk = makeWalk(cursors, byTime, `list_deleted_${kind.plural}`)
  return Effect.fnUntraced(function* <Item, E>(
    read: (space: Space, kind: Kind.Any, options: DeletedOptions) => Effect.Effect<DeletedPage<Item>, E>,
    { limit = defaultPageLimit, cursor }: DeletedInput
  ) {
    const caller = yield* Caller
    const { after, next: cursorOf } = yield* walk(cursor, [])
    const { items, next } = yield* read(spaceOf(caller), kind, { limit, maxBytes: maxPageBytes, after })
    return { items, nextCursor: cursorOf(next) }
  })
}

/** The last deleted first, page by page. Laws: R12, P1 to P3, P5. */
export const deleted = <K extends Kind.Any>(store: Store, cursors: Cursors["Service"], kind: K) => {
  const pageOf = makePage(cursors, kind)
  return Effect.fnUntraced(function* (input: DeletedInput) {
    const caller = yield* Caller
    const { items, nextCursor } = yield* pageOf(store.deleted, input)
    const texts = items.map(
      ({ definition, deletedAt, deletedBy, recoverableUntil }) =>
        `{"definition":${encodeDefinition(kind, caller, definition).text},"deletedAt":"${deletedAt}",` +
        `"deletedBy":${deletedBy},"recoverableUntil":"${recoverableUntil}"}`
    )
    return EncodedJson.page<DeletedResult<K>>(texts, { nextCursor })
  })
}

/**
 * The same page without what may be large of each definition, for people to choose from. Its cursors are those of the
 * operation.
 *
 * @example
 * const summaries = listDeletedSummaries(yield* EncodedRevisionStore, yield* Cursors, PageView)
 * const { items, nextCursor } = yield* summaries({ limit: 25 })
 */
export const listDeletedSummaries = (store: Store, cursors: Cursors["Service"], kind: Kind.Any) => {
  const pageOf = makePage(cursors, kind)
  return (input: DeletedInput) => pageOf(store.deletedSummaries, input)
}
