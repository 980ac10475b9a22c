import { Caller } from "@agent-operations/auth"
import { ValidationError } from "@agent-operations/error-envelope"
import type { CursorBinding, Cursors, KeyCodec } from "@agent-operations/operations"
import { Effect, Result } from "effect"

const invalidCursor = new ValidationError({
  message: "The cursor is not one of this list.",
  hint: "Pass nextCursor back unchanged, with the same input in the same project, or start again without a cursor.",
  details: { issues: [{ path: "/cursor", message: "Not a cursor of this list with these filters." }] }
})

/** Reads where a list goes on, and writes where its next page does. Law: P3. */
export const makePaging = <K>(cursors: Cursors["Service"], codec: KeyCodec<K>, operation: string) => {
  const { write, read } = cursors.of(codec)
  return Effect.fnUntraced(function* (cursor: string | undefined, filters: ReadonlyArray<string>) {
    const { organizationId, projectId } = yield* Caller
    const binding: CursorBinding = { operation, organizationId, projectId, filters }
    const after = cursor === undefined ? undefined : read(cursor, binding)
    if (after !== undefined && Result.isFailure(after)) return yield* invalidCursor
    return {
      after: after?.success,
      next: (key: K | null): string | null => (key === null ? null : write(key, binding))
    }
  })
}
