import { Flag } from "effect/cli"
import * as Option from "effect/Option"
import type { CommandField } from "@agent-operations/contract/calls"

/** What a flag was given, if it was. */
export type Value = Option.Option<string | number | boolean>

/** What `--help` says of a member of an input. */
export const describe = ({ name, description, isRequired, value }: CommandField): string =>
  [
    description || (name === "id" ? "Its ID, as list prints it." : ""),
    ...(value.type === "choice" ? [`One of ${value.of.join(", ")}.`] : []),
    ...(value.type === "json" ? ["JSON, @FILE or -."] : []),
    ...(isRequired ? ["Required."] : [])
  ]
    .filter((part) => part !== "")
    .join(" ")

/** The flag of a member of an input. */
const flagOf = (field: CommandField): Flag.Flag<Value> => {
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

/** The flags of some members, by their names. */
export const flagsOf = (fields: ReadonlyArray<CommandField>): Record<string, Flag.Flag<Value>> =>
  Object.fromEntries(fields.map((field) => [field.name, flagOf(field)]))

/** The values that were given, by the name of their member. */
export const valuesOf = (given: Readonly<Record<string, Value>>): ReadonlyMap<string, string | number | boolean> =>
  new Map(
    Object.entries(given).flatMap(([name, value]) => (Option.isSome(value) ? [[name, value.value] as const] : []))
  )
