import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import type { Access } from "../access/principal.ts"
import { requireAdministrator } from "./administrator.ts"

/** Whether a person may do what owners and admins of the organization may. */
export type Administers = (caller: Access) => boolean | Promise<boolean>

const byRole =
  (sql: SqlClient.SqlClient) =>
  ({ actor, organizationId }: Access): Effect.Effect<boolean, SqlError.SqlError> =>
    requireAdministrator(sql, { organizationId, by: { type: "member", userId: actor.id } }).pipe(
      Effect.as(true),
      Effect.catchTags({ NotAllowed: () => Effect.succeed(false), Unknown: () => Effect.succeed(false) })
    )

/**
 * What tells in a transaction whether a caller may do what owners and admins may: people may whom a host names, by default
 * those who have such a role in the organization then. A key never may, whatever its scopes. A host is asked beforehand,
 * since it may ask the database for itself. Law: M2.
 */
export const makeAdministers =
  (sql: SqlClient.SqlClient, administers: Administers | undefined) =>
  (caller: Access): Effect.Effect<Effect.Effect<boolean, SqlError.SqlError>> => {
    if (caller.actor.type !== "user") return Effect.succeed(Effect.succeed(false))
    if (administers === undefined) return Effect.succeed(byRole(sql)(caller))
    return Effect.map(
      Effect.promise(async () => await administers(caller)),
      Effect.succeed
    )
  }
