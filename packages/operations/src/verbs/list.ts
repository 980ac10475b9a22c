import { Caller } from "@agent-operations/auth"
import { type Kind, type operationsById } from "@agent-operations/contract"
import { ValidationError } from "@agent-operations/error-envelope"
import type { ListOptions, ListPage, Space } from "@agent-operations/revision-store"
import { Effect, Result } from "effect"
import { encodeAll, encodeDefinition, type Json } from "../json.ts"
import type { Services } from "../meaning.ts"
import type { CursorBinding } from "../paging/cursor.ts"
import { defaultPageLimit, maxPageBytes } from "../paging/limits.ts"
import { spaceOf } from "../space.ts"
import { traced } from "../traced.ts"

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

const operationOf = (kind: Kind.Any) => `list_${kind.plural}` as keyof typeof operationsById

/** A page of a list, by however the store reads its items. */
const pageOf = Effect.fnUntraced(function* <Item, E>(
  cursors: Services["cursors"],
  kind: Kind.Any,
  read: (space: Space, kind: Kind.Any, options: ListOptions) => Effect.Effect<ListPage<Item>, E>,
  { limit = defaultPageLimit, cursor, search }: ListInput
) {
  const caller = yield* Caller
  const { organizationId, projectId } = caller
  const binding: CursorBinding = { operation: operationOf(kind), organizationId, projectId, filters: [search ?? ""] }
  const after = cursor === undefined ? undefined : cursors.read(cursor, binding)
  if (after !== undefined && Result.isFailure(after)) return yield* invalidCursor
  const options = { limit, maxBytes: maxPageBytes, after: after?.success, search }
  const { items, next } = yield* read(spaceOf(caller), kind, options)
  return { items, nextCursor: next === null ? null : cursors.write(next, binding) }
})

/** Newest first, page by page. Laws: P1 to P5. */
export const list = <K extends Kind.Any>({ store, cursors }: Services, kind: K) =>
  traced(operationOf(kind))(function* (input: ListInput) {
    const caller = yield* Caller
    const page = pageOf(cursors, kind, store.list, input)
    const [{ items, nextCursor }, counted] =
      input.includeTotal === true
        ? yield* Effect.all([page, store.count(spaceOf(caller), kind, input.search)], { concurrency: 2 })
        : [yield* page, undefined]
    const definitions = encodeAll(items.map((item) => encodeDefinition(kind, caller, item)))
    const counting = counted === undefined ? "" : `,"total":${counted}`
    return `{"items":${definitions},"nextCursor":${JSON.stringify(nextCursor)}${counting}}` as Json<ListResult<K>>
  })

/**
 * The same page without what may be large of each definition, for people to choose from. Its cursors are those of the
 * operation.
 *
 * @example
 * const { items, nextCursor } = yield* listSummaries(yield* OperationServices, PageView, { limit: 25 })
 */
export const listSummaries = ({ store, cursors }: Services, kind: Kind.Any, input: ListInput) =>
  pageOf(cursors, kind, store.listSummaries, input)
