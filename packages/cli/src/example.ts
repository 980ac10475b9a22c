import type { Operation } from "@agent-operations/contract"
import { quoted } from "./curl.ts"
import { type Field, fieldsOf, spelled } from "./input/fields.ts"
import type { Context } from "./session.ts"

/** Whether a member is set to null by `--no-…`. */
export const isNoFlag = (field: Field): boolean => field.isNullable && field.value.type !== "boolean"

/** An operation as it is typed, with the input of its example or with another. */
export const exampleOf = (
  { program }: Pick<Context, "program">,
  operation: Operation.Any,
  path: ReadonlyArray<string>,
  input = operation.example.input
): string => {
  const words = fieldsOf(operation).flatMap((field) => {
    const value = (input as Readonly<Record<string, unknown>>)[field.name]
    if (value === undefined) return []
    if (value === null && isNoFlag(field)) return [`--no-${field.flag}`]
    if (field.value.type === "boolean") return [`--${value === true ? "" : "no-"}${field.flag}`]
    const isText = field.value.type !== "json" && typeof value === "string"
    const word = quoted(isText ? value : JSON.stringify(value))
    return [field.name === "id" ? word : `${spelled(field)} ${word}`]
  })
  return [`${program} ${path.join(" ")}`, ...words].join(" ")
}
