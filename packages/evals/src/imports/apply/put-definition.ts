import { type Actor, trimName } from "@agent-operations/contract"
import type { Issue } from "@agent-operations/contract/decode"
import { decodeContent } from "@agent-operations/definitions"
import { pointerOf } from "@agent-operations/error-envelope/pointer"
import { inTurns } from "@agent-operations/operations"
import { type Content, EncodedRevisionStore, type KindPolicy, type Space } from "@agent-operations/revision-store"
import { Effect, Result } from "effect"
import type { DefinitionRef } from "./ImportTargets.ts"
import { isSame } from "../../is-same.ts"
import { Raced, Wrong } from "./wrong.ts"

/** What a file says of a definition: its name, and what of the rest it likes to. */
export type Members = Pick<Content, "name"> & {
  readonly [M in Exclude<keyof Content, "name">]?: Content[M] | undefined
}

type Place = { readonly path: string; readonly message: string }

/** How definitions of a kind are put. */
interface Putting {
  readonly kind: KindPolicy
  /** By steps: it may be of megabytes. Law: K3. */
  readonly decode: (members: unknown) => Generator<void, Result.Result<Members, ReadonlyArray<Issue>>>
  /** What a new one has where a file does not say; a source that it leaves out has to be said. */
  readonly initial: Pick<Content, "settings" | "references"> & { readonly source?: Content["source"] }
  /** What is wrong with one beside what decoding tells. */
  readonly check?: (content: Content) => Effect.Effect<ReadonlyArray<Place>>
}

const wrongDefinition = (places: ReadonlyArray<Place>) =>
  new Wrong({ places: places.map(({ path, message }) => ({ pointer: path, code: "INVALID_DEFINITION", message })) })

const raced = () => Effect.fail(new Raced())

const noReference = ({ message }: { readonly message: string }) =>
  Effect.fail(wrongDefinition([{ path: "/references", message }]))

/** Makes the definition of a name what a file says that it is, or creates it. What the file does not say stays. Law: I1. */
export const makePutDefinition = Effect.fnUntraced(function* ({ kind, decode, initial, check }: Putting) {
  const definitions = yield* EncodedRevisionStore

  const checked = Effect.fnUntraced(function* (content: Content) {
    const places = check === undefined ? [] : yield* check(content)
    if (places.length > 0) return yield* wrongDefinition(places)
    return content
  })

  const create = Effect.fnUntraced(function* (space: Space, actor: Actor, members: Members) {
    const { name, description } = members
    const { source = initial.source, settings = initial.settings, references = initial.references } = members
    if (source === undefined) {
      return yield* wrongDefinition([
        { path: "/source", message: "There is none of this name: a new one needs its source." }
      ])
    }
    const content = yield* checked({ name, description: description ?? null, source, settings, references })
    const made = yield* definitions.create(space, kind, content, actor)
    return { id: made.id, name: made.name, revision: made.revision, change: "created" as const }
  })

  const update = Effect.fnUntraced(function* (
    space: Space,
    actor: Actor,
    id: string,
    { name: _, ...members }: Members
  ) {
    yield* definitions.hold(space, kind, id)
    const { revision, name, description, source, settings, references } = yield* decodeContent(
      yield* definitions.read(space, kind, id, undefined)
    )
    const content = { name, description, source, settings, references }
    const given = Object.fromEntries(Object.entries(members).filter(([, member]) => member !== undefined))
    const changed = { ...content, ...given }
    if (yield* inTurns(isSame(changed, content))) return { id, name, revision, change: "unchanged" as const }
    yield* checked(changed)
    const made = yield* definitions.append(space, kind, id, revision, given, actor)
    return { id, name, revision: made.revision, change: "changed" as const }
  })

  return Effect.fnUntraced(
    function* (space: Space, actor: Actor, given: unknown) {
      const decoded = yield* inTurns(decode(given))
      if (Result.isFailure(decoded)) {
        return yield* wrongDefinition(decoded.failure.map(({ path, message }) => ({ path: pointerOf(path), message })))
      }
      const members = { ...decoded.success, name: trimName(decoded.success.name) }
      const id = yield* definitions.named(space, kind, members.name)
      const put: DefinitionRef =
        id === undefined ? yield* create(space, actor, members) : yield* update(space, actor, id, members)
      return put
    },
    Effect.catchTags({
      NAME_TAKEN: raced,
      CONFLICT: raced,
      NOT_FOUND: raced,
      REFERENCE_NOT_FOUND: noReference,
      INVALID_REFERENCE: noReference
    })
  )
})
