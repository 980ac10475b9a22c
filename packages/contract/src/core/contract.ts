import type { Kind } from "../definition/kind.ts"
import { faultsIn } from "./faults.ts"
import { type Family, operationsOf, type Scopes } from "./family.ts"
import type { Operation } from "./operation.ts"

/** Several families that are served together, with what documents and surfaces look up in them. */
export interface Contract<F extends Family.Any = Family.Any> {
  readonly families: ReadonlyArray<F>
  /** Every operation, in the order that documents list them. */
  readonly operations: ReadonlyArray<Family.Operation<F>>
  /** Every operation by its identifier. */
  readonly byId: { readonly [O in Family.Operation<F> as O["id"]]: O }
  /** The family that an operation is of. */
  readonly familyOf: (operation: Operation.Any) => F
  /** What can be granted, with the sentence that people read. */
  readonly scopes: Scopes
  readonly kinds: ReadonlyArray<Kind.Any>
}

/** The names of things that are there twice. */
const twice = (names: ReadonlyArray<string>): string | undefined =>
  names.find((name, index) => names.indexOf(name) !== index)

/** The first contradiction between families. */
const faultBetween = (families: ReadonlyArray<Family.Any>): string | undefined => {
  const kinds = families.flatMap(({ kinds }) => kinds)
  const names = [
    ["families have the name", families.map(({ name }) => name)],
    ["operations have the id", operationsOf(families).map(({ id }) => id)],
    ["kinds have the name", kinds.map(({ name }) => name)],
    ["kinds have the prefix", kinds.map(({ prefix }) => prefix)]
  ] as const
  for (const [what, all] of names) {
    const name = twice(all)
    if (name !== undefined) return `Two ${what} ${JSON.stringify(name)}. Rename one of them, or mount only one.`
  }
  const sentences = new Map<string, { readonly sentence: string; readonly family: string }>()
  for (const { name, scopes } of families) {
    for (const [scope, sentence] of Object.entries(scopes)) {
      const other = sentences.get(scope)
      if (other !== undefined && other.sentence !== sentence) {
        return (
          `The families ${other.family} and ${name} give the scope ${scope} two meanings: ` +
          `${JSON.stringify(other.sentence)} and ${JSON.stringify(sentence)}. Use one sentence, or two scopes.`
        )
      }
      sentences.set(scope, { sentence, family: name })
    }
  }
  for (const { name, mayReference } of kinds) {
    const missing = mayReference.find((reference) => !kinds.some(({ name }) => name === reference))
    if (missing !== undefined) {
      return (
        `The kind ${name} may reference ${missing}, which no mounted family has. ` +
        `Mount its family too, or leave it out of mayReference.`
      )
    }
  }
  return undefined
}

/** Contradictions in the declarations of families, or else between them. */
export const declarationFaults = (families: ReadonlyArray<Family.Any>): ReadonlyArray<string> => {
  const faults = families.flatMap(faultsIn)
  if (faults.length > 0) return faults
  const fault = faultBetween(families)
  return fault === undefined ? [] : [fault]
}

/**
 * Puts families together. Throws a `TypeError` that says what to do where a declaration contradicts itself, two of them
 * claim one name, ID or prefix, give one scope two meanings, or a kind may reference one that is not there. Examples are
 * not decoded: a test of a host calls `contractFaults`.
 *
 * @example
 * const contract = contractOf([pageViews, customFields])
 * contract.byId.get_page_view.scopes // ["views:read"]
 */
export const contractOf = <const F extends Family.Any>(families: ReadonlyArray<F>): Contract<F> => {
  const [fault] = declarationFaults(families)
  if (fault !== undefined) throw new TypeError(fault)
  const owners = new Map<string, F>(
    families.flatMap((family) => Object.values(family.operations).map(({ id }) => [id, family] as const))
  )
  const operations = operationsOf(families)
  return {
    families,
    operations,
    byId: Object.fromEntries(operations.map((operation) => [operation.id, operation])) as Contract<F>["byId"],
    familyOf: ({ id }) => {
      const family = owners.get(id)
      if (family === undefined) throw new TypeError(`No family of this contract has the operation ${id}.`)
      return family
    },
    scopes: Object.assign({}, ...families.map(({ scopes }) => scopes)) as Scopes,
    kinds: families.flatMap(({ kinds }) => kinds)
  }
}
