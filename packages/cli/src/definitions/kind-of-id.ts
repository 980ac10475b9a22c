import { type Family, kebabCase, type Kind, type Operation } from "@agent-operations/contract"
import { makeDecoder } from "@agent-operations/contract/decode"
import * as Result from "effect/Result"
import { UsageError } from "../errors.ts"

/** A kind of definition, with the operations over it that are served. */
export interface ServedKind {
  readonly kind: Kind.Any
  /** The command of its family: `page-views`. */
  readonly command: string
  readonly get: Operation.Any
  /** Undefined where definitions of the kind cannot be changed. */
  readonly update: Operation.Any | undefined
}

/** The kinds of some families whose definitions can be read. */
const servedKinds = (families: ReadonlyArray<Family.Any>): ReadonlyArray<ServedKind> =>
  families.flatMap(({ name, kinds, operations }) => {
    const byId = new Map(Object.values(operations).map((operation) => [operation.id, operation]))
    return kinds.flatMap((kind) => {
      const get = byId.get(`get_${kind.name}`)
      return get === undefined ? [] : [{ kind, command: kebabCase(name), get, update: byId.get(`update_${kind.name}`) }]
    })
  })

/** The kind of the definition that an ID is of, by its prefix. Throws a `UsageError` where no kind has it. Law: C1. */
export const kindOfId = (families: ReadonlyArray<Family.Any>, id: string): ServedKind => {
  const served = servedKinds(families)
  const found = served.find(({ kind }) => id.startsWith(`${kind.prefix}_`))
  if (found !== undefined && Result.isSuccess(makeDecoder(found.kind.Id)(id))) return found
  const known = served.map(({ kind: { prefix, titlePlural } }) => `${prefix}_… of ${titlePlural}`)
  throw new UsageError(`${JSON.stringify(id)} is the ID of no definition.`, `IDs are ${known.join(", ")}.`)
}
