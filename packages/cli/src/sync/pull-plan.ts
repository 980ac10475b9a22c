import { markClashes, type Versions } from "@agent-operations/definition-diff"
import { type Content, digestOf, foldName, nameInId, type Reference, saySame } from "./content.ts"
import { type Rendering, renderDocument } from "./document.ts"
import { takenNames } from "./file-names.ts"
import { mergeContent } from "./merge-content.ts"
import { type Comparison, isKnown, type Place, type Remote } from "./project.ts"
import { type Lock, type Seen, seenOf } from "./lock.ts"

/** What a pull did to a definition in the folder. */
export type PullOutcome = "added" | "updated" | "merged" | "removed" | "discarded" | "kept" | "unchanged" | "clash"

export interface Pulled {
  readonly place: string
  readonly outcome: PullOutcome
  readonly id: string | undefined
  readonly revision: number | undefined
  /** What to know of it. */
  readonly note?: string
}

/** What a pull will do. */
export interface PullPlan {
  /** The new texts of files, by their paths. */
  readonly files: ReadonlyMap<string, string>
  readonly removed: ReadonlyArray<string>
  readonly lock: Lock
  readonly pulled: ReadonlyArray<Pulled>
}

/** A revision that a merge needs, which the server still has. Law: R2. */
export interface BaseOf {
  readonly remote: Remote
  readonly revision: number
}

const isChangedHere = ({ document, unreadable, seen }: Place): boolean =>
  unreadable !== undefined || (document !== undefined && (!seen || digestOf(document.content) !== seen.digest))

/** The revisions that `planPull` needs: those that both sides have changed. */
export const basesOf = ({ places }: Comparison): ReadonlyArray<BaseOf> =>
  places.flatMap((place) => {
    const { document, seen, remote } = place
    const isNeeded =
      document && seen && remote && isKnown(place) && remote.revision !== seen.revision && isChangedHere(place)
    return isNeeded ? [{ remote, revision: seen.revision }] : []
  })

/** What becomes of a place: which content its files get, in up to three versions, and what is said of it. */
interface Decision {
  readonly place: Place
  readonly outcome: PullOutcome
  readonly note?: string
  /** What the files are to say; undefined where they stay as they are. */
  readonly write?: Versions<Partial<Content>>
  readonly isRemoved?: boolean
  /** What is seen from now on; undefined where it is forgotten. */
  readonly seen: Seen | undefined
}

const allOf = (content: Content): Versions<Content> => ({ base: content, mine: content, theirs: content })

/** Both sides have it, and differ: the folder's is merged with the project's. */
const merged = (place: Place, mine: Content, theirs: Remote, base: Content | undefined): Decision => {
  const { isClash, ...write } = mergeContent(mine, theirs.content, base ?? {})
  const seen = seenOf(theirs)
  if (isClash) {
    const note = `changed here, and there to revision ${theirs.revision} by ${theirs.by}: edit it between the marks`
    return { place, outcome: "clash", note, write, seen }
  }
  return { place, outcome: "merged", write, seen, note: `changed here, and there to revision ${theirs.revision}` }
}

const decideGone = (place: Place, discard: boolean): Decision => {
  const { document, unreadable } = place
  if (!document && !unreadable) return { place, outcome: "unchanged", seen: undefined }
  if (!isChangedHere(place))
    return { place, outcome: "removed", note: "deleted there", isRemoved: true, seen: undefined }
  if (discard) {
    return { place, outcome: "discarded", note: "deleted there, changed here", isRemoved: true, seen: undefined }
  }
  const note = "deleted there, changed here: push creates it anew; remove the file where it is not wanted"
  return { place, outcome: "clash", note, seen: undefined }
}

const decide = (place: Place, bases: ReadonlyMap<string, Content>, discard: boolean): Decision => {
  const { document, unreadable, seen, remote } = place
  if (remote === undefined) {
    if (seen !== undefined) return decideGone(place, discard)
    return { place, outcome: "kept", note: unreadable?.why ?? "new here", seen }
  }
  const isNewer = !isKnown(place) || seen?.revision !== remote.revision
  const theirs = { write: allOf(remote.content), seen: seenOf(remote) }
  if (!document && !unreadable) {
    if (discard) return { place, outcome: "added", note: "was deleted here", ...theirs }
    if (!isNewer) return { place, outcome: "kept", note: "deleted here: push --prune deletes it there", seen }
    const note = `deleted here, and changed there to revision ${remote.revision} by ${remote.by}: --discard brings it back`
    return { place, outcome: "clash", note, seen }
  }
  if (document && saySame(document.content, remote.content)) return { place, outcome: "unchanged", seen: theirs.seen }
  if (!isChangedHere(place)) return { place, outcome: "updated", ...theirs }
  if (discard) return { place, outcome: "discarded", note: "changed here", ...theirs }
  if (!isNewer) return { place, outcome: "kept", note: unreadable?.why ?? "changed here", seen }
  if (!document) {
    const note = `changed there to revision ${remote.revision}, and not merged: pull again once it can be read\n`
    return { place, outcome: "clash", note: note + unreadable!.why, seen }
  }
  return merged(place, document.content, remote, bases.get(remote.id))
}

