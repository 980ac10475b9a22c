#!/usr/bin/env -S node --max-semi-space-size=16
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Cause, Console, Effect, Exit, Predicate } from "effect"
import { Command } from "effect/cli"
import { keys, organizations, projects } from "./commands/administer.ts"
import { members } from "./commands/members.ts"
import { migrate } from "./commands/migrate.ts"
import { openapi } from "./commands/openapi.ts"
import { serve } from "./commands/serve.ts"
import { describeSettings } from "./settings.ts"

const root = Command.make("agent-operations").pipe(
  Command.withDescription(
    `The reference server of Agent Operations.\n\nIts settings, from the environment:\n${describeSettings}`
  ),
  Command.withShortDescription("The reference server of Agent Operations"),
  Command.withSubcommands([serve, migrate, organizations, projects, members, keys, openapi])
)

/** Tells a failure that was foreseen in a line, with the way out; any other whole. */
const report = (cause: Cause.Cause<unknown>) => {
  const foreseen = cause.reasons.find(Cause.isFailReason)?.error
  if (Predicate.hasProperty(foreseen, "message")) {
    const hint = Predicate.hasProperty(foreseen, "hint") ? `\n${String(foreseen.hint)}` : ""
    return Console.error(`${String(foreseen.message)}${hint}`)
  }
  return Cause.hasInterruptsOnly(cause) ? Effect.void : Console.error(Cause.pretty(cause))
}

root.pipe(
  Command.run({ version: "0.0.0" }),
  Effect.tapCause(report),
  Effect.provide(NodeServices.layer),
  NodeRuntime.runMain({
    disableErrorReporting: true,
    // Being told to stop is no failure.
    teardown: (exit, onExit) => onExit(Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause) ? 0 : 1)
  })
)
