import { Caller } from "@agent-operations/auth"
import { type Kind, trimName } from "@agent-operations/contract"
import { Effect } from "effect"
import { encodeDefinition } from "../encode-definition.ts"
import { spaceOf } from "../space.ts"
import type { Store } from "../Store.ts"

export interface CopyInput {
  readonly id: string
  readonly name: string
  readonly revision?: number
}

/** Law: R6. */
export const copy = <K extends Kind.Any>(store: Store, kind: K) =>
  Effect.fnUntraced(function* ({ id, name, revision }: CopyInput) {
    const caller = yield* Caller
    const copied = yield* store.copy(spaceOf(caller), kind, id, { name: trimName(name), revision }, caller.actor)
    return encodeDefinition(kind, caller, copied)
  })