const addedPlaces = ({ places, others }: Comparison): ReadonlyArray<Decision> => {
  const stems = new Map<string, Array<string>>()
  for (const { place } of places) {
    const [folder = "", stem = ""] = place.split("/")
    stems.set(folder, [...(stems.get(folder) ?? []), stem])
  }
  const taken = new Map<string, ReturnType<typeof takenNames>>()
  // In the order of IDs, so that two folders call the same definitions alike.
  return others
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map((remote): Decision => {
      const { kind, content } = remote
      const names = taken.get(kind.folder) ?? takenNames(stems.get(kind.folder) ?? [])
      taken.set(kind.folder, names)
      const place = `${kind.folder}/${names.take(content.name)}`
      return {
        place: { place, kind, document: undefined, unreadable: undefined, seen: undefined, remote },
        outcome: "added",
        write: allOf(content),
        seen: seenOf(remote)
      }
    })
}

/** One text of three versions, with marks where they differ. */
const textOf = (texts: Versions<string>, labels: Versions<string>): string =>
  texts.mine === texts.theirs ? texts.mine : markClashes(texts, labels)

const filesOf = (
  { place: { place, kind, seen, remote }, write }: Decision,
  rendering: Rendering
): ReadonlyMap<string, string> => {
  const render = (content: Partial<Content>) => renderDocument(place, kind, content, rendering)
  const { base, mine, theirs } = write!
  const versions = { base: render(base), mine: render(mine), theirs: render(theirs) }
  const paths = new Set(Object.values(versions).flatMap((files) => [...files.keys()]))
  const labels = {
    base: isKnown({ seen, remote }) ? `revision ${seen!.revision}` : "no common revision",
    mine: "here",
    theirs: `there, revision ${remote!.revision}`
  }
  const at = (files: ReadonlyMap<string, string>, path: string) => files.get(path) ?? ""
  return new Map(
    [...paths].map((path) => [
      path,
      textOf(
        { base: at(versions.base, path), mine: at(versions.mine, path), theirs: at(versions.theirs, path) },
        labels
      )
    ])
  )
}

/**
 * Plans a pull: what only the project changed replaces what the folder has, what only the folder changed stays, and what
 * both changed is merged with the revision that was pulled last, of those in `bases` by ID. Nothing is done yet.
 */
export const planPull = (
  comparison: Comparison,
  bases: ReadonlyMap<string, Content>,
  { projectId, discard }: { readonly projectId: string; readonly discard: boolean }
): PullPlan => {
  const decisions = [...comparison.places.map((place) => decide(place, bases, discard)), ...addedPlaces(comparison)]
  const names = new Map(
    comparison.places.flatMap(({ remote }) => (remote === undefined ? [] : [[remote.id, remote.content.name] as const]))
  )
  // What was deleted there is still called so: a reference that was made here meanwhile says what is missing.
  for (const { place, write } of decisions) {
    const id = place.remote?.id ?? place.seen?.id
    const name = write?.mine.name ?? place.document?.content.name
    if (id !== undefined && name !== undefined) names.set(id, name)
  }
  const nameOf = ({ id }: Reference) => nameInId(id) ?? names.get(id)

  const files = new Map<string, string>()
  const removed: Array<string> = []
  const pulled: Array<Pulled> = []
  for (const decision of decisions) {
    const { place, outcome, note, isRemoved, seen } = decision
    const { document, unreadable, remote } = place
    const paths = document?.paths ?? unreadable?.paths ?? []
    const rendering: Rendering = { projectId, nameOf, pins: document?.pins ?? {} }
    // What it references may have another name now.
    const isRenamed = document !== undefined && !isRemoved && isStale(document, nameOf)
    const write = decision.write ?? (isRenamed ? allOf(document.content) : undefined)
    if (isRemoved) removed.push(...paths)
    if (write !== undefined) {
      const texts = filesOf({ ...decision, write }, rendering)
      for (const [path, text] of texts) files.set(path, text)
      removed.push(...paths.filter((path) => !texts.has(path)))
    }
    const isUpdated = isRenamed && outcome === "unchanged"
    pulled.push({
      place: place.place,
      outcome: isUpdated ? "updated" : outcome,
      id: remote?.id ?? seen?.id,
      revision: seen?.revision,
      ...(isUpdated ? { note: "what it references has another name" } : note === undefined ? {} : { note })
    })
  }
  const lock = new Map([
    ...comparison.foreign,
    ...decisions.flatMap(({ place, seen }) => (seen === undefined ? [] : [[place.place, seen] as const]))
  ])
  return { files, removed, lock, pulled }
}

/** Whether its files name a reference as it is not called any more. */
const isStale = (
  { content, names }: NonNullable<Place["document"]>,
  nameOf: (reference: Reference) => string | undefined
): boolean =>
  Object.entries(content.references).some(([alias, reference]) => {
    const name = nameOf(reference)
    const given = names[alias]
    return name !== undefined && given !== undefined && foldName(given) !== foldName(name)
  })
