import { type CommandField, commandFieldsOf, commandLineOf, isNoFlag } from "@agent-operations/contract/calls"
import { type Family, kebabCase, type Operation } from "@agent-operations/contract"
import { Argument, Command, Flag } from "effect/cli"
import * as Option from "effect/Option"
import { callOperation } from "./call.ts"
import { globalFlags } from "./flags.ts"
import { describe, flagsOf, type Value, valuesOf } from "./input/flag-of.ts"
import type { ListedFamily } from "./lazy-family.ts"
import { type FamilyCommand, familyCommandsOf, type MakeFamilyCommand } from "./own/family-commands.ts"
import { ownCommandsOf } from "./own/index.ts"
import type { MakeCommand } from "./own/own-command.ts"
import type { Context } from "./session.ts"

const noFlagOf = ({ flag, name }: CommandField) =>
  Flag.Boolean(`no-${flag}`).pipe(
    Flag.withDescription(`Set ${name} to null.`),
    Flag.withoutNegation,
    Flag.withDefault(false)
  )

const operationCommand = (context: Context, family: Family.Any, method: string, operation: Operation.Any) => {
  const path = [kebabCase(family.name), kebabCase(method)]
  const fields = commandFieldsOf(operation)
  const id = fields.find(({ name }) => name === "id")
  const flagged = fields.filter((field) => field !== id)
  const config = {
    ...(id && {
      id: Argument.String("ID").pipe(Argument.withDescription(describe(id)), Argument.optional)
    }),
    flags: flagsOf(flagged),
    nulls: Object.fromEntries(flagged.filter(isNoFlag).map((field) => [field.name, noFlagOf(field)])),
    file: Flag.String("file").pipe(
      Flag.withMetavar("FILE"),
      Flag.withDescription("The whole input as JSON, from a file or from -."),
      Flag.optional
    )
  }
  return Command.make(kebabCase(method), config, ({ file, flags, nulls, ...rest }) => {
    const values = valuesOf({ id: (rest as { readonly id?: Value }).id ?? Option.none(), ...flags })
    const nulled = Object.keys(nulls).filter((name) => nulls[name])
    const command = { family, operation, path, fields }
    return callOperation(context, command, { file: Option.getOrUndefined(file), values, nulls: nulled })
  }).pipe(
    Command.withShortDescription(operation.summary),
    Command.withDescription(operation.description),
    Command.withExamples([{ command: commandLineOf(operation, [context.program, ...path]) }])
  )
}

type IsAsked = (command: string) => boolean

/** All that there are commands for, and those that are no operation, of which the ones that were asked for are made. */
export interface Loaded {
  readonly listed: ReadonlyArray<ListedFamily>
  readonly own: ReadonlyMap<string, MakeCommand>
  readonly ofFamilies: ReadonlyMap<FamilyCommand, MakeFamilyCommand>
}

/** A command that is no operation; where it was not asked for, its name and what it does. */
const otherCommand = (context: Context, { name, summary }: { name: string; summary: string }, make?: MakeCommand) =>
  make?.(context).pipe(Command.withShortDescription(summary)) ??
  Command.make(name).pipe(Command.withDescription(summary))

const familyCommand = (context: Context, listed: ListedFamily, isAsked: IsAsked, { ofFamilies }: Loaded) => {
  const name = kebabCase(listed.name)
  const command = Command.make(name).pipe(Command.withDescription(listed.title))
  const family = context.families.find((loaded) => loaded.name === listed.name)
  if (family === undefined || !isAsked(name)) return command
  const commands = Object.entries(family.operations)
    .filter(([, { surfaces }]) => surfaces.includes("cli"))
    .map(([method, operation]) => operationCommand(context, family, method, operation))
  const others = familyCommandsOf(family).map((other) => otherCommand(context, other, ofFamilies.get(other)?.(family)))
  return command.pipe(Command.withSubcommands([...commands, ...others]))
}

/**
 * The command line of some families: a command each, and in it one per operation, where `isAsked` for that of the family; and
 * beside them the commands that are no operation, of which those in `loaded` were asked for. Law: C1.
 */
export const commandOf = (context: Context, isAsked: IsAsked, loaded: Loaded) =>
  Command.make(context.program).pipe(
    Command.withDescription("Shared, revision-controlled definitions, for people, scripts and agents."),
    Command.withSubcommands([
      ...loaded.listed.map((family) => familyCommand(context, family, isAsked, loaded)),
      ...ownCommandsOf(loaded.listed).map((other) => otherCommand(context, other, loaded.own.get(other.name)))
    ]),
    Command.withGlobalFlags(globalFlags)
  )
