import { Caller } from "@agent-operations/auth"
import { type Kind, trimName } from "@agent-operations/contract"
import { encodeDefinition } from "../json.ts"
import type { Services } from "../meaning.ts"
import { spaceOf } from "../space.ts"
import { traced } from "../traced.ts"

export interface CopyInput {
  readonly id: string
  readonly name: string
  readonly revision?: number
}

export const copy = <K extends Kind.Any>({ store }: Services, kind: K) =>
  traced(`copy_${kind.name}`)(function* ({ id, name, revision }: CopyInput) {
    const caller = yield* Caller
    return encodeDefinition(
      kind,
      caller,
      yield* store.copy(spaceOf(caller), kind, id, revision, trimName(name), caller.actor)
    )
  })
