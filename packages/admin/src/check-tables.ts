import { checkMigrated, type MigrationSet } from "@agent-operations/database"
import { Data, Effect } from "effect"

/** The database lacks tables, and the command creates none. */
class NotMigrated extends Data.TaggedError("NotMigrated")<{ readonly message: string; readonly hint: string }> {}

/** Fails where the database lacks a step of the sets, and says which commands help. Changes nothing. */
export const checkTables = (sets: ReadonlyArray<MigrationSet>) =>
  Effect.catchTag(checkMigrated(sets), "MigrationsMissing", ({ message }) =>
    Effect.fail(
      new NotMigrated({
        message,
        hint: "Run `migrate` as a database user that may create tables, or have its administrator run what `sql --pending` prints."
      })
    )
  )
