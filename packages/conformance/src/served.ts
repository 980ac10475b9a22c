import {
  contractFaults,
  contractOf,
  type Contract,
  definitionVerbs,
  type Facets,
  facetsOf,
  familiesOf,
  type FamilySource,
  type Kind,
  type Operation,
  viewFamilies
} from "@agent-operations/contract"
import { openApiDocument } from "@agent-operations/contract/openapi"
import { Result, Schema } from "effect"
import { type DeclaredOperation, readDocument, type ServedDocument } from "./document/document.ts"
import { NotChecked } from "./NotChecked.ts"
import { defaultedIn, openJsonOf, type Place, textOf } from "./places.ts"
import type { Fixture } from "./target.ts"

export type Verb = keyof ReturnType<typeof definitionVerbs>

/** A kind of the families, with what the checks send of it. */
export interface ServedKind {
  readonly name: string
  /** The name of the family that it is of. */
  readonly family: string
  /** The identifier of the operation of a verb. Throws `NotChecked` where the families leave it out. */
  readonly id: (verb: Verb) => string
  readonly has: (verb: Verb) => boolean
  /** Whether it is one of this project's, which takes what its schema takes. A host's own may ask for more. */
  readonly isBuiltIn: boolean
  /** A definition that refers to nothing but what it has to: the kind's example, or a fixture, under another name. */
  readonly body: (name: string, more?: object) => object & { readonly source: unknown; readonly settings: unknown }
  /** What each definition has to refer to, and beside that what a check asks for. */
  readonly references: (more?: object) => object
  /** Whether the server takes definitions that refer to nothing. */
  readonly isFree: boolean
  /** Whether a fixture stands in place of its example. */
  readonly hasFixture: boolean
  /** Why the server takes none that the checks could make, where it is so. */
  readonly refusal: string | undefined
  /** What its example refers to. */
  readonly exampleReferences: Readonly<
    Record<string, { readonly kind: string; readonly id: string; readonly revision: number | null }>
  >
  /** The same kind, with what the server was found to take. */
  readonly taking: (found: Taken) => ServedKind
  /** What its lists are filtered by beside what every kind has. */
  readonly facets: Facets
  /** The members of its settings that have a default. */
  readonly defaulted: ReadonlyArray<string>
  /** An ID that no definition has. */
  readonly missingId: string
  /** The kinds that it may refer to. */
  readonly mayReference: ReadonlyArray<string>
  /** Whether its references can name a kind at all; one that it may not refer to is `INVALID_REFERENCE` then. */
  readonly canName: (kind: string) => boolean
  readonly openJson: Place | undefined
  readonly text: Place | undefined
  /** The operations on a definition of it that are no verbs, and that which lists who refers to it. */
  readonly more: ReadonlyArray<Operation.Any>
  /** The operation that lists who refers to a definition of it, where there is one. */
  readonly dependencies: string | undefined
}

/** What a server's own validation takes of a kind. */
export interface Taken {
  /** In place of its example. */
  readonly fixture?: ((name: string) => Fixture) | undefined
  /** What each definition has to refer to. */
  readonly references?: object
  readonly refusal?: string
}

/** A family, and its operations that are served over HTTP. */
export interface ServedFamily {
  readonly name: string
  readonly operations: ReadonlyArray<Operation.Any>
}

/** What a host serves: families, or the modules that it gives to `createAgentOperations`. */
export type FamilyList = ReadonlyArray<FamilySource>

/** What a server is held to: its families, and what the checks look up in them. */
export interface Served {
  readonly families: ReadonlyArray<ServedFamily>
  readonly operations: ReadonlyArray<Operation.Any>
  readonly kinds: ReadonlyArray<ServedKind>
  readonly scopes: { readonly all: ReadonlyArray<string>; readonly read: ReadonlyArray<string> }
  readonly find: (operation: string) => Operation.Any | undefined
  /** What the contract's own document declares of an operation. */
  readonly declared: (operation: Operation.Any) => DeclaredOperation
  /** The kind whose definitions an operation is about, and the verb, where it is one. */
  readonly aboutOf: (
    operation: Operation.Any
  ) => { readonly kind: ServedKind; readonly verb: Verb | undefined } | undefined
}

const exampleIdOf = ({ example }: Operation.Any) => (example.input as { readonly id?: unknown }).id

const aDependency = { kind: "page_view", id: "pv_7zzzzzzzzzzzzzzzzzzzzzzzzz", name: "a", revision: 1, alias: "a" }
const dependencies = { items: [{ ...aDependency, pinnedRevision: null }], hasMore: true }

