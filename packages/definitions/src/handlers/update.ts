import { Caller } from "@agent-operations/auth"
import { type Kind, trimName } from "@agent-operations/contract"
import { type Content, decodeRevision, type Space } from "@agent-operations/revision-store"
import { Effect } from "effect"
import { encodeDefinition } from "../encode-definition.ts"
import { spaceOf } from "../space.ts"
import type { Store } from "../Store.ts"
import { checkContent, type ValidateContent } from "../validate.ts"

export interface UpdateInput extends Partial<Content> {
  readonly id: string
  readonly expectedRevision: number
}

type Changes = { readonly [K in keyof Content]?: Content[K] | undefined }

/** Laws: R2, R3, R4. */
export const update = <K extends Kind.Any>(store: Store, kind: K, validate: ValidateContent | undefined) => {
  /** The content that the new revision would have. What it is based on never changes; a stale one is refused later. */
  const check = Effect.fnUntraced(function* (
    validate: ValidateContent,
    space: Space,
    { id, expectedRevision }: UpdateInput,
    changes: Changes
  ) {
    const based = yield* Effect.option(store.read(space, kind, id, expectedRevision))
    if (based._tag === "None") return
    const { name, description, source, settings, references } = decodeRevision(based.value)
    const changed = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
    const content = { name, description, source, settings, references, ...changed }
    yield* checkContent(kind.title, validate, content)
  })

  return Effect.fnUntraced(function* (input: UpdateInput) {
    const { id, expectedRevision, name, ...others } = input
    const caller = yield* Caller
    const changes: Changes = { ...others, name: name === undefined ? undefined : trimName(name) }
    if (validate !== undefined) yield* check(validate, spaceOf(caller), input, changes)
    const updated = yield* store.append(spaceOf(caller), kind, id, expectedRevision, changes, caller.actor)
    return encodeDefinition(kind, caller, updated)
  })
}
