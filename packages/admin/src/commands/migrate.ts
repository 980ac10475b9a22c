import { migrate as migrateDatabase } from "@agent-operations/database"
import { Console, Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { checkTables } from "../check-tables.ts"
import { Installation, withDatabase } from "../Installation.ts"
import { json, print } from "../io.ts"

const check = Flag.Boolean("check").pipe(
  Flag.withDescription("Change nothing; list the missing steps and exit with 1 if there are any"),
  Flag.withDefault(false)
)

/** The commands `migrate` and `migrate --check`. */
export const migrate = Command.make(
  "migrate",
  { check, json },
  Effect.fnUntraced(function* ({ check, json }) {
    const { migrations } = yield* (yield* Installation).mounted
    if (check) yield* withDatabase(checkTables(migrations))
    const steps = check ? [] : yield* withDatabase(migrateDatabase(migrations))
    if (json) return yield* print(json, { steps }, "")
    for (const { owner, number, name } of steps) yield* Console.log(`${owner} ${number} (${name})`)
    yield* Console.log(steps.length === 0 ? "The database is up to date." : "The database is migrated.")
  })
).pipe(Command.withDescription("Bring the database's tables up to date"))
