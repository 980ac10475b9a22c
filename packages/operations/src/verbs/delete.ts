import { Caller } from "@agent-operations/auth"
import type { Kind } from "@agent-operations/contract"
import { encode } from "../json.ts"
import type { Services } from "../meaning.ts"
import { spaceOf } from "../space.ts"
import { traced } from "../traced.ts"

export interface DeleteInput {
  readonly id: string
  readonly expectedRevision: number
}

export const remove = <K extends Kind.Any>({ store }: Services, kind: K) =>
  traced(`delete_${kind.name}`)(function* ({ id, expectedRevision }: DeleteInput) {
    const caller = yield* Caller
    const { revision } = yield* store.remove(spaceOf(caller), kind, id, expectedRevision, caller.actor)
    return encode({ id, deleted: true as const, revision })
  })
