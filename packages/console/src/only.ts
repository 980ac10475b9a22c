import { NotAllowed } from "@agent-operations/auth"
import { Effect } from "effect"
import type { InOrganization, PageHandler } from "./context.ts"
import { manages } from "./roles.ts"

const only =
  (allowed: (visit: InOrganization) => boolean, message: string) =>
  <V extends InOrganization>(page: PageHandler<V>): PageHandler<V> =>
  (visit) =>
    allowed(visit) ? page(visit) : Effect.fail(new NotAllowed({ message }))

/** A page that only owners are shown. Whether its action may happen is for the services to say, and they do. */
export const onlyOwners = only(
  ({ membership }) => membership.role === "owner",
  "Only owners of the organization may do this."
)

/** A page that members are not shown. Whether its action may happen is for the services to say, and they do. */
export const onlyManagers = only(
  ({ membership }) => manages(membership),
  "Only owners and admins of the organization may do this."
)
