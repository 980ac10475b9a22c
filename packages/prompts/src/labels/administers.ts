import { type Access, requireAdministrator } from "@agent-operations/auth"
import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"

/** Whether a person may move protected labels, and protect them. */
export type Administers = (caller: Access) => boolean | Promise<boolean>

const byRole =
  (sql: SqlClient.SqlClient) =>
  ({ actor, organizationId }: Access): Effect.Effect<boolean, SqlError.SqlError> =>
    requireAdministrator(sql, { organizationId, by: { type: "member", userId: actor.id } }).pipe(
      Effect.as(true),
      Effect.catchTags({ NotAllowed: () => Effect.succeed(false), Unknown: () => Effect.succeed(false) })
    )

/**
 * Whether a caller may move protected labels: people may whom a host names, by default those who are owners or admins of the
 * organization now. A key never may, whatever its scopes. Law: M2.
 */
export const makeAdministers = (sql: SqlClient.SqlClient, administers: Administers | undefined) => {
  const may =
    administers === undefined ? byRole(sql) : (caller: Access) => Effect.promise(async () => await administers(caller))
  return (caller: Access) => (caller.actor.type === "user" ? may(caller) : Effect.succeed(false))
}
