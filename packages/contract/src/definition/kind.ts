import * as Schema from "effect/Schema"
import { objectSchemaFault } from "../core/object-schema.ts"
import { Description, Name } from "./name.ts"
import { Origin } from "./origin.ts"
import { Actor, Revision, Timestamp, typeId } from "./primitives.ts"
import { type References, referencesTo } from "./references.ts"

/** What varies between kinds of definition; the verbs are functions of it. */
export interface KindSpec<
  N extends string,
  Plural extends string,
  Source extends Schema.Constraint,
  Settings extends Schema.Constraint,
  M extends string,
  R extends string,
  Verb extends string = "create"
> {
  /** Lower case with underscores: `page_view`. Operations are named after it. */
  readonly name: N
  /** The plural that the list operation is named after. Default: the name with an `s`. */
  readonly plural?: Plural
  /** The verb of the operation that creates one. Default: `create`. */
  readonly createVerb?: Verb
  /** In running text: "page view". Default: the name with spaces. */
  readonly title?: string
  /** Default: the title with an `s`. */
  readonly titlePlural?: string
  /** The prefix of its IDs: `pv`. 1 to 63 lower-case letters. */
  readonly prefix: string
  readonly scopes: { readonly read: string; readonly write: string }
  /** The kinds that a definition of this kind may refer to. Any other is `INVALID_REFERENCE`. */
  readonly mayReference: ReadonlyArray<M>
  /** The schema of its references, where that names more kinds than `mayReference`. */
  readonly references?: References<R>
  /** What a definition is made of: an object. */
  readonly source: Source
  /** An object, in which whatever has a default may be left out. */
  readonly settings: Settings
  /** A realistic definition, from which the verbs make their examples. */
  readonly example: {
    readonly id: string
    readonly name: string
    readonly description: string
    readonly source: Source["Type"]
    readonly settings: Settings["Type"]
    readonly references: NoInfer<References<R>["Type"]>
  }
}

/** The one item shape of a kind. Source: the wire, "A definition". */
const definitionOf = <
  N extends string,
  Source extends Schema.Constraint,
  Settings extends Schema.Constraint,
  Refs extends Schema.Constraint
>(
  name: N,
  title: string,
  prefix: string,
  source: Source,
  settings: Settings,
  references: Refs
) =>
  Schema.Struct({
    id: typeId(prefix).annotateKey({ description: `ID of the ${title}.` }),
    kind: Schema.Literal(name).annotateKey({ description: `The kind: ${name}.` }),
    projectId: Schema.String.annotateKey({ description: "ID of the project that it belongs to." }),
    name: Schema.String.annotateKey({ description: "Unique per project and kind, ignoring case." }),
    description: Description,
    source: Schema.toType(source),
    settings: Schema.toType(settings),
    references: Schema.toType(references),
    revision: Revision.annotateKey({ description: "The number of this revision: 1, 2, 3, … without a gap." }),
    origin: Origin.annotateKey({ description: "How this revision was created." }),
    createdAt: Timestamp.annotateKey({ description: "When revision 1 was created." }),
    createdBy: Actor.annotateKey({ description: "Who created revision 1." }),
    updatedAt: Timestamp.annotateKey({ description: "When this revision was created." }),
    updatedBy: Actor.annotateKey({ description: "Who created this revision." })
  }).annotate({
    identifier: pascalCase(name),
    description: `${/^[aeiou]/i.test(title) ? "An" : "A"} ${title} at one revision.`
  })

const pascalCase = (snake: string) => snake.replace(/(?:^|_)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/** What no schemas can be made of, in the spec of a host in JavaScript. */
const specFault = ({ name, prefix, scopes, mayReference, source, settings }: Partial<Kind.Any>): string | undefined => {
  if (typeof name !== "string" || typeof prefix !== "string") {
    return 'it needs a name and a prefix, such as name: "alert_rule", prefix: "ar"'
  }
  if (typeof scopes?.read !== "string" || typeof scopes.write !== "string") {
    return 'it needs scopes: { read: "alerts:read", write: "alerts:write" }'
  }
  if (!Array.isArray(mayReference)) return "it needs mayReference, a list of names of kinds, which may be empty"
  for (const [part, schema] of Object.entries({ source, settings })) {
    const fault = objectSchemaFault(schema)
    if (fault !== undefined) return `its ${part} ${fault}`
  }
  return undefined
}

/**
 * Makes a kind from what varies, with the schemas that every verb needs. Throws a `TypeError` where one of them is none;
 * where its names cannot be those of a kind, or its source and settings do not keep what is sent, `contractOf` refuses it.
 *
 * @example
 * const PageView = kind({ name: "page_view", prefix: "pv", source: PageViewSource, settings: PageViewSettings, … })
 * type PageView = typeof PageView.Definition.Type
 */
export const kind = <
  const N extends string,
  Source extends Schema.Constraint,
  Settings extends Schema.Constraint,
  const M extends string = never,
  const Plural extends string = `${N}s`,
  R extends string = M,
  const Verb extends string = "create"
>(
  spec: KindSpec<N, Plural, Source, Settings, M, R, Verb>
) => {
  const fault = specFault(spec)
  if (fault !== undefined) throw new TypeError(`The kind ${JSON.stringify(spec.name)} is declared wrongly: ${fault}.`)
  const { name, prefix, source, settings, mayReference } = spec
  const plural = spec.plural ?? (`${name}s` as Plural)
  const title = spec.title ?? name.replaceAll("_", " ")
  const references =
    spec.references ??
    referencesTo(`${pascalCase(name)}Reference`, mayReference as ReadonlyArray<string> as ReadonlyArray<R>)
  return {
    ...spec,
    plural,
    createVerb: spec.createVerb ?? ("create" as Verb),
    title,
    titlePlural: spec.titlePlural ?? `${title}s`,
    references,
    Id: typeId(prefix),
    /** What a caller writes. */
    body: { name: Name, description: Description, source, settings, references },
    Definition: definitionOf(name, title, prefix, source, settings, references)
  }
}

/** A kind, as `kind` returns it: its spec, and the schemas that the verbs use. */
export type Kind<
  N extends string,
  Source extends Schema.Constraint,
  Settings extends Schema.Constraint,
  M extends string,
  Plural extends string,
  R extends string,
  Verb extends string = "create"
> = ReturnType<typeof kind<N, Source, Settings, M, Plural, R, Verb>>

export declare namespace Kind {
  type Any = Kind<string, Schema.Constraint, Schema.Constraint, string, string, string, string>
}
