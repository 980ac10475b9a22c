import { commandFieldsOf, shellWord, spelled } from "@agent-operations/contract/calls"
import { type Family, kebabCase } from "@agent-operations/contract"
import { ownerOf } from "./whole/whole.ts"

/** A family, and the input of a call to one of its operations. */
interface Called {
  readonly family: Family.Any
  readonly input: object
}

/**
 * A server's hint with the commands of the operations that it names, for what was called:
 * "list_trace_spans" as "`agent-operations traces spans --trace-id 0af7651916cd43dd8448eb211c80319c`".
 */
export const withCommands = (hint: string, program: string, { family, input }: Called): string => {
  const { operations } = family
  const owner = operations["get"] && ownerOf(operations["get"])
  const given: Readonly<Record<string, unknown>> = {
    ...(owner !== undefined && "id" in input && { [owner]: input.id }),
    ...input
  }
  return Object.entries(operations).reduce((text, [method, operation]) => {
    if (!operation.surfaces.includes("cli")) return text
    const flags = commandFieldsOf(operation).flatMap((field) => {
      const value = given[field.name]
      if (!field.isRequired || typeof value !== "string") return []
      return [field.name === "id" ? shellWord(value) : `${spelled(field)} ${shellWord(value)}`]
    })
    const command = [program, kebabCase(family.name), kebabCase(method), ...flags].join(" ")
    return text.replace(new RegExp(`\\b${operation.id}\\b`, "g"), () => `\`${command}\``)
  }, hint)
}
