import { Caller } from "@agent-operations/auth"
import { type Kind, trimName } from "@agent-operations/contract"
import type { Content } from "@agent-operations/revision-store"
import { Effect } from "effect"
import { encodeDefinition } from "../encode-definition.ts"
import { spaceOf } from "../space.ts"
import type { Store } from "../Store.ts"
import { checkContent, type ValidateContent } from "../validate.ts"

/** Laws: R1, R6. */
export const create = <K extends Kind.Any>(store: Store, kind: K, validate: ValidateContent | undefined) =>
  Effect.fnUntraced(function* ({ name, description, source, settings, references }: Content) {
    const caller = yield* Caller
    const content = { name: trimName(name), description, source, settings, references }
    if (validate !== undefined) yield* checkContent(kind.title, validate, content)
    return encodeDefinition(kind, caller, yield* store.create(spaceOf(caller), kind, content, caller.actor))
  })
