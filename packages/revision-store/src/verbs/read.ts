import { Effect } from "effect"
import { notFound } from "../internal/failures.ts"
import type { KindPolicy, Space } from "../model.ts"
import type { Find } from "./find.ts"

/** Reads the current revision of a definition, or a pinned one. Laws: R2, R8. */
export const read = (find: Find) =>
  Effect.fnUntraced(function* (space: Space, kind: KindPolicy, id: string, revision: number | undefined) {
    return (yield* find({ space, kind, id, revision })) ?? (yield* notFound(kind, id, revision))
  })
