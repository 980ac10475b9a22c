import { migrate as migrateDatabase } from "@agent-operations/database"
import { Console, Effect } from "effect"
import { Command } from "effect/cli"
import { database, migrations } from "../services.ts"
import { readSettings } from "../settings.ts"

export const migrate = Command.make("migrate", {}, () =>
  Effect.gen(function* () {
    const settings = yield* readSettings
    const steps = yield* Effect.provide(migrateDatabase(migrations), database(settings))
    for (const { owner, number, name } of steps) yield* Console.log(`${owner} ${number} (${name})`)
    yield* Console.log(steps.length === 0 ? "The database is up to date." : "The database is migrated.")
  })
).pipe(Command.withDescription("Bring the database's tables up to date"))
