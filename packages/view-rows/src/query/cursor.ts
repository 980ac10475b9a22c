import { Caller } from "@agent-operations/auth"
import { ValidationError } from "@agent-operations/error-envelope"
import { type CursorBinding, type Cursors, schemaKey } from "@agent-operations/operations"
import { Effect, Result, Schema } from "effect"
import type { JsonValue } from "../formulas/protocol.ts"

/** Where a page of rows ended, and what the first page of its walk was. Law: T16. */
export interface Walk {
  /** The revisions that the first page used. */
  readonly revisions: ReadonlyArray<number>
  /** When the first page was read, in milliseconds: what has no `from` is of the days before. */
  readonly at: number
  readonly after: After
}

/** Where a page ended. */
export interface After {
  /** What its last row was sorted by: texts of the database, or values. */
  readonly keys: ReadonlyArray<JsonValue>
  /** Whether a key is only the beginning of what it was. */
  readonly shortened: boolean
  readonly startNano: bigint
  readonly id: string
}

const Encoded = Schema.Struct({
  v: Schema.Array(Schema.Int),
  t: Schema.Int,
  k: Schema.Array(Schema.Json),
  c: Schema.Boolean,
  s: Schema.String,
  i: Schema.String
})

const key = schemaKey(Encoded)

/** The largest keys that a cursor holds as they are, in bytes of their JSON. */
const largestKeys = 6000

/** How much of a text it holds of larger ones, in characters. */
const beginning = 100

const shorten = (value: JsonValue): JsonValue => {
  if (typeof value === "object" && value !== null) return []
  return typeof value === "string" ? value.slice(0, beginning).toWellFormed() : value
}

/** Where a page ended, of a size that a cursor can hold. */
export const afterOf = (keys: ReadonlyArray<JsonValue>, startNano: bigint, id: string): After => {
  const shortened = Buffer.byteLength(JSON.stringify(keys)) > largestKeys
  return { keys: shortened ? keys.map(shorten) : keys, shortened, startNano, id }
}

/** What a cursor of other rows is refused with. */
export const invalidCursor = new ValidationError({
  message: "The cursor is not one of these rows.",
  hint: "Pass nextCursor back unchanged, with the same input in the same project, or start again without a cursor.",
  details: { issues: [{ path: "/cursor", message: "Not a cursor of these rows." }] }
})

/** Reads where a walk goes on, and writes where its next page does. Law: P3. */
export const makePaging = (cursors: Cursors["Service"]) => {
  const { write, read } = cursors.of(key)
  return Effect.fnUntraced(function* (cursor: string | undefined, inputs: ReadonlyArray<string>) {
    const { organizationId, projectId } = yield* Caller
    const binding: CursorBinding = { operation: "query_page_view", organizationId, projectId, filters: inputs }
    const found = cursor === undefined ? undefined : read(cursor, binding)
    if (found !== undefined && Result.isFailure(found)) return yield* invalidCursor
    const last = found?.success
    const walk: Walk | undefined =
      last === undefined
        ? undefined
        : {
            revisions: last.v,
            at: last.t,
            after: {
              keys: last.k as ReadonlyArray<JsonValue>,
              shortened: last.c,
              startNano: BigInt(last.s),
              id: last.i
            }
          }
    return {
      walk,
      next: ({ revisions, at, after }: Walk): string =>
        write(
          { v: revisions, t: at, k: after.keys, c: after.shortened, s: String(after.startNano), i: after.id },
          binding
        )
    }
  })
}
