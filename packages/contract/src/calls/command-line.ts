import type { Operation } from "../core/operation.ts"
import { type CommandField, commandFieldsOf, spelled } from "./fields.ts"
import { shellWord } from "./shell.ts"

/** Whether the command line sets a member to null by `--no-…`. */
export const isNoFlag = (field: CommandField): boolean => field.isNullable && field.value.type !== "boolean"

/**
 * A call as it is typed at the command line. `words` are those before the input: the program and its commands.
 *
 * @example
 * commandLineOf(getPageView, ["agent-operations", "page-views", "get"], { id: "pv_…" })
 */
export const commandLineOf = (
  operation: Operation.Any,
  words: ReadonlyArray<string>,
  input: object = operation.example.input as object
): string => {
  const given = commandFieldsOf(operation).flatMap((field) => {
    const value = (input as Readonly<Record<string, unknown>>)[field.name]
    if (value === undefined) return []
    if (value === null && isNoFlag(field)) return [`--no-${field.flag}`]
    if (field.value.type === "boolean") return [`--${value === true ? "" : "no-"}${field.flag}`]
    const isText = field.value.type !== "json" && typeof value === "string"
    const word = shellWord(isText ? value : JSON.stringify(value))
    return [field.name === "id" ? word : `${spelled(field)} ${word}`]
  })
  return [...words, ...given].join(" ")
}
