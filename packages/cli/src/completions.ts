import { Command, Completions, Flag, GlobalFlag } from "effect/cli"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { globalFlags } from "./flags.ts"

/** The flags whose value is the name of a file. */
const files: ReadonlyArray<string> = ["file", "output"]

const file = { _tag: "Path", pathType: "file" } as const

const globals = () => {
  const flags = [...globalFlags, GlobalFlag.Help].map(({ flag }, index) => [String(index), flag])
  const { flags: described } = Completions.fromCommand(Command.make("globals", Object.fromEntries(flags)))
  // There is a --help, and no --no-help.
  return described.map((flag) => ({ ...flag, negation: false as const }))
}

/** A command with what all commands take, and with names of files where they are expected. */
const completed = (
  command: Completions.CommandDescriptor,
  globals: ReadonlyArray<Completions.FlagDescriptor>
): Completions.CommandDescriptor => ({
  ...command,
  flags: [...command.flags, ...globals].map((flag) => (files.includes(flag.name) ? { ...flag, type: file } : flag)),
  subcommands: command.subcommands.map((subcommand) => completed(subcommand, globals))
})

/** `--completions bash`: prints what a shell completes commands and flags by, the global ones too. */
export const CompletionScript: typeof GlobalFlag.Completions = GlobalFlag.Action({
  flag: Flag.Literals("completions", ["bash", "zsh", "fish", "powershell"]).pipe(
    Flag.withMetavar("SHELL"),
    Flag.withDescription("Print completions for bash, zsh, fish or powershell"),
    Flag.optional
  ),
  run: (shell, { command }) =>
    Option.isNone(shell)
      ? Effect.void
      : Console.log(
          Completions.generate(command.name, shell.value, completed(Completions.fromCommand(command), globals()))
        )
})
