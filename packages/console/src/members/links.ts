import type { InOrganization } from "../context.ts"
import { organizationPath } from "../paths.ts"

/** What the query says of the list: whom it is searched for, and where its members and its invitations go on. */
const names = ["q", "after", "before"] as const

/** A page of the list of members, or below it one from which the way leads back to the same place in the list. */
export const membersPath = (
  { membership, site, query }: InOrganization,
  segments: ReadonlyArray<string> = [],
  more: Partial<Record<(typeof names)[number], string>> = {}
): string => {
  const asked = names
    .map((name) => [name, more[name] ?? query(name) ?? ""] as [string, string])
    .filter(([, value]) => value !== "")
  const path = organizationPath(site, membership, "members", ...segments)
  return asked.length === 0 ? path : `${path}?${new URLSearchParams(asked)}`
}
