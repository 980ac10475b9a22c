import { Caller } from "@agent-operations/auth"
import { type Kind, trimName } from "@agent-operations/contract"
import { Effect } from "effect"
import { encodeDefinition } from "../encode-definition.ts"
import { spaceOf } from "../space.ts"
import type { Store } from "../Store.ts"

export interface RecoverInput {
  readonly id: string
  readonly name?: string
}

/** Laws: R11, R12. */
export const recover = <K extends Kind.Any>(store: Store, kind: K) =>
  Effect.fnUntraced(function* ({ id, name }: RecoverInput) {
    const caller = yield* Caller
    const options = { name: name === undefined ? undefined : trimName(name) }
    return encodeDefinition(kind, caller, yield* store.recover(spaceOf(caller), kind, id, options, caller.actor))
  })
