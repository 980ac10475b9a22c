import { type Access, Caller } from "@agent-operations/auth"
import { type Kind, type operationsById } from "@agent-operations/contract"
import { ValidationError } from "@agent-operations/error-envelope"
import { Effect, Result } from "effect"
import { spaceOf, toDefinition } from "../definition.ts"
import type { Services } from "../meaning.ts"
import type { CursorBinding } from "../paging/cursor.ts"
import { defaultPageLimit, maxPageBytes } from "../paging/limits.ts"

export interface ListInput {
  readonly limit?: number
  readonly cursor?: string
  readonly search?: string
  readonly includeTotal?: boolean
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

  return Effect.fn(operation)(function* ({ limit = defaultPageLimit, cursor, search, includeTotal }: ListInput) {
    const caller = yield* Caller
    const space = spaceOf(caller)
    const after = cursor === undefined ? undefined : cursors.read(cursor, binding(caller, search))
    if (after !== undefined && Result.isFailure(after)) return yield* invalidCursor
    const page = store.list(space, kind, { limit, maxBytes: maxPageBytes, after: after?.success, search })
    const total = includeTotal === true ? store.count(space, kind, search) : Effect.undefined
    const [{ items, next }, counted] = yield* Effect.all([page, total], { concurrency: 2 })
    return {
      items: items.map((item) => toDefinition(kind, caller, item)),
      nextCursor: next === null ? null : cursors.write(next, binding(caller, search)),
      ...(counted === undefined ? {} : { total: counted })
    }
  })
}
