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

const namePattern = /^[a-z][a-zA-Z0-9]{0,63}$/
const scopePattern = /^[a-z][a-z0-9_-]{0,39}:[a-z][a-z0-9_-]{0,39}$/

const faultOf = ({ name, scopes, operations }: Family.Any): string | undefined => {
  if (!namePattern.test(name)) return "a name is a lower-case letter, then up to 63 letters or digits"
  for (const [scope, sentence] of Object.entries(scopes)) {
    if (!scopePattern.test(scope)) return `the scope ${JSON.stringify(scope)} is not of the form "views:read"`
    if (sentence.trim() === "") return `the scope ${scope} has no sentence that says what it grants`
  }
  for (const [method, operation] of Object.entries(operations)) {
    if (!namePattern.test(method)) return `${JSON.stringify(method)} is no name of a method`
    const undeclared = operation.scopes.find((scope) => !Object.hasOwn(scopes, scope))
    if (undeclared !== undefined) {
      return `${operation.id} requires ${undeclared}, which the family does not declare: add it to scopes with a sentence`
    }
  }
  return undefined
}

/**
 * Declares a family, keeping its literal types. Throws a `TypeError` where the declaration contradicts itself.
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
): Family<Name, Ops> => {
  const made = { name, records: {}, kinds: [], ...spec }
  const fault = faultOf(made)
  if (fault !== undefined) throw new TypeError(`The family ${JSON.stringify(name)} is not declared well: ${fault}.`)
  return made
}

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
