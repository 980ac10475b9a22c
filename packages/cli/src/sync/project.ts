import { isAgentError } from "@agent-operations/client"
import type { Session } from "../session.ts"
import { type Content, nameInId, nameKey, type Reference } from "./content.ts"
import { type Document, endedAs } from "./document.ts"
import type { Folder, Unreadable } from "./folder.ts"
import type { FolderKind } from "./kinds.ts"
import type { Lock, Seen } from "./lock.ts"

/** A definition as the project has it. */
export interface Remote {
  readonly kind: FolderKind
  readonly id: string
  readonly revision: number
  readonly content: Content
  /** Who made the revision. */
  readonly by: string
}

/** What an operation answers for a definition. */
type Answer = Content & {
  readonly id: string
  readonly revision: number
  readonly updatedBy: { readonly name: string }
}

export const remoteOf = (kind: FolderKind, answer: unknown): Remote => {
  const { id, revision, updatedBy, name, description, source, settings, references } = answer as Answer
  return { kind, id, revision, by: updatedBy.name, content: { name, description, source, settings, references } }
}

/** Calls an operation by its ID. */
export type CallOperation = (id: string, input: object) => Promise<unknown>

/** Calls by a client, until a signal aborts. A write is not aborted once it is sent, so that its outcome is known. */
export const callsOf = (client: ReturnType<Session["connect"]>, signal: AbortSignal) => ({
  read: ((id, input) => client.call(id as string, input, { signal, retries: 5 })) satisfies CallOperation,
  write: ((id, input) => {
    signal.throwIfAborted()
    return client.call(id as string, input, { retries: 5 })
  }) satisfies CallOperation
})

export type Calls = ReturnType<typeof callsOf>

/** Every definition of some kinds in the project: a request for each 200 of a kind. */
export const listProject = async (
  kinds: ReadonlyArray<FolderKind>,
  { read }: Pick<Calls, "read">
): Promise<ReadonlyArray<Remote>> => {
  const remotes: Array<Remote> = []
  for (const kind of kinds) {
    let cursor: string | null | undefined
    do {
      const more = cursor === undefined ? {} : { cursor }
      const page = (await read(kind.operations.list, { limit: 200, ...more })) as {
        readonly items: ReadonlyArray<unknown>
        readonly nextCursor: string | null
      }
      remotes.push(...page.items.map((item) => remoteOf(kind, item)))
      cursor = page.nextCursor
    } while (cursor !== null)
  }
  return remotes
}

/** What is in the project of the kinds that can be read there. */
export interface Listed {
  readonly kinds: ReadonlyArray<FolderKind>
  readonly remotes: ReadonlyArray<Remote>
}

const isOutOfReach = (error: unknown) =>
  isAgentError(error) && (error.code === "NOT_FOUND" || error.code === "MISSING_SCOPE")

/**
 * Lists a project without the kinds that the server has not, or that the credential may not read: they are left as they are.
 * One that the folder has something of is asked for all the same.
 */
export const listReadable = async (
  kinds: ReadonlyArray<FolderKind>,
  calls: Pick<Calls, "read">,
  isHere: (kind: FolderKind) => boolean
): Promise<Listed> => {
  const readable: Array<FolderKind> = []
  const remotes: Array<Remote> = []
  let refused: unknown
  for (const kind of kinds) {
    try {
      remotes.push(...(await listProject([kind], calls)))
      readable.push(kind)
    } catch (error) {
      if (isHere(kind) || !isOutOfReach(error)) throw error
      refused ??= error
    }
  }
  if (readable.length === 0 && refused !== undefined) throw refused
  return { kinds: readable, remotes }
}

/** A place of the folder: what is there, what was last seen of it, and what the project has. */
export interface Place {
  readonly place: string
  readonly kind: FolderKind
  readonly document: Document | undefined
  readonly unreadable: Unreadable | undefined
  readonly seen: Seen | undefined
  /** By the ID that was seen; where there is none, by kind and name. */
  readonly remote: Remote | undefined
}

/** Whether a place was seen as what its project has now, at whichever revision: not, where that was created anew. */
export const isKnown = ({ seen, remote }: Pick<Place, "seen" | "remote">): boolean =>
  seen !== undefined && seen.id === remote?.id

/** A folder beside its project. */
export interface Comparison {
  readonly places: ReadonlyArray<Place>
  /** What only the project has. */
  readonly others: ReadonlyArray<Remote>
  /** What was seen of kinds that are not known here. */
  readonly foreign: Lock
}

