import { format } from "node:util"
import { ConfigProvider, Console, Effect } from "effect"
import { Command } from "effect/cli"
import { root } from "../src/root.ts"
import { exitCode, type NodeServices, onNode } from "../src/run.ts"

/** Runs a command line of `command` with these variables alone, in this process. */
export const runOf =
  <Name extends string, Input, ContextInput, E>(command: Command.Command<Name, Input, ContextInput, E, NodeServices>) =>
  async (variables: Record<string, string>, ...args: ReadonlyArray<string>) => {
    const printed = { stdout: "", stderr: "" }
    const to =
      (stream: keyof typeof printed) =>
      (...parts: ReadonlyArray<unknown>) =>
        void (printed[stream] += `${format(...parts)}\n`)
    const console: Console.Console = { ...globalThis.console, log: to("stdout"), error: to("stderr") }
    const exit = await onNode(Command.runWith(command, { version: "0.0.0" })(args)).pipe(
      Effect.provideService(Console.Console, console),
      Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env: variables })),
      Effect.runPromiseExit
    )
    return { code: exitCode(exit), ...printed }
  }

export const run = runOf(root)
