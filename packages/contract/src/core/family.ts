import type { Kind } from "../definition/kind.ts"
import type { Operation } from "./operation.ts"
import type { Records } from "./record.ts"

/** The operations of a family, by the names that code calls them: `list`, `get`, `create`. */
export type Operations = { readonly [method: string]: Operation.Any }

/** Scopes, each with the one sentence that people read where they grant it. */
export type Scopes = { readonly [scope: string]: string }

/** A family of operations as a value. Whatever serves, documents or calls operations is a function of families. Law: C1. */
export interface Family<Name extends string, Ops extends Operations> {
  /** How code calls it: `pageViews`. */
  readonly name: Name
  /** How people call it, and the heading that documents group its operations under: "Page views". */
  readonly title: string
  readonly scopes: Scopes
  readonly records: Records
  /** The kinds of definition that its operations are about. */
  readonly kinds: ReadonlyArray<Kind.Any>
  readonly operations: Ops
}

export declare namespace Family {
  type Any = Family<string, Operations>
  /** Every operation of a family, or of several. */
  type Operation<F extends Any> = F extends unknown ? F["operations"][keyof F["operations"]] : never
  /** The identifiers of its operations. */
  type OperationId<F extends Any> = Operation<F>["id"]
  /** The operation with an identifier, with its literal types. */
  type OperationById<F extends Any, Id extends string> = Extract<Operation<F>, { readonly id: Id }>
}

/**
 * Declares a family, keeping its literal types. Where the declaration contradicts itself, `contractOf` refuses it.
 *
 * @example
 * const system = family("system", {
 *   title: "System",
 *   scopes: { "system:read": "Read whether the system works." },
 *   operations: { ping }
 * })
 */
export const family = <const Name extends string, const Ops extends Operations>(
  name: Name,
  spec: {
    readonly title: string
    readonly scopes: Scopes
    readonly records?: Records
    readonly kinds?: ReadonlyArray<Kind.Any>
    readonly operations: Ops
  }
): Family<Name, Ops> => ({ name, records: {}, kinds: [], ...spec })

/** A family, or what brings some: a module of a host's list of families. */
export type FamilySource = Family.Any | { readonly families: ReadonlyArray<Family.Any> }

/**
 * The families that are listed, or that what is listed brings, in the order of the list.
 *
 * @example
 * contractOf(familiesOf([pageViews, { families: [customFields] }]))
 */
export const familiesOf = (sources: ReadonlyArray<FamilySource>): ReadonlyArray<Family.Any> =>
  sources.flatMap((source) => ("families" in source ? source.families : [source]))

/** The operations of some families, in the order that documents list them. */
export const operationsOf = <F extends Family.Any>(families: ReadonlyArray<F>) =>
  families.flatMap(({ operations }) => Object.values(operations)) as ReadonlyArray<Operation.Any> as ReadonlyArray<
    Family.Operation<F>
  >

/**
 * A family without some of its operations, for a host that does not serve them.
 *
 * @example
 * without(pageViews, "validate").operations.validate // undefined, and no type
 */
export const without = <Name extends string, Ops extends Operations, const Method extends keyof Ops & string>(
  { operations, ...rest }: Family<Name, Ops>,
  ...methods: ReadonlyArray<Method>
): Family<Name, Omit<Ops, Method>> => ({
  ...rest,
  operations: Object.fromEntries(
    Object.entries(operations).filter(([method]) => !methods.includes(method as Method))
  ) as Omit<Ops, Method>
})
