import { contentMembers } from "../definitions/definition.ts"
import { type Content, digestOf, saySame } from "./content.ts"
import type { Document } from "./document.ts"
import { type Seen, seenOf } from "./lock.ts"
import { isKnown, type Place, type Remote } from "./project.ts"
import type { Conflict, Delete, Rest, Update } from "./push-step.ts"

/** The members of one content that say something else in another. */
const changedIn = (mine: Content, theirs: Content): ReadonlyArray<keyof Content> =>
  contentMembers.filter((member) => !saySame({ ...theirs, [member]: mine[member] }, theirs))

/** Whether a create that was stopped before its references were added made this. */
const isBegun = (mine: Content, { content, revision }: Remote): boolean =>
  revision === 1 &&
  saySame({ ...mine, references: content.references }, content) &&
  Object.entries(content.references).every(([alias, reference]) => {
    const own = mine.references[alias]
    return own !== undefined && own.id === reference.id && own.revision === reference.revision
  })

/** What a push does about a place. */
export type Judged =
  | { readonly create: Document }
  | { readonly update: Update; readonly seen: Seen }
  | { readonly delete: Delete }
  | { readonly conflict: Conflict }
  | { readonly rest: Rest; readonly seen?: Seen }
  | { readonly forgotten: string }

/** A definition that the folder has. */
const judgeHere = (one: Place, document: Document): Judged => {
  const { place, kind, seen, remote } = one
  const { content } = document
  const conflict = (why: string): Judged => ({ conflict: { place, kind, why, seen, document, remote } })
  const update = (seen: Seen, remote: Remote): Judged => ({
    update: { type: "update", place, kind, document, remote, changed: changedIn(content, remote.content) },
    seen
  })
  if (remote === undefined) {
    if (seen === undefined) return { create: document }
    if (digestOf(content) === seen.digest) return { rest: { place, outcome: "behind", note: "deleted there: pull" } }
    return conflict("changed here, and deleted there")
  }
  if (saySame(content, remote.content)) return { rest: { place, outcome: "unchanged" }, seen: seenOf(remote) }
  if (seen === undefined) {
    return isBegun(content, remote) ? update(seenOf(remote), remote) : conflict("there too, and never pulled")
  }
  if (isKnown(one) && seen.revision === remote.revision) return update(seen, remote)
  if (digestOf(content) === seen.digest) {
    return { rest: { place, outcome: "behind", note: `changed there to revision ${remote.revision}: pull` } }
  }
  if (!isKnown(one)) return conflict("changed here, and deleted and created anew there")
  return conflict(
    `changed here since revision ${seen.revision}, and there to revision ${remote.revision} by ${remote.by}`
  )
}

/** What was pulled once, and the folder has no more. */
const judgeGone = ({ place, kind, seen, remote }: Place, prune: boolean): Judged => {
  if (remote === undefined || seen === undefined) return { forgotten: place }
  if (!prune) return { rest: { place, outcome: "kept", note: "deleted here: --prune deletes it there" } }
  if (seen.revision === remote.revision) return { delete: { type: "delete", place, kind, remote } }
  const why = `deleted here, and changed there to revision ${remote.revision} by ${remote.by}`
  return { conflict: { place, kind, why, seen, document: undefined, remote } }
}

/** What a push does about a place; undefined where it cannot be read. */
export const judge = (place: Place, prune: boolean): Judged | undefined => {
  if (place.document !== undefined) return judgeHere(place, place.document)
  return place.unreadable === undefined ? judgeGone(place, prune) : undefined
}
