import * as NodeChildProcessSpawner from "@effect/platform-node-shared/NodeChildProcessSpawner"
import * as NodeFileSystem from "@effect/platform-node-shared/NodeFileSystem"
import * as NodePath from "@effect/platform-node-shared/NodePath"
import * as NodeRuntime from "@effect/platform-node-shared/NodeRuntime"
import * as NodeStdio from "@effect/platform-node-shared/NodeStdio"
import * as NodeTerminal from "@effect/platform-node-shared/NodeTerminal"
import { Cause, Console, Effect, Exit, Layer, Predicate } from "effect"
import { CliError, CliOutput, Command } from "effect/cli"
import { UsageError } from "./UsageError.ts"

/** What a command line needs of Node. `@effect/platform-node` has it too, beside servers and a client of redis. */
const nodeServices = NodeChildProcessSpawner.layer.pipe(
  Layer.provideMerge(Layer.mergeAll(NodeFileSystem.layer, NodePath.layer, NodeStdio.layer, NodeTerminal.layer))
)

export type NodeServices = Layer.Success<typeof nodeServices>

/** Tells what is wrong with a command line in a line, where the default shows all help first. */
const presenter: CliOutput.Presenter = {
  present: (event) =>
    event._tag === "InvalidInvocation"
      ? Console.error(
          [
            ...event.errors.map(({ message }) => message.replaceAll(/\s+/g, " ")),
            `See ${event.commandPath.join(" ")} --help.`
          ].join("\n")
        )
      : CliOutput.defaultPresenter.present(event)
}

/** Tells a failure that was foreseen in a line, with the way out; any other whole. */
const report = (cause: Cause.Cause<unknown>) => {
  const foreseen = cause.reasons.find(Cause.isFailReason)?.error
  // The presenter has told it.
  if (CliError.isCliError(foreseen)) return Effect.void
  if (Predicate.hasProperty(foreseen, "message")) {
    const hint = Predicate.hasProperty(foreseen, "hint") ? `\n${String(foreseen.hint)}` : ""
    return Console.error(`${String(foreseen.message)}${hint}`)
  }
  return Cause.hasInterruptsOnly(cause) ? Effect.void : Console.error(Cause.pretty(cause))
}

/** 0 for what succeeded or was told to stop, 2 for a command line that is wrong, 1 for any other failure. */
export const exitCode = (exit: Exit.Exit<unknown, unknown>): number => {
  if (Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause)) return 0
  const error = exit.cause.reasons.find(Cause.isFailReason)?.error
  if (error instanceof CliError.ShowHelp) return error.errors.length === 0 ? 0 : 2
  return error instanceof UsageError || CliError.isCliError(error) ? 2 : 1
}

/** Runs a command line over Node, and tells its failure. */
export const onNode = <E>(running: Effect.Effect<void, E, NodeServices>) =>
  running.pipe(
    Effect.tapCause(report),
    Effect.provideService(CliOutput.Presenter, presenter),
    Effect.provide(nodeServices)
  )

/**
 * Runs a command with the arguments of this process, and ends the process with 0, 1 for a failure, or 2 for a command
 * line that is wrong.
 *
 * @example
 * runMain(Command.make("app").pipe(Command.withSubcommands([migrate, organizations])), { version: "1.0.0" })
 */
export const runMain = <Name extends string, Input, ContextInput, E>(
  command: Command.Command<Name, Input, ContextInput, E, NodeServices>,
  options: { readonly version: string }
): void =>
  NodeRuntime.runMain(onNode(Command.run(command, options)), {
    disableErrorReporting: true,
    teardown: (exit, onExit) => onExit(exitCode(exit))
  })
