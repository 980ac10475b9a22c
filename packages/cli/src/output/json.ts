import { printableJson } from "@agent-operations/contract/calls"
import { isObject } from "../is-object.ts"

const picked = (value: unknown, fields: ReadonlyArray<string>): unknown =>
  isObject(value)
    ? Object.fromEntries(fields.filter((field) => Object.hasOwn(value, field)).map((field) => [field, value[field]]))
    : value

/** A result with some fields alone; of a page, its items with some fields, and how it goes on. */
export const pick = (result: unknown, fields: ReadonlyArray<string>): unknown => {
  if (fields.length === 0) return result
  return isObject(result) && Array.isArray(result["items"])
    ? { ...result, items: result["items"].map((item: unknown) => picked(item, fields)) }
    : picked(result, fields)
}

/** JSON for programs: in one line for agents, who pay for each character. */
export const jsonText = (value: unknown, agent: boolean): string => printableJson(value, agent ? undefined : 2)