/** The last seen of what is in the folder under another file name now, by its new place. */
const movedTo = ({ documents, unreadable }: Folder, lock: Lock): ReadonlyMap<string, string> => {
  const present = new Set([...documents, ...unreadable].map(({ place }) => place))
  const gone = new Map(
    [...lock]
      .filter(([place]) => !present.has(place))
      .map(([place, { name }]) => [nameKey(place.split("/")[0]!, name), place])
  )
  const moved = documents.flatMap(({ place, kind, content }) => {
    const from = lock.has(place) ? undefined : gone.get(nameKey(kind.folder, content.name))
    return from === undefined ? [] : [[from, place] as const]
  })
  return new Map(moved)
}

/** Puts names of references that are known in the place of `unknownId`s. */
const resolved = (document: Document, idOf: (kind: string, name: string) => string | undefined): Document => {
  const references = Object.entries(document.content.references).map(([alias, reference]) => {
    const name = nameInId(reference.id)
    const id = name === undefined ? undefined : idOf(reference.kind, name)
    return [alias, id === undefined ? reference : { ...reference, id }] as const
  })
  return { ...document, content: { ...document.content, references: Object.fromEntries(references) } }
}

/**
 * Puts a folder, what was last seen, and the project beside each other. A name in a reference means what the folder calls
 * so, else what the project does, unless the folder has that under another name.
 */
export const compare = (
  folder: Folder,
  seenThere: Lock,
  remotes: ReadonlyArray<Remote>,
  kinds: ReadonlyArray<FolderKind>
): Comparison => {
  const moved = movedTo(folder, seenThere)
  const lock = new Map([...seenThere].map(([place, seen]) => [moved.get(place) ?? place, seen]))
  const byId = new Map(remotes.map((remote) => [remote.id, remote]))
  const seenIds = new Set([...lock.values()].map(({ id }) => id))
  const byName = new Map(remotes.map((remote) => [nameKey(remote.kind.name, remote.content.name), remote]))
  const documents = new Map(folder.documents.map((document) => [document.place, document]))
  const unreadable = new Map(folder.unreadable.map((one) => [one.place, one]))
  const kindAt = new Map(kinds.map((kind) => [kind.folder, kind]))

  const remoteAt = (place: string, document: Document | undefined): Remote | undefined => {
    const seen = lock.get(place)
    const known = seen && byId.get(seen.id)
    if (known !== undefined) return known
    const named = document && byName.get(nameKey(document.kind.name, document.content.name))
    return named === undefined || seenIds.has(named.id) ? undefined : named
  }

  const all = new Set([...documents.keys(), ...unreadable.keys(), ...lock.keys()])
  const places = [...all].toSorted().flatMap((place): ReadonlyArray<Place> => {
    // What another version of this program knows is left as it is.
    const kind = kindAt.get(place.split("/")[0]!)
    if (kind === undefined) return []
    const document = documents.get(place)
    const remote = remoteAt(place, document)
    return [{ place, kind, document, unreadable: unreadable.get(place), seen: lock.get(place), remote }]
  })

  const inFolder = new Map(
    places.flatMap(({ kind, document, seen, remote }) =>
      document === undefined ? [] : [[nameKey(kind.name, document.content.name), remote?.id ?? seen?.id] as const]
    )
  )
  const heldIds = new Set(places.flatMap(({ document, remote }) => (document && remote ? [remote.id] : [])))
  const lastNames = new Map(
    places.flatMap(({ kind, document, seen }) =>
      seen === undefined || document !== undefined ? [] : [[nameKey(kind.name, seen.name), seen.id] as const]
    )
  )
  const idOf = (kind: string, name: string): string | undefined => {
    const key = nameKey(kind, name)
    if (inFolder.has(key)) return inFolder.get(key)
    const named = byName.get(key)
    return named !== undefined && !heldIds.has(named.id) ? named.id : lastNames.get(key)
  }
  const taken = new Set(places.flatMap(({ remote }) => (remote === undefined ? [] : [remote.id])))
  return {
    places: places.map(({ document, ...place }) => {
      const known = document && resolved(document, idOf)
      return { ...place, document: known && place.remote ? endedAs(known, place.remote.content) : known }
    }),
    others: remotes.filter(({ id }) => !taken.has(id)),
    foreign: new Map([...lock].filter(([place]) => !kindAt.has(place.split("/")[0]!)))
  }
}

/** Whether something references what the project does not have, by a name. */
export const isUnknown = ({ id }: Reference): boolean => nameInId(id) !== undefined
