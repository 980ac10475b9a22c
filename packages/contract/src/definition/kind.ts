import * as Schema from "effect/Schema"
import type { Scope } from "../scopes.ts"
import { Description, Name } from "./name.ts"
import { Origin } from "./origin.ts"
import { Actor, Revision, Timestamp, typeId } from "./primitives.ts"
import { type KindName, References } from "./references.ts"

/** What varies between kinds of definition; the verbs are functions of it. */
export interface KindSpec<N extends KindName, Source extends Schema.Constraint, Settings extends Schema.Constraint> {
  readonly name: N
  /** The plural that the list operation is named after: `page_views`. */
  readonly plural: string
  /** In running text: "page view". */
  readonly title: string
  readonly titlePlural: string
  /** The prefix of its IDs: `pv`. */
  readonly prefix: string
  /** The heading that documents group its operations under. */
  readonly family: string
  readonly scopes: { readonly read: Scope; readonly write: Scope }
  /** The kinds that a definition of this kind may refer to. */
  readonly mayReference: ReadonlyArray<KindName>
  readonly source: Source
  readonly settings: Settings
  /** A realistic definition, from which the verbs make their examples. */
  readonly example: {
    readonly id: string
    readonly name: string
    readonly description: string
    readonly source: Source["Type"]
    readonly settings: Settings["Type"]
    readonly references: References
  }
}

/** The one item shape of a kind. Source: the wire, "A definition". */
const definitionOf = <N extends KindName, Source extends Schema.Constraint, Settings extends Schema.Constraint>({
  name,
  prefix,
  title,
  source,
  settings
}: KindSpec<N, Source, Settings>) =>
  Schema.Struct({
    id: typeId(prefix),
    kind: Schema.Literal(name),
    projectId: Schema.String,
    name: Schema.String,
    description: Description,
    source: Schema.toType(source),
    settings: Schema.toType(settings),
    references: Schema.toType(References),
    revision: Revision,
    origin: Origin,
    createdAt: Timestamp,
    createdBy: Actor,
    updatedAt: Timestamp,
    updatedBy: Actor
  }).annotate({ identifier: pascalCase(name), description: `A ${title} at one revision.` })

const pascalCase = (snake: string) => snake.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())

/**
 * Makes a kind from what varies, with the schemas that every verb needs.
 *
 * @example
 * const PageView = kind({ name: "page_view", prefix: "pv", source: PageViewSource, settings: PageViewSettings, … })
 * type PageView = typeof PageView.Definition.Type
 */
export const kind = <const N extends KindName, Source extends Schema.Constraint, Settings extends Schema.Constraint>(
  spec: KindSpec<N, Source, Settings>
) => ({
  ...spec,
  Id: typeId(spec.prefix),
  /** What a caller writes. */
  body: { name: Name, description: Description, source: spec.source, settings: spec.settings, references: References },
  Definition: definitionOf(spec)
})

export type Kind<N extends KindName, Source extends Schema.Constraint, Settings extends Schema.Constraint> = ReturnType<
  typeof kind<N, Source, Settings>
>

export declare namespace Kind {
  type Any = Kind<KindName, Schema.Constraint, Schema.Constraint>
}
