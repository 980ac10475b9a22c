import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { notFound } from "../internal/failures.ts"
import type { KindPolicy, Space } from "../model.ts"
import { find } from "./find.ts"

/** Reads the current revision of a definition, or a pinned one. Laws: R2, R8. */
export const read = (sql: SqlClient) =>
  Effect.fnUntraced(function* (space: Space, kind: KindPolicy, id: string, revision: number | undefined) {
    return (yield* find(sql, space, kind, id, revision)) ?? (yield* notFound(kind, id, revision))
  })
