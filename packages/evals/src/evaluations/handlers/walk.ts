import { Caller } from "@agent-operations/auth"
import { ValidationError } from "@agent-operations/error-envelope"
import { type CursorBinding, Cursors, type KeyCodec } from "@agent-operations/operations"
import { Effect, Result } from "effect"

const invalidCursor = new ValidationError({
  message: "The cursor is not one of this list.",
  hint: "Pass nextCursor back unchanged, with the same input in the same project, or start again without a cursor.",
  details: { issues: [{ path: "/cursor", message: "Not a cursor of this list with these filters." }] }
})

/** Walks of a list: where one goes on by its cursor, and how that is written. Laws: P2 to P4. */
export const makeWalk = <Key>(codec: KeyCodec<Key>) =>
  Effect.map(Cursors, (cursors) => {
    const { write, read } = cursors.of(codec)
    return Effect.fnUntraced(function* (operation: string, cursor: string | undefined, filters: object) {
      const { organizationId, projectId } = yield* Caller
      const binding: CursorBinding = { operation, organizationId, projectId, filters: [JSON.stringify(filters)] }
      const key = cursor === undefined ? undefined : read(cursor, binding)
      if (key !== undefined && Result.isFailure(key)) return yield* invalidCursor
      return { from: key?.success, next: (last: Key) => write(last, binding) }
    })
  })
