import { type ErrorOf, HumanRequired, MissingScope } from "@agent-operations/error-envelope"
import type { Access, Requirement } from "./principal.ts"

const none: ReadonlyArray<string> = []

/**
 * Why a caller who has been let in may not do something, if they may not: a scope is missing, or it is for people.
 * `more` are the scopes that this input requires beside those that every input does. Laws: A2, A7.
 */
export const checkAccess = (
  { id, scopes, callers }: Requirement,
  { actor, scopes: granted }: Pick<Access, "actor" | "scopes">,
  more = none
): ErrorOf<"MISSING_SCOPE" | "HUMAN_REQUIRED"> | undefined => {
  if (granted !== "all") {
    const required = more.length === 0 ? scopes : [...new Set([...scopes, ...more])]
    if (!required.every((scope) => granted.includes(scope))) {
      return new MissingScope({
        message: `${id} requires ${required.join(", ")}.`,
        details: { required, granted }
      })
    }
  }
  return callers === "people" && actor.type !== "user"
    ? new HumanRequired({ message: `${id} is for people, and the credential is an API key.` })
    : undefined
}
