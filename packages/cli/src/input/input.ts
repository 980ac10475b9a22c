import { type CommandField, spelled } from "@agent-operations/contract/calls"
import type { Operation } from "@agent-operations/contract"
import { makeDecoder } from "@agent-operations/contract/decode"
import * as Result from "effect/Result"
import { UsageError } from "../errors.ts"
import { parseJson } from "./json.ts"
import type { Texts } from "./texts.ts"

/** What was given for an input, as it stands in the arguments. */
export interface Given {
  /** Where the whole input is: a file, or `-`. */
  readonly file: string | undefined
  /** The values of flags, by the name of their member. */
  readonly values: ReadonlyMap<string, string | number | boolean>
  /** The members that are to be null, by `--no-…`. */
  readonly nulls: ReadonlyArray<string>
}

/** The JSON of a flag: as it is, `@FILE`, or `-` for standard input. */
export const jsonOf = async (value: string, flag: string, texts: Texts): Promise<unknown> => {
  const from = value === "-" ? "-" : value.startsWith("@") ? value.slice(1) : undefined
  return parseJson(from === undefined ? value : await texts(from, flag), flag)
}

const composed = async (
  fields: ReadonlyArray<CommandField>,
  { file, values, nulls }: Given,
  texts: Texts
): Promise<unknown> => {
  const both = fields.find(({ name }) => nulls.includes(name) && values.has(name))
  if (both !== undefined) {
    throw new UsageError(`--no-${both.flag} cannot be given beside ${spelled(both)}.`, "Give one of them.")
  }
  const isGiven = ({ name }: CommandField) => values.has(name) || nulls.includes(name)
  if (file === undefined) {
    const members: Array<readonly [string, unknown]> = []
    for (const field of fields.filter(isGiven)) {
      const value = values.get(field.name) ?? null
      const isJson = field.value.type === "json" && typeof value === "string"
      members.push([field.name, isJson ? await jsonOf(value, spelled(field), texts) : value])
    }
    return Object.fromEntries(members)
  }
  const beside = fields.find(isGiven)
  if (beside !== undefined) {
    throw new UsageError(
      `${nulls.includes(beside.name) ? `--no-${beside.flag}` : spelled(beside)} cannot be given beside --file, which is the whole input.`,
      "Put it into the file, or leave out --file."
    )
  }
  return parseJson(await texts(file, "--file"), `--file ${file}`)
}

const placeOf = (
  fields: ReadonlyArray<CommandField>,
  file: string | undefined,
  [name, ...rest]: ReadonlyArray<string | number>
): string => {
  const pointer = (path: ReadonlyArray<string | number>) => path.map((key) => `/${key}`).join("")
  if (file !== undefined) return `--file ${file}${name === undefined ? "" : ` at ${pointer([name, ...rest])}`}`
  const field = fields.find((field) => field.name === name)
  if (field === undefined) return "The input"
  return rest.length === 0 ? spelled(field) : `${spelled(field)} at ${pointer(rest)}`
}

/**
 * Makes the input of an operation of what was given to `command`, as it will be sent. Rejects with a `UsageError` that
 * names the flag, before anything is sent.
 */
export const readInput = async (
  operation: Operation.Any,
  command: string,
  fields: ReadonlyArray<CommandField>,
  given: Given,
  texts: Texts
): Promise<object> => {
  const hint = `See ${command} --help.`
  const input = await composed(fields, given, texts)
  if (given.file === undefined) {
    const missing = fields.filter(
      ({ name, isRequired }) => isRequired && !given.values.has(name) && !given.nulls.includes(name)
    )
    if (missing.length > 0) {
      throw new UsageError(`${missing.map(spelled).join(", ")} ${missing.length === 1 ? "is" : "are"} missing.`, hint)
    }
  }
  const decoded = makeDecoder(operation.input)(input)
  if (Result.isFailure(decoded)) {
    const lines = decoded.failure.map(({ path, message }) => `${placeOf(fields, given.file, path)}: ${message}`)
    throw new UsageError(lines.join("\n"), hint)
  }
  return input as object
}
