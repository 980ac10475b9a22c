import type { Family, Operation } from "@agent-operations/contract"
import { Argument, Command, Flag } from "effect/cli"
import * as Option from "effect/Option"
import { callOperation } from "./call.ts"
import { exampleOf, isNoFlag } from "./example.ts"
import { globalFlags } from "./flags.ts"
import { type Field, fieldsOf, kebabCase } from "./input/fields.ts"
import { ownCommandsOf } from "./own/index.ts"
import type { MakeCommand } from "./own/own-command.ts"
import type { Context } from "./session.ts"

type Value = Option.Option<string | number | boolean>

const describe = ({ name, description, isRequired, value }: Field): string =>
  [
    description || (name === "id" ? "Its ID, as list prints it." : ""),
    ...(value.type === "choice" ? [`One of ${value.of.join(", ")}.`] : []),
    ...(value.type === "json" ? ["JSON, @FILE or -."] : []),
    ...(isRequired ? ["Required."] : [])
  ]
    .filter((part) => part !== "")
    .join(" ")

const flagOf = (field: Field): Flag.Flag<Value> => {
  const { flag, value } = field
  const typed = (): Flag.Flag<string | number | boolean> => {
    switch (value.type) {
      case "boolean":
        return Flag.Boolean(flag)
      case "number":
        return Flag.Finite(flag).pipe(Flag.withMetavar("NUMBER"))
      case "choice":
        return Flag.Literals(flag, value.of).pipe(Flag.withMetavar("CHOICE"))
      case "json":
        return Flag.String(flag).pipe(Flag.withMetavar("JSON"))
      case "string":
        return Flag.String(flag).pipe(Flag.withMetavar("TEXT"))
    }
  }
  return typed().pipe(Flag.withDescription(describe(field)), Flag.optional)
}

const noFlagOf = ({ flag, name }: Field) =>
  Flag.Boolean(`no-${flag}`).pipe(
    Flag.withDescription(`Set ${name} to null.`),
    Flag.withoutNegation,
    Flag.withDefault(false)
  )

const operationCommand = (context: Context, family: Family.Any, method: string, operation: Operation.Any) => {
  const path = [kebabCase(family.name), kebabCase(method)]
  const fields = fieldsOf(operation)
  const id = fields.find(({ name }) => name === "id")
  const flagged = fields.filter((field) => field !== id)
  const config = {
    ...(id && {
      id: Argument.String("ID").pipe(Argument.withDescription(describe(id)), Argument.optional)
    }),
    flags: Object.fromEntries(flagged.map((field) => [field.name, flagOf(field)])),
    nulls: Object.fromEntries(flagged.filter(isNoFlag).map((field) => [field.name, noFlagOf(field)])),
    file: Flag.String("file").pipe(
      Flag.withMetavar("FILE"),
      Flag.withDescription("The whole input as JSON, from a file or from -."),
      Flag.optional
    )
  }
  return Command.make(kebabCase(method), config, ({ file, flags, nulls, ...rest }) => {
    const given = { id: (rest as { readonly id?: Value }).id ?? Option.none(), ...flags }
    const values = new Map<string, string | number | boolean>()
    for (const [name, value] of Object.entries(given)) if (Option.isSome(value)) values.set(name, value.value)
    const nulled = Object.keys(nulls).filter((name) => nulls[name])
    const command = { family, operation, path, fields }
    return callOperation(context, command, { file: Option.getOrUndefined(file), values, nulls: nulled })
  }).pipe(
    Command.withShortDescription(operation.summary),
    Command.withDescription(operation.description),
    Command.withExamples([{ command: exampleOf(context, operation, path) }])
  )
}

type IsAsked = (command: string) => boolean

const familyCommand = (context: Context, family: Family.Any, isAsked: IsAsked) => {
  const { name, title, operations } = family
  const command = Command.make(kebabCase(name)).pipe(Command.withDescription(title))
  if (!isAsked(kebabCase(name))) return command
  const commands = Object.entries(operations)
    .filter(([, { surfaces }]) => surfaces.includes("cli"))
    .map(([method, operation]) => operationCommand(context, family, method, operation))
  return command.pipe(Command.withSubcommands(commands))
}

/**
 * The command line of some families: a command each, and in it one per operation, where `isAsked` for that of the family; and
 * beside them the commands that are no operation, of which those in `own` were asked for. Law: C1.
 */
export const commandOf = (context: Context, isAsked: IsAsked, own: ReadonlyMap<string, MakeCommand>) =>
  Command.make(context.program).pipe(
    Command.withDescription("Shared, revision-controlled definitions, for people, scripts and agents."),
    Command.withSubcommands([
      ...context.families.map((family) => familyCommand(context, family, isAsked)),
      ...ownCommandsOf(context.families).map(
        ({ name, summary }) =>
          own.get(name)?.(context).pipe(Command.withShortDescription(summary)) ??
          Command.make(name).pipe(Command.withDescription(summary))
      )
    ]),
    Command.withGlobalFlags(globalFlags)
  )
