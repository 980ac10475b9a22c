import { Caller } from "@agent-operations/auth"
import { ValidationError } from "@agent-operations/error-envelope"
import { Effect, Result } from "effect"
import type { CursorBinding, KeyCodec } from "./cursor.ts"
import type { Cursors } from "./Cursors.ts"

/** What a cursor of another list is refused with. Law: P3. */
export const invalidCursor = new ValidationError({
  message: "The cursor is not one of this list.",
  hint: "Pass nextCursor back unchanged, with the same input in the same project, or start again without a cursor.",
  details: { issues: [{ path: "/cursor", message: "Not a cursor of this list with these filters." }] }
})

/**
 * Tells where a list of the caller's project goes on after a cursor, and writes those of its next pages: null at its end. A
 * cursor of another operation, project or filters is refused. Law: P3.
 *
 * @example
 * const walk = makeWalk(yield* Cursors, positionKey, "list_notes")
 * const { after, next } = yield* walk(input.cursor, [input.search ?? ""])
 * return { items, nextCursor: next(items.at(-1)?.position) }
 */
export const makeWalk = <Key>(cursors: Cursors["Service"], codec: KeyCodec<Key>, operation: string) => {
  const { write, read } = cursors.of(codec)
  return Effect.fnUntraced(function* (cursor: string | undefined, filters: ReadonlyArray<string>) {
    const { organizationId, projectId } = yield* Caller
    const binding: CursorBinding = { operation, organizationId, projectId, filters }
    const key = cursor === undefined ? undefined : read(cursor, binding)
    if (key !== undefined && Result.isFailure(key)) return yield* invalidCursor
    return {
      after: key?.success,
      next: (last: Key | null | undefined): string | null => (last == null ? null : write(last, binding))
    }
  })
}
