import type { Family, Operation } from "@agent-operations/contract"

/** An operation of a family as clients call it. */
export interface ClientMethod {
  readonly method: string
  readonly operation: Operation.Any
  /** What it does to a definition, where that can be inspected afterwards. */
  readonly verb: Verb | undefined
}

/** A family with what clients call of it. */
export interface ClientFamily {
  readonly family: Family.Any
  readonly methods: ReadonlyArray<ClientMethod>
}

const verbs = ["create", "copy", "update", "delete", "restore"] as const
type Verb = (typeof verbs)[number]

/**
 * What a method does to a definition of the family's kind, where the family also has the operations that tell whether it
 * was done: `get`, and for what is found by its name `list`.
 */
export const verbOf = ({ kinds, operations }: Family.Any, method: string): Verb | undefined => {
  const verb = verbs.find((verb) => verb === method)
  const kind = kinds.find(({ name }) => operations[method]?.id === `${method}_${name}`)
  if (verb === undefined || kind === undefined || operations["get"]?.id !== `get_${kind.name}`) return undefined
  const isByName = verb === "create" || verb === "copy"
  return isByName && operations["list"]?.id !== `list_${kind.plural}` ? undefined : verb
}
