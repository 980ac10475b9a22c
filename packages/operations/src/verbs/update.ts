import { Caller } from "@agent-operations/auth"
import { type Kind, trimName } from "@agent-operations/contract"
import type { Content } from "@agent-operations/revision-store"
import { encodeDefinition } from "../json.ts"
import type { Services } from "../meaning.ts"
import { spaceOf } from "../space.ts"
import { traced } from "../traced.ts"

export interface UpdateInput extends Partial<Content> {
  readonly id: string
  readonly expectedRevision: number
}

export const update = <K extends Kind.Any>({ store }: Services, kind: K) =>
  traced(`update_${kind.name}`)(function* ({ id, expectedRevision, name, ...others }: UpdateInput) {
    const caller = yield* Caller
    const changes = { ...others, name: name === undefined ? undefined : trimName(name) }
    return encodeDefinition(
      kind,
      caller,
      yield* store.append(spaceOf(caller), kind, id, expectedRevision, changes, caller.actor)
    )
  })
