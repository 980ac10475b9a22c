/** How what is wrong with a formula is repaired, in a sentence. */
import { traceRecords } from "@agent-operations/contract/records"
import type { Issue } from "../../../checks.ts"

/** How many signs have to be changed, added or left out to make one word of another. */
const distance = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, n) => n)
  for (const [i, sign] of [...one].entries()) {
    const next = [i + 1]
    for (let j = 0; j < other.length; j++) {
      next.push(Math.min(next[j]! + 1, row[j + 1]! + 1, row[j]! + (sign === other[j] ? 0 : 1)))
    }
    row = next
  }
  return row[other.length]!
}

/** The name that somebody may have meant; none where no name is near. */
const nearest = (word: string, names: ReadonlyArray<string>): string | undefined => {
  const [found] = names
    .map((name) => ({ name, far: distance(word.toLowerCase().slice(0, 60), name.toLowerCase()) }))
    .filter(({ name, far }) => far <= Math.max(2, name.length / 3))
    .sort((a, b) => a.far - b.far)
  return found?.name
}

/** The value type that a field needs for what its formula yields, by the types of the formula language. */
const valueTypes: Readonly<Record<string, string>> = {
  double: "number",
  int: "number",
  uint: "number",
  bool: "boolean",
  string: "string",
  "google.protobuf.Timestamp": "timestamp",
  "google.protobuf.Duration": "duration"
}

const fieldRepair = (message: string): string => {
  const [, record = "", field = ""] = /\b(trace|span)\.(\w+)/.exec(message) ?? []
  const names = record === "trace" || record === "span" ? Object.keys(traceRecords[record]) : []
  const near = nearest(field, names)
  return near === undefined ? "Use one of the fields that are listed below." : `Write ${record}.${near} instead.`
}

const aliasRepair = (aliases: ReadonlyArray<string>): string => {
  const pick = "choose the field under “Use another custom field”"
  return aliases.length === 0
    ? `To use another custom field, ${pick}.`
    : `Write ${aliases.map((alias) => `custom.${alias}`).join(" or ")}, or ${pick}.`
}

const typeRepair = (message: string): string => {
  const yields = /^The formula yields (\S+), not/.exec(message)?.[1]
  if (yields === undefined) return "Convert one side, with double(…), int(…) or string(…)."
  return `Choose the value type ${valueTypes[yields] ?? "json"}, or convert the result in the formula.`
}

/** How an issue of a formula that is tried is repaired, given the aliases of the custom fields that it may use. */
export const repairOf = ({ code, message }: Issue, aliases: ReadonlyArray<string>): string => {
  switch (code) {
    case "UNKNOWN_FIELD":
      return fieldRepair(message)
    case "UNKNOWN_ALIAS":
      return aliasRepair(aliases)
    case "TYPE_ERROR":
      return typeRepair(message)
    case "SYNTAX_ERROR":
      if (message.includes("EOF")) return "The formula ends before it is finished: write what is missing at its end."
      return "Look just before the mark: a quote, a bracket or an operator may be missing."
    case "TARGET_MISMATCH":
      return "Use a custom field of the same target, or change the target of this one."
    default:
      return ""
  }
}
