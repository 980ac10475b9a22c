import { Installation, keys, migrate, organizations, projects, retention, sql } from "@agent-operations/admin"
import { Command } from "effect/cli"
import { budgets } from "./commands/budgets.ts"
import { modelConnections } from "./commands/connections.ts"
import { members } from "./commands/members.ts"
import { openapi } from "./commands/openapi.ts"
import { serve } from "./commands/serve.ts"
import { worker } from "./commands/worker.ts"
import { installation } from "./services.ts"
import { describeSettings } from "./settings.ts"

/** Every command of the server. */
export const root = Command.make("agent-operations").pipe(
  Command.withDescription(
    `The reference server of Agent Operations.\n\nIts settings, from the environment:\n${describeSettings}`
  ),
  Command.withShortDescription("The reference server of Agent Operations"),
  Command.withSubcommands([
    serve,
    worker,
    migrate,
    sql,
    organizations,
    projects,
    members,
    keys,
    retention,
    budgets,
    modelConnections,
    openapi
  ]),
  Command.provideSync(Installation, installation)
)
