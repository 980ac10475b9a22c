import { setImmediate } from "node:timers/promises"
import * as Cause from "effect/Cause"
import { CliConfig, CliOutput, Command, GlobalFlag } from "effect/cli"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import { isAgent } from "./agent.ts"
import { commandOf } from "./commands.ts"
import { CompletionScript } from "./completions.ts"
import { CommandError, exits, usageMessage } from "./errors.ts"
import { type Failure, failureOf } from "./failure.ts"
import { helpText } from "./help.ts"
import { joinValues } from "./join-values.ts"
import type { ListedFamily } from "./lazy-family.ts"
import { jsonText } from "./output/json.ts"
import { shown } from "./output/people.ts"
import { styleOf } from "./output/style.ts"
import { noPlatform } from "./no-platform.ts"
import { loadFamilyCommands } from "./own/family-commands.ts"
import { loadFamilies, loadOwn } from "./own/index.ts"
import { proxyHint } from "./proxies.ts"
import type { Terminal } from "./terminal.ts"

/** That a command of others is named without one of them. */
const missing = (path: ReadonlyArray<string>): Failure => ({
  code: "USAGE",
  message: `${path.join(" ")} needs one of its commands.`,
  hint: `See ${path.join(" ")} --help.`
})

/** What a command line is made of. */
export interface RunOptions {
  readonly version: string
  readonly families: ReadonlyArray<ListedFamily>
  /** What people call the program by. Default: `agent-operations`. */
  readonly program?: string
}

/**
 * Runs the command line: the result alone goes to `terminal.out`. Answers how the process is to end.
 *
 * @example
 * await run(["page-views", "list"], terminal, { version: "1.0.0", families: referenceFamilies }) // 0
 */
export const run = async (
  args: ReadonlyArray<string>,
  terminal: Terminal,
  { version, families: listed, program = "agent-operations" }: RunOptions
): Promise<number> => {
  const asked = /^--agent(?:=|$)/
  const at = args.findIndex((word) => asked.test(word))
  const word = at === -1 ? "auto" : (args[at]!.split("=")[1] ?? args[at + 1])
  const agent = isAgent(terminal.env, word === "yes" || word === "no" ? word : "auto")
  const isJson = agent || args.some((word) => /^--json(?:=|$)/.test(word))
  const style = styleOf(terminal, agent)

  const tell = ({ code, message, hint: whatToDo, details }: Failure) => {
    const hint = code === "CONNECTION_FAILED" ? whatToDo + proxyHint(terminal.env) : whatToDo
    if (isJson) {
      const error = { code, message, hint, ...(details === undefined ? {} : { details }) }
      return terminal.error(`${jsonText({ error }, agent)}\n`)
    }
    const lines = message
      .split("\n")
      .map((line) => shown(line.trim()))
      .filter((line) => line !== "")
    terminal.error(`${style.red("error:")} ${lines.join("\n       ")}\n`)
    if (details !== undefined) terminal.error(`${shown(JSON.stringify(details))}\n`)
    if (hint !== "") terminal.error(`${shown(hint)}\n`)
  }

  let exit: number = exits.done
  const presenter: CliOutput.Presenter = {
    present: (event) =>
      Effect.sync(() => {
        switch (event._tag) {
          case "Help":
            if (event.reason === "Requested") return terminal.out(`${helpText(event.helpDoc, style)}\n`)
            exit = exits.usage
            if (isJson) return tell(missing(event.helpDoc.commandPath ?? [program]))
            return terminal.error(`${helpText(event.helpDoc, style)}\n`)
          case "Version":
            return terminal.out(`${event.version}\n`)
          case "InvalidInvocation": {
            exit = exits.usage
            const hint = `See ${event.commandPath.join(" ")} --help.`
            tell({ code: "USAGE", message: event.errors.map(usageMessage).join("\n"), hint })
          }
        }
      })
  }

  const console: Pick<Console.Console, "log" | "error"> = {
    log: (...texts) => terminal.out(`${texts.join(" ")}\n`),
    error: (...texts) => terminal.error(`${texts.join(" ")}\n`)
  }
  const layer = Layer.mergeAll(
    noPlatform,
    CliConfig.layer({ builtIns: [GlobalFlag.Help, GlobalFlag.Version, CompletionScript] }),
    CliOutput.layerPresenter(presenter),
    Layer.succeed(Console.Console, { ...globalThis.console, ...console })
  )
  // Of the others only the names are needed: a command is built where it is named, and for completions all of them.
  const isAsked = (name: string) => args.includes(name) || args.some((word) => word.startsWith("--completions"))
  const families = await loadFamilies(listed, isAsked)
  const context = { terminal, program, families, version }
  const loaded = { listed, own: await loadOwn(isAsked), ofFamilies: await loadFamilyCommands(families, isAsked) }
  const command = Command.runWith(commandOf(context, isAsked, loaded), { version })
  const result = await Effect.runPromiseExit(Effect.provide(command(joinValues(args, families)), layer))
  if (exit !== exits.done) return exit
  if (Exit.isSuccess(result)) {
    // What went wrong with the last that was written is told then.
    await setImmediate()
    const { reason } = terminal.signal
    if (!(reason instanceof CommandError)) return exit
    tell(reason)
    return reason.exit
  }
  const error = Cause.squash(result.cause)
  // Help that was asked for ends without a word more.
  if (typeof error === "object" && error !== null && "_tag" in error && error._tag === "ShowHelp") return exits.usage
  const told = failureOf(error, terminal)
  tell(told.failure)
  return told.exit
}