const kindOf = (contract: Contract, kind: Kind.Any, taken: Taken = {}): ServedKind => {
  const { name, example, prefix } = kind
  const { fixture = (): Fixture => ({}), references: needed = {}, refusal } = taken
  const contentOf = (name: string) => {
    const { source = example.source, settings = example.settings } = fixture(name)
    return { source, settings }
  }
  const isFree = Object.keys(needed).length === 0
  const references = (more: object = {}) => {
    const both = Object.keys(more).find((alias) => Object.hasOwn(needed, alias))
    if (both !== undefined) throw new NotChecked(`what ${name} has to refer to has an alias of the check: ${both}`)
    return { ...needed, ...more }
  }
  // Where a value is put in what it has, the rest is as the server takes it.
  const shown = taken.fixture === undefined ? kind : { ...kind, example: { ...example, ...contentOf("a") } }
  const byId = contract.byId as Readonly<Record<string, Operation.Any | undefined>>
  const verbs = definitionVerbs(kind)
  const has = (verb: Verb) => byId[verbs[verb].id] !== undefined
  const { dependencies: listing, ...others } = verbs
  const ids = new Set<string>(Object.values(others).map(({ id }) => id))
  const referTo = Schema.decodeUnknownResult(kind.references as Schema.Codec<unknown>)
  const more = contract.operations.filter((one) => !ids.has(one.id) && exampleIdOf(one) === example.id)
  const dependent = byId[listing.id]
  return {
    name,
    family: contract.families.find(({ kinds }) => kinds.includes(kind))!.name,
    id: (verb) => {
      if (!has(verb)) throw new NotChecked(`the families have no ${verbs[verb].id}`)
      return verbs[verb].id
    },
    has,
    isBuiltIn: viewFamilies.some(({ kinds }) => (kinds as ReadonlyArray<Kind.Any>).includes(kind)),
    body: (name, more = {}) => {
      if (refusal !== undefined) throw new NotChecked(refusal)
      const own = isFree ? {} : { references: references((more as { readonly references?: object }).references) }
      return { name, ...contentOf(name), ...more, ...own }
    },
    references,
    isFree,
    hasFixture: taken.fixture !== undefined,
    refusal,
    exampleReferences: example.references,
    taking: (found) => kindOf(contract, kind, found),
    facets: facetsOf(kind),
    defaulted: defaultedIn(kind.settings),
    missingId: `${prefix}_7zzzzzzzzzzzzzzzzzzzzzzzzz`,
    mayReference: kind.mayReference,
    canName: (other) =>
      Result.isSuccess(referTo({ a: { kind: other, id: "a_7zzzzzzzzzzzzzzzzzzzzzzzzz", revision: null } })),
    openJson: openJsonOf(shown),
    text: textOf(shown),
    more: more.filter(({ errors }) => errors.includes("NOT_FOUND")),
    dependencies: dependent !== undefined && Schema.is(dependent.result)(dependencies) ? dependent.id : undefined
  }
}

/** The same, with what was found of its kinds. */
export const withKinds = (served: Served, kinds: ReadonlyArray<ServedKind>): Served => ({
  ...served,
  kinds,
  aboutOf: (operation) => {
    const about = served.aboutOf(operation)
    const kind = kinds.find(({ name }) => name === about?.kind.name)
    return about === undefined || kind === undefined ? about : { ...about, kind }
  }
})

/** The scopes of operations that read, but for those by which something could be written as well. */
const readingScopes = (operations: ReadonlyArray<Operation.Any>): ReadonlyArray<string> => {
  const writers = operations.filter(({ effect }) => effect !== "read")
  let held: ReadonlyArray<string> = []
  for (const { effect, scopes } of operations) {
    if (effect !== "read") continue
    const more = [...new Set([...held, ...scopes])]
    if (!writers.some((writer) => writer.scopes.every((scope) => more.includes(scope)))) held = more
  }
  return held
}

/** Looks up in families what the checks are made of. Throws a `TypeError` where they cannot be served together, or an example is wrong. */
export const servedOf = (list: FamilyList): Served => {
  const [fault] = contractFaults(list)
  if (fault !== undefined) throw new TypeError(fault)
  const given = familiesOf(list)
  const contract: Contract = contractOf(given)
  const overHttp = (operations: ReadonlyArray<Operation.Any>) =>
    operations.filter(({ surfaces }) => surfaces.includes("rest"))
  const operations = overHttp(contract.operations)
  if (operations.length === 0) throw new TypeError("There is nothing to check: the families have no operation.")
  const families = given.map(({ name, operations }) => ({ name, operations: overHttp(Object.values(operations)) }))
  const kinds = contract.kinds.map((kind) => kindOf(contract, kind))
  const about = new Map<string, { readonly kind: ServedKind; readonly verb: Verb | undefined }>()
  for (const [n, kind] of kinds.entries()) {
    for (const { id } of kind.more) about.set(id, { kind, verb: undefined })
    for (const [verb, { id }] of Object.entries(definitionVerbs(contract.kinds[n]!)))
      about.set(id, { kind, verb: verb as Verb })
  }
  const byId = new Map(operations.map((operation) => [operation.id, operation]))
  let document: ServedDocument | undefined
  return {
    families,
    operations,
    kinds,
    scopes: {
      all: Object.keys(contract.scopes),
      read: readingScopes(operations)
    },
    find: (id) => byId.get(id),
    declared: ({ id }) => {
      document ??= readDocument(JSON.stringify(openApiDocument(given)))
      return document.operation(id)!
    },
    aboutOf: ({ id }) => about.get(id)
  }
}
