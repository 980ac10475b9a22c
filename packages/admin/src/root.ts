import { Command } from "effect/cli"
import { keys } from "./commands/keys.ts"
import { migrate } from "./commands/migrate.ts"
import { organizations } from "./commands/organizations.ts"
import { projects } from "./commands/projects.ts"
import { retention } from "./commands/retention.ts"
import { sql } from "./commands/sql.ts"
import { exitCodes } from "./exit-codes.ts"
import { Installation } from "./Installation.ts"
import { flags, installationOf } from "./settings.ts"

/** The command as it is published. */
export const root = Command.make("agent-operations-admin").pipe(
  Command.withDescription(
    `Administers an installation of Agent Operations, over its database.

Environment variables (a password on the command line could be read by other users of the computer):
  DATABASE_URL     postgres://user:password@host:port/database
  DATA_DIR         The directory of embedded PGlite, if there is no server; stop the process that has it open first
  DATABASE_SCHEMA  The schema of the tables (agent_operations)

Exit codes:
${Object.entries(exitCodes)
  .map(([code, meaning]) => `  ${code}  ${meaning}`)
  .join("\n")}`
  ),
  Command.withShortDescription("Administers an installation of Agent Operations"),
  Command.withSharedFlags(flags),
  Command.withSubcommands([migrate, sql, organizations, projects, keys, retention]),
  Command.provideEffect(Installation, installationOf)
)
