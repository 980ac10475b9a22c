import { type Access, Caller } from "@agent-operations/auth"
import { type Kind, type operationsById } from "@agent-operations/contract"
import { ValidationError } from "@agent-operations/error-envelope"
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

/** Newest first, page by page. Laws: P1 to P5. */
export const list = <K extends Kind.Any>({ store, cursors }: Services, kind: K) => {
  const operation = `list_${kind.plural}` as keyof typeof operationsById

  const binding = ({ organizationId, projectId }: Access, search = ""): CursorBinding => ({
    operation,
    organizationId,
    projectId,
    filters: [search]
  })

  return traced(operation)(function* ({ limit = defaultPageLimit, cursor, search, includeTotal }: ListInput) {
    const caller = yield* Caller
    const space = spaceOf(caller)
    const after = cursor === undefined ? undefined : cursors.read(cursor, binding(caller, search))
    if (after !== undefined && Result.isFailure(after)) return yield* invalidCursor
    const page = store.list(space, kind, { limit, maxBytes: maxPageBytes, after: after?.success, search })
    const [{ items, next }, counted] =
      includeTotal === true
        ? yield* Effect.all([page, store.count(space, kind, search)], { concurrency: 2 })
        : [yield* page, undefined]
    const definitions = encodeAll(items.map((item) => encodeDefinition(kind, caller, item)))
    const nextCursor = next === null ? "null" : `"${cursors.write(next, binding(caller, search))}"`
    const counting = counted === undefined ? "" : `,"total":${counted}`
    return `{"items":${definitions},"nextCursor":${nextCursor}${counting}}` as Json<ListResult<K>>
  })
}
