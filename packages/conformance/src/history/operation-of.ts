import { definitionVerbs, type Kind } from "@agent-operations/contract"

/** The operation of a verb over a kind. */
export type OperationOf<Verb extends keyof ReturnType<typeof definitionVerbs>> = (verb: Verb) => string

/**
 * The operations over a kind, as the contract names them.
 *
 * @example
 * operationOf(App)("create") // "register_app"
 */
export const operationOf = (kind: Kind.Any): OperationOf<keyof ReturnType<typeof definitionVerbs>> => {
  const verbs = definitionVerbs(kind)
  return (verb) => verbs[verb].id
}
