import type { Content } from "./content.ts"
import type { Document } from "./document.ts"
import type { FolderKind } from "./kinds.ts"
import type { Seen } from "./lock.ts"
import type { Remote } from "./project.ts"

/** A definition to create, without the references to what is created after it. */
export interface Create {
  readonly type: "create"
  readonly place: string
  readonly kind: FolderKind
  readonly document: Document
  /** The aliases of references that an `attach` adds. */
  readonly later: ReadonlySet<string>
}

/** The references to add to what was created, once there is what they lead to. */
export interface Attach {
  readonly type: "attach"
  readonly place: string
  readonly kind: FolderKind
  readonly document: Document
}

/** A definition to update at the revision that was pulled. */
export interface Update {
  readonly type: "update"
  readonly place: string
  readonly kind: FolderKind
  readonly document: Document
  /** What the project has, which says what was pulled. */
  readonly remote: Remote
  /** The members that say something else here. */
  readonly changed: ReadonlyArray<keyof Content>
}

/** The references to take from what is deleted later than what they lead to. */
export interface Detach {
  readonly type: "detach"
  readonly place: string
  readonly kind: FolderKind
  readonly remote: Remote
  readonly aliases: ReadonlySet<string>
}

/** A definition to delete at the revision that was pulled. */
export interface Delete {
  readonly type: "delete"
  readonly place: string
  readonly kind: FolderKind
  readonly remote: Remote
}

/** One write, at the revision that is the last seen of the place. */
export type Step = Create | Attach | Update | Detach | Delete

/** What was changed here and there since it was pulled, or is on one side alone. */
export interface Conflict {
  readonly place: string
  readonly why: string
  readonly seen: Seen | undefined
  readonly kind: FolderKind
  readonly document: Document | undefined
  readonly remote: Remote | undefined
}

/** What needs nothing sent. */
export interface Rest {
  readonly place: string
  readonly outcome: "unchanged" | "behind" | "kept"
  readonly note?: string
}
