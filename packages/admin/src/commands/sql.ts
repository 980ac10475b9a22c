import { grantsSql, migrationsSql, pendingMigrationsSql } from "@agent-operations/database"
import { Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { Installation, withDatabase } from "../Installation.ts"
import { json, print } from "../io.ts"
import { UsageError } from "../UsageError.ts"

const pending = Flag.Boolean("pending").pipe(
  Flag.withDescription("Only the statements that the database still lacks; this reads the database"),
  Flag.withDefault(false)
)

const grants = Flag.String("grants").pipe(
  Flag.withMetavar("role"),
  Flag.withDescription(
    "Print the grants for a role that may read and write rows, but not create, alter or drop anything"
  ),
  Flag.optional
)

/** The commands `sql`, `sql --pending` and `sql --grants ROLE`. */
export const sql = Command.make(
  "sql",
  { pending, grants, json },
  Effect.fnUntraced(function* ({ pending, grants, json }) {
    if (pending && Option.isSome(grants)) {
      return yield* new UsageError({
        message: "--pending and --grants print different things.",
        hint: "Run `sql --pending` as the user that migrates, and then `sql --grants ROLE`."
      })
    }
    const { mounted, schema } = yield* Installation
    const { migrations } = yield* mounted
    const text = yield* Option.isSome(grants)
      ? Effect.catchTag(grantsSql(migrations, { role: grants.value, schema }), "InvalidRole", ({ message, hint }) =>
          Effect.fail(new UsageError({ message, hint }))
        )
      : pending
        ? withDatabase(pendingMigrationsSql(migrations))
        : migrationsSql(migrations, { schema })
    yield* print(json, { sql: text }, text === "" ? "-- The database is up to date." : text.trimEnd())
  })
).pipe(
  Command.withDescription(
    "Print the SQL statements that create the tables, for `psql --file`. They contain secrets of the new installation: keep them private"
  ),
  Command.withShortDescription("Print the SQL statements that create the tables")
)
