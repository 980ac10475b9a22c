import { Caller } from "@agent-operations/auth"
import type { Kind } from "@agent-operations/contract"
import { Effect } from "effect"
import { encodeDefinition } from "../encode-definition.ts"
import { spaceOf } from "../space.ts"
import type { Store } from "../Store.ts"

export interface RestoreInput {
  readonly id: string
  readonly revision: number
  readonly expectedRevision?: number
}

/** Laws: R4, R5. */
export const restore = <K extends Kind.Any>(store: Store, kind: K) =>
  Effect.fnUntraced(function* ({ id, revision, expectedRevision }: RestoreInput) {
    const caller = yield* Caller
    const restored = yield* store.restore(spaceOf(caller), kind, id, { revision, expectedRevision }, caller.actor)
    return encodeDefinition(kind, caller, restored)
  })
