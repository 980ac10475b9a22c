import { Effect } from "effect"
import type { SqlError } from "effect/sql"
import type { Space } from "./keys.ts"
import type { ReadRows, RowTraceOptions } from "./row-reads.ts"

/** What a trace was given and answered: JSON as text, `null` where there is none, and false where it is longer than 256 KiB. */
export interface TraceContent {
  readonly input: string | null | false
  readonly output: string | null | false
  readonly metadata: string | null | false
}

const paths = ["trace.input", "trace.output", "trace.metadata"]

/** Reads them, as many at once as fit. */
export const readContents = Effect.fnUntraced(function* (
  read: (space: Space, options: RowTraceOptions) => Effect.Effect<ReadRows, SqlError.SqlError>,
  space: Space,
  traceIds: ReadonlyArray<string>
) {
  const found = new Map<string, TraceContent>()
  for (let left = traceIds; left.length > 0;) {
    const any = left.map((value) => ({ field: "trace.id", operator: "eq", value }) as const)
    const { rows } = yield* read(space, { limit: left.length, sorts: [], conditions: [{ any }], paths })
    for (const { id, values } of rows) {
      // Open JSON is read as its text, or as false.
      const [input, output, metadata] = values as ReadonlyArray<string | null | false>
      found.set(id, { input: input!, output: output!, metadata: metadata! })
    }
    if (rows.length === 0) break
    left = left.filter((id) => !found.has(id))
  }
  return found as ReadonlyMap<string, TraceContent>
})
