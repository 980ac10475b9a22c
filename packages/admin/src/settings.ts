import { migrations as auth } from "@agent-operations/auth"
import { Database } from "@agent-operations/database"
import { Config, Effect, Layer, Option, Redacted, References } from "effect"
import { type Command, Flag } from "effect/cli"
import { checkTables } from "./check-tables.ts"
import { mountedBy } from "./families.ts"
import { Installation } from "./Installation.ts"
import { UsageError } from "./UsageError.ts"

const text = (name: string, about: string) => Flag.String(name).pipe(Flag.withDescription(about), Flag.optional)

/** Where the installation is and what it serves. Each stands for a variable of the environment, but for the families. */
export const flags = {
  databaseUrl: text("database-url", "URL of a PostgreSQL server, without a password; overrides DATABASE_URL"),
  dataDir: text("data-dir", "Directory of embedded PGlite; overrides DATA_DIR"),
  schema: text("schema", "Schema of the tables; overrides DATABASE_SCHEMA (agent_operations)"),
  families: text("families", "Module whose default export is your list of families (agent-operations.config.mjs)")
}

export type Flags = Command.Command.Config.Infer<typeof flags>

const variable = (name: string) => Effect.orDie(Config.option(Config.String(name)))

const hasPassword = (text: string): boolean => {
  const url = URL.parse(text)
  return url !== null && (url.password !== "" || url.searchParams.has("password"))
}

/** The database that the flags name, or else the environment. */
const databaseOf = Effect.fnUntraced(function* ({ databaseUrl, dataDir }: Flags) {
  if (Option.isSome(databaseUrl) && Option.isSome(dataDir)) {
    return yield* new UsageError({
      message: "--database-url and --data-dir name two databases.",
      hint: "Use only one of them."
    })
  }
  if (Option.isSome(databaseUrl) && hasPassword(databaseUrl.value)) {
    return yield* new UsageError({
      message: "Anybody who can list the processes of this computer can read a password in --database-url.",
      hint: "Set the environment variable DATABASE_URL instead."
    })
  }
  if (Option.isSome(dataDir)) return { directory: dataDir.value }
  const url = Option.isSome(databaseUrl) ? databaseUrl : yield* variable("DATABASE_URL")
  if (Option.isSome(url)) return { url: Redacted.make(url.value), maxConnections: 2 }
  const directory = yield* variable("DATA_DIR")
  if (Option.isSome(directory)) return { directory: directory.value }
  return yield* new UsageError({
    message: "No database is given.",
    hint: "Set DATABASE_URL to a PostgreSQL server, or DATA_DIR to the directory of embedded PGlite."
  })
})

/** What the flags and the environment name. */
export const installationOf = Effect.fnUntraced(function* (given: Flags) {
  const schema = Option.getOrUndefined(Option.isSome(given.schema) ? given.schema : yield* variable("DATABASE_SCHEMA"))
  return Installation.of({
    database: Layer.unwrap(Effect.map(databaseOf(given), (database) => Database.layer({ ...database, schema }))),
    schema,
    mounted: mountedBy(given.families),
    // Whatever is mounted, these commands use no other tables: that there are others is no news here.
    ready: Effect.provideService(checkTables([auth]), References.MinimumLogLevel, "Warn")
  })
})
