import { kebabCase, pageViews } from "@agent-operations/contract"
import { type CommandField, commandFieldsOf } from "@agent-operations/contract/calls"
import { referenceFamilies } from "@agent-operations/contract/reference"
import { Command, Completions, GlobalFlag } from "effect/cli"
import { commandOf } from "../src/commands.ts"
import { CompletionScript } from "../src/completions.ts"
import { globalFlags } from "../src/flags.ts"
import { familyCommandsOf, loadFamilyCommands } from "../src/own/family-commands.ts"
import { loadOwn, ownCommandsOf } from "../src/own/index.ts"

/** A flag that no member of an operation's input is behind. */
export interface OwnFlag {
  /** The command that takes it: `export`, `traces watch`; "" for each of them. */
  readonly command: string
  /** `--output`, with its other name where it has one: `--output, -o`. */
  readonly flag: string
  readonly effect: string
}

const families = referenceFamilies
const terminal = {
  ...{ env: {}, cwd: "/", stdin: async function* () {}, isInteractive: false, columns: undefined },
  ...{ out: () => undefined, error: () => undefined, signal: new AbortController().signal }
}
const context = { terminal, program: "agent-operations", families, version: "1.0.0" }
const all = () => true
const loaded = { listed: families, own: await loadOwn(all), ofFamilies: await loadFamilyCommands(families, all) }
const { subcommands } = Completions.fromCommand(commandOf(context, all, loaded))

const globals = Object.fromEntries(
  [...globalFlags, GlobalFlag.Help, GlobalFlag.Version, CompletionScript].map(({ flag }, index) => [
    String(index),
    flag
  ])
)

type Descriptor = (typeof subcommands)[number]

const flagsOf = (
  command: string,
  { flags }: Pick<Descriptor, "flags">,
  fields: ReadonlyArray<CommandField> = []
): ReadonlyArray<OwnFlag> =>
  flags
    .filter(
      ({ name, description }) =>
        !fields.some((field) => field.flag === name && description?.startsWith(field.description) === true)
    )
    .map(({ name, aliases, description = "" }) => ({
      command,
      flag: [`--${name}`, ...aliases.map((alias) => (alias.startsWith("-") ? alias : `-${alias}`))].join(", "),
      effect: description
    }))

const named = (commands: ReadonlyArray<Descriptor>, name: string) => commands.find((command) => command.name === name)!

/** The flags of every command that are its own, and those that all commands take. */
export const ownFlags: ReadonlyArray<OwnFlag> = [
  ...flagsOf("", Completions.fromCommand(Command.make("globals", globals))),
  ...flagsOf(
    "FAMILY COMMAND",
    named(named(subcommands, "page-views").subcommands, "recover"),
    commandFieldsOf(pageViews.operations.recover)
  ),
  ...ownCommandsOf(families).flatMap(({ name }) => flagsOf(name, named(subcommands, name))),
  ...families.flatMap((family) => {
    const noun = kebabCase(family.name)
    const fields = Object.values(family.operations).flatMap(commandFieldsOf)
    return familyCommandsOf(family).flatMap(({ name }) =>
      flagsOf(`${noun} ${name}`, named(named(subcommands, noun).subcommands, name), fields)
    )
  })
]
