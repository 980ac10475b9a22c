import { Caller } from "@agent-operations/auth"
import { type Kind, trimName } from "@agent-operations/contract"
import type { NotFound, Conflict, Timeout, Unavailable } from "@agent-operations/error-envelope"
import { guarded } from "@agent-operations/operations"
import { conflict, type Content, type EncodedRevision, type Space } from "@agent-operations/revision-store"
import { Effect } from "effect"
import { decodeContent } from "../decode-content.ts"
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
  /**
   * What the new revision would be based on, which never changes; a stale one is refused later. One that is not there is
   * refused here, since it may come to be before the write, which would then be of what nobody has checked.
   */
  const basedOn = (
    space: Space,
    id: string,
    expectedRevision: number
  ): Effect.Effect<EncodedRevision, NotFound | Conflict | Unavailable | Timeout> =>
    Effect.catchTag(store.read(space, kind, id, expectedRevision), "NOT_FOUND", () =>
      Effect.flatMap(store.read(space, kind, id, undefined), ({ revision }) =>
        revision < expectedRevision
          ? Effect.fail(conflict(expectedRevision, revision))
          : basedOn(space, id, expectedRevision)
      )
    )

  const check = Effect.fnUntraced(function* (
    validate: ValidateContent,
    space: Space,
    { id, expectedRevision }: UpdateInput,
    changes: Changes
  ) {
    const based = yield* basedOn(space, id, expectedRevision)
    const { name, description, source, settings, references } = yield* decodeContent(based)
    const changed = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
    const content = { name, description, source, settings, references, ...changed }
    yield* checkContent(kind.title, validate, content)
  })

  const handler = Effect.fnUntraced(function* (input: UpdateInput) {
    const { id, expectedRevision, name, ...others } = input
    const caller = yield* Caller
    const changes: Changes = { ...others, name: name === undefined ? undefined : trimName(name) }
    if (validate !== undefined) yield* check(validate, spaceOf(caller), input, changes)
    const updated = yield* store.append(spaceOf(caller), kind, id, expectedRevision, changes, caller.actor)
    return encodeDefinition(kind, caller, updated)
  })
  // A host's check has effects of its own, for those alone who were let in.
  return validate === undefined ? guarded(handler) : handler
}
