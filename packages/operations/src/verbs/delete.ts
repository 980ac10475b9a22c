import { Caller } from "@agent-operations/auth"
import type { Kind } from "@agent-operations/contract"
import { Effect } from "effect"
import { encode } from "../json.ts"
import type { Services } from "../meaning.ts"
import { spaceOf } from "../space.ts"

export interface DeleteInput {
  readonly id: string
  readonly expectedRevision: number
}

export const remove = <K extends Kind.Any>({ store }: Services, kind: K) =>
  Effect.fn(`delete_${kind.name}`)(function* ({ id, expectedRevision }: DeleteInput) {
    const caller = yield* Caller
    const { revision } = yield* store.remove(spaceOf(caller), kind, id, expectedRevision, caller.actor)
    return encode({ id, deleted: true as const, revision })
  })
