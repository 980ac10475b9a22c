import { Caller } from "@agent-operations/auth"
import type { Kind } from "@agent-operations/contract"
import { encodeDefinition } from "../json.ts"
import type { Services } from "../meaning.ts"
import { spaceOf } from "../space.ts"
import { traced } from "../traced.ts"

export interface RestoreInput {
  readonly id: string
  readonly revision: number
  readonly expectedRevision?: number
}

export const restore = <K extends Kind.Any>({ store }: Services, kind: K) =>
  traced(`restore_${kind.name}`)(function* ({ id, revision, expectedRevision }: RestoreInput) {
    const caller = yield* Caller
    const restored = yield* store.restore(spaceOf(caller), kind, id, revision, expectedRevision, caller.actor)
    return encodeDefinition(kind, caller, restored)
  })
