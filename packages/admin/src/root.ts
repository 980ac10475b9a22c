import { Command } from "effect/cli"
import { keys } from "./commands/keys.ts"
import { migrate } from "./commands/migrate.ts"
import { organizations } from "./commands/organizations.ts"
import { projects } from "./commands/projects.ts"
import { sql } from "./commands/sql.ts"
import { Installation } from "./Installation.ts"
import { flags, installationOf } from "./settings.ts"

/** The command as it is published. */
export const root = Command.make("agent-operations-admin").pipe(
  Command.withDescription(
    `Administers an installation of Agent Operations, over its database.

From the environment, so that no password stands among the arguments, which other users of the computer can list:
  DATABASE_URL     postgres://user:password@host:port/database
  DATA_DIR         The directory of embedded PGlite, where there is no server; stop what has it open first
  DATABASE_SCHEMA  The schema that the tables are in (agent_operations)

Exit codes:
  0  it is done
  1  it failed; \`migrate --check\`: the database lacks something
  2  the command line, or the file of --families, is wrong`
  ),
  Command.withShortDescription("Administers an installation of Agent Operations"),
  Command.withSharedFlags(flags),
  Command.withSubcommands([migrate, sql, organizations, projects, keys]),
  Command.provideEffect(Installation, installationOf)
)
