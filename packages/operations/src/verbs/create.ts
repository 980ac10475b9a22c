import { Caller } from "@agent-operations/auth"
import { type Kind, trimName } from "@agent-operations/contract"
import type { Content } from "@agent-operations/revision-store"
import { encodeDefinition } from "../json.ts"
import type { Services } from "../meaning.ts"
import { spaceOf } from "../space.ts"
import { traced } from "../traced.ts"

export const create = <K extends Kind.Any>({ store }: Services, kind: K) =>
  traced(`create_${kind.name}`)(function* ({ name, description, source, settings, references }: Content) {
    const caller = yield* Caller
    const content = { name: trimName(name), description, source, settings, references }
    return encodeDefinition(kind, caller, yield* store.create(spaceOf(caller), kind, content, caller.actor))
  })
