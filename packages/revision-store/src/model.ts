/** Where definitions live: a project of a tenant. Nothing crosses either. Law: A3. */
export interface Space {
  /** The key that every table is distributed by; an organization's ID in Agent Operations. */
  readonly tenant: string
  readonly project: string
}

/** What the store has to know of a kind of definition. */
export interface KindPolicy {
  readonly name: string
  /** In running text: "page view". */
  readonly title: string
  /** The prefix of the kind's TypeIDs, such as `pv`. */
  readonly prefix: string
  /** The kinds that a definition of this kind may refer to. */
  readonly mayReference: ReadonlyArray<string>
}

/** Who did something. Kept with what was done. */
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

export type References = { readonly [alias: string]: Reference }

/** How a revision came to be. */
export type Origin =
  | { readonly type: "created" }
  | { readonly type: "updated" }
  | { readonly type: "restored"; readonly revision: number }
  | { readonly type: "copied"; readonly id: string; readonly revision: number }

/** What a revision says: everything that restore and copy carry over, but for the name that copy replaces. */
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
  /** Of the definition: when and by whom revision 1 was made. RFC 3339 in UTC with milliseconds. */
  readonly createdAt: string
  readonly createdBy: Actor
  /** Of this revision. */
  readonly updatedAt: string
  readonly updatedBy: Actor
}

/** A revision whose parts that are JSON are text, as they were written: what is only passed on need not be read. */
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

/** A revision without what may be large: its source, settings and references. For lists that people read. */
export type EncodedSummary = Omit<EncodedRevision, "source" | "settings" | "references">

/** A definition that is there, by its current name and revision. */
export interface Head {
  readonly kind: string
  readonly id: string
  readonly name: string
  readonly revision: number
}

/** A definition whose current revision refers to another, and under which alias. */
export interface Referrer {
  readonly kind: string
  readonly id: string
  readonly name: string
  readonly revision: number
  readonly alias: string
  readonly pinnedRevision: number | null
}

/**
 * A definition that another uses, as a reference resolves; `resolved` is null where nothing is there. Its settings, which
 * may be large, are the JSON text that is stored.
 */
export interface GraphNode {
  readonly requested: Reference
  readonly resolved: (Pick<Revision, "revision" | "source" | "references"> & { readonly settings: string }) | null
}

export type EventType = "created" | "updated" | "restored" | "copied" | "deleted"

/** A change of a definition that is committed. What it changed is for whoever is told to read. */
export interface DefinitionEvent {
  /** The same each time the event is told, and that of no other. */
  readonly id: string
  readonly type: EventType
  readonly kind: string
  readonly definitionId: string
  /** The revision that was made; of one that is deleted its last. */
  readonly revision: number
  readonly tenant: string
  readonly project: string
  readonly actor: Actor
  /** RFC 3339 in UTC with milliseconds. */
  readonly at: string
}
