import { format } from "node:util"
import { ConfigProvider, Console, Effect, Fiber } from "effect"
import { Command } from "effect/cli"
import { root } from "../src/root.ts"
import { exitCode, type NodeServices, onNode } from "../src/run.ts"

/** Starts a command line of `command` with these variables alone, in this process. */
export const startOf =
  <Name extends string, Input, ContextInput, E>(command: Command.Command<Name, Input, ContextInput, E, NodeServices>) =>
  (variables: Record<string, string>, ...args: ReadonlyArray<string>) => {
    const printed = { stdout: "", stderr: "" }
    const to =
      (stream: keyof typeof printed) =>
      (...parts: ReadonlyArray<unknown>) =>
        void (printed[stream] += `${format(...parts)}\n`)
    const console: Console.Console = { ...globalThis.console, log: to("stdout"), error: to("stderr") }
    const fiber = onNode(Command.runWith(command, { version: "0.0.0" })(args)).pipe(
      Effect.provideService(Console.Console, console),
      Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env: variables })),
      Effect.runFork
    )
    const ended = Effect.runPromise(Fiber.await(fiber)).then((exit) => ({ code: exitCode(exit), ...printed }))
    return { printed, ended, stop: () => Effect.runPromise(Fiber.interrupt(fiber)).then(() => ended) }
  }

/** Runs one to its end. */
export const runOf = <Name extends string, Input, ContextInput, E>(
  command: Command.Command<Name, Input, ContextInput, E, NodeServices>
) => {
  const start = startOf(command)
  return (variables: Record<string, string>, ...args: ReadonlyArray<string>) => start(variables, ...args).ended
}

export const run = runOf(root)
