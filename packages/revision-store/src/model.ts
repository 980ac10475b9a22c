/** A project of a tenant: where definitions live. No reference or name reaches across. Law: A3. */
export interface Space {
  /** The key that every table is distributed by; an organization's ID in Agent Operations. */
  readonly tenant: string
  readonly project: string
}

/** What the store needs to know of a kind. */
export interface KindPolicy {
  readonly name: string
  /** In running text: "page view". */
  readonly title: string
  /** The prefix of the kind's TypeIDs, such as `pv`. */
  readonly prefix: string
  /** The kinds that a definition of this kind may refer to. */
  readonly mayReference: ReadonlyArray<string>
}

/** Who did something, as it is stored with what they did. */
export interface Actor {
  readonly type: "user" | "api_key"
  readonly id: string
  readonly name: string
}

/** A use of another definition: `revision: null` follows its current revision, a number pins one. */
export interface Reference {
  readonly kind: string
  readonly id: string
  readonly revision: number | null
}

/** The references of a revision, by alias. */
export type References = { readonly [alias: string]: Reference }

/** How a revision was created. */
export type Origin =
  | { readonly type: "created" }
  | { readonly type: "updated" }
  | { readonly type: "restored"; readonly revision: number }
  | { readonly type: "copied"; readonly id: string; readonly revision: number }
  | { readonly type: "recovered"; readonly deletedAt: string; readonly deletedBy: Actor }

/** The content of a revision: all that restore and copy carry over (copy replaces the name). */
export interface Content<Source = unknown, Settings = unknown> {
  readonly name: string
  readonly description: string | null
  readonly source: Source
  readonly settings: Settings
  readonly references: References
}

/** One immutable revision of a definition. */
export interface Revision<Source = unknown, Settings = unknown> extends Content<Source, Settings> {
  readonly kind: string
  readonly id: string
  readonly revision: number
  readonly origin: Origin
  /** Of the definition: when and by whom revision 1 was created. RFC 3339 in UTC with milliseconds. */
  readonly createdAt: string
  readonly createdBy: Actor
  /** Of this revision. */
  readonly updatedAt: string
  readonly updatedBy: Actor
}

/** A revision whose JSON parts are text, as they are stored: passing it on needs no parsing. */
export interface EncodedRevision extends Pick<
  Revision,
  "kind" | "id" | "revision" | "name" | "description" | "createdAt" | "updatedAt"
> {
  readonly source: string
  readonly settings: string
  readonly references: string
  readonly origin: string
  readonly createdBy: string
  readonly updatedBy: string
}

/** A revision without its source, settings and references, which may be large: for lists that people read. */
export type EncodedSummary = Omit<EncodedRevision, "source" | "settings" | "references">

/** A definition that was deleted and can be recovered, at its last revision. Its actor is JSON text, as in a revision. */
export interface EncodedDeleted<Definition = EncodedRevision> {
  readonly definition: Definition
  /** RFC 3339 in UTC with milliseconds, as the times of revisions. */
  readonly deletedAt: string
  readonly deletedBy: string
  /** By the database's clock. */
  readonly recoverableUntil: string
}

/** The same, decoded. */
export interface Deleted extends Omit<EncodedDeleted<Revision>, "deletedBy"> {
  readonly deletedBy: Actor
}

/** A definition with its current name and revision. */
export interface Head {
  readonly kind: string
  readonly id: string
  readonly name: string
  readonly revision: number
}

/** A definition whose current revision refers to another, or work that needs it until it has ended, and under which alias. */
export interface Referrer {
  readonly kind: string
  readonly id: string
  readonly name: string
  readonly revision: number
  readonly alias: string
  readonly pinnedRevision: number | null
}

/**
 * A definition that another uses, as a reference resolves; `resolved` is null if nothing is there. Its JSON, which may be
 * large, stays text.
 */
export interface GraphNode {
  readonly requested: Reference
  readonly resolved: Pick<EncodedRevision, "revision" | "source" | "settings" | "references"> | null
}

/** What happened to a definition. The revision's `origin` has the details. */
export type EventType = "created" | "updated" | "restored" | "copied" | "deleted" | "recovered"

/** A committed change of a definition. It has no content: read the revision if you need it. */
export interface DefinitionEvent {
  /** The same each time the event is told, and that of no other. */
  readonly id: string
  readonly type: EventType
  readonly kind: string
  readonly definitionId: string
  /** The new revision; of a deleted definition, its last. */
  readonly revision: number
  readonly tenant: string
  readonly project: string
  readonly actor: Actor
  /** RFC 3339 in UTC with milliseconds. */
  readonly at: string
}
