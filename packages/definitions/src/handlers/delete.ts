import { Caller } from "@agent-operations/auth"
import type { Kind } from "@agent-operations/contract"
import { EncodedJson } from "@agent-operations/operations"
import { Effect } from "effect"
import { spaceOf } from "../space.ts"
import type { Store } from "../Store.ts"

export interface DeleteInput {
  readonly id: string
  readonly expectedRevision: number
}

/** Laws: R4, R7, R8. */
export const remove = <K extends Kind.Any>(store: Store, kind: K) =>
  Effect.fnUntraced(function* ({ id, expectedRevision }: DeleteInput) {
    const caller = yield* Caller
    const { revision } = yield* store.remove(spaceOf(caller), kind, id, expectedRevision, caller.actor)
    return EncodedJson.of({ id, deleted: true as const, revision })
  })
