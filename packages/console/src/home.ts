import { Organizations } from "@agent-operations/auth"
import { Effect } from "effect"
import type { SignedIn } from "./context.ts"
import { organizationPath, path, seeOther } from "./paths.ts"

/** Where somebody who is signed in begins: their one organization, or the list of them. */
export const home = Effect.fnUntraced(function* ({ by, site }: SignedIn) {
  const memberships = yield* Organizations.use((organizations) => organizations.membershipsOf({ ...by, limit: 2 }))
  const [only, another] = memberships
  return seeOther(
    only !== undefined && another === undefined ? organizationPath(site, only) : path(site, "organizations")
  )
})
