import type { AgentError } from "@agent-operations/error-envelope"

const quoted = (parameters: Readonly<Record<string, string | undefined>>) =>
  Object.entries(parameters)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join(",")

/**
 * How a caller who was refused gets in: which scopes it takes, and where the resource says who gives tokens for it.
 * Sources: RFC 6750 section 3, RFC 9728 section 5.1.
 */
export const challenge = (
  error: AgentError,
  required: ReadonlyArray<string> | undefined,
  presented: boolean,
  resourceMetadata: string | undefined
): Readonly<Record<string, string>> => {
  const scope = required?.join(" ")
  if (error._tag === "MISSING_SCOPE") {
    // One input may require more than the operation does of each.
    const missing = error.details.required.join(" ")
    const parameters = { error: "insufficient_scope", scope: missing, resource_metadata: resourceMetadata }
    return { "www-authenticate": `Bearer${quoted(parameters)}` }
  }
  if (error._tag !== "UNAUTHENTICATED" || resourceMetadata === undefined) return {}
  const parameters = {
    error: presented ? "invalid_token" : undefined,
    scope,
    resource_metadata: resourceMetadata
  }
  return { "www-authenticate": `Bearer${quoted(parameters)}` }
}
