import { definitionVerbs, type Kind } from "@agent-operations/contract"

/** The operation of a verb over a kind. */
export const operationOf = (kind: Kind.Any) => {
  const verbs = definitionVerbs(kind)
  return (verb: keyof typeof verbs) => verbs[verb].id
}
