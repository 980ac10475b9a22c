import type { ImportMapping } from "@agent-operations/contract/imports"
import { keysOf, pointerOf } from "@agent-operations/error-envelope/pointer"
import { inexactPlaces } from "@agent-operations/operations/exact-json"
import { isObject, itemMembers, type ItemValues, ownMembers, type Refuse } from "./item.ts"

/** What takes the members of an item out of a value of a file. */
export interface Reader {
  readonly members: (value: unknown, refuse: Refuse) => ItemValues | undefined
  /** What a header lacks or has too much of. */
  readonly checkHeader: (names: ReadonlyArray<string>) => ReadonlyArray<string>
}

type Kind = "string" | "json" | "number"

interface Rule {
  readonly from: string
  readonly field: string
  /** The name in the field; undefined where it is the field itself. */
  readonly name: string | undefined
  readonly as: Kind
}

const rulesOf = (mapping: ImportMapping): ReadonlyArray<Rule> =>
  Object.entries(mapping).map(([from, target]) => {
    const { to, as = "string" } = typeof target === "string" ? { to: target } : target
    const dot = to.indexOf(".")
    return { from, field: dot === -1 ? to : to.slice(0, dot), name: dot === -1 ? undefined : to.slice(dot + 1), as }
  })

/** The value that a JSON Pointer or a name leads to; undefined where there is none. */
const valueAt = (value: unknown, from: string): unknown => {
  const keys = from.startsWith("/") && !(isObject(value) && Object.hasOwn(value, from)) ? keysOf(from) : [from]
  let found = value
  for (const key of keys) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, key)) return undefined
    if (Array.isArray(found) && key === "length") return undefined
    found = (found as Readonly<Record<string, unknown>>)[key]
  }
  return found
}

const pointerTo = (from: string) => (from.startsWith("/") ? from : pointerOf([from]))

/** A text as the kind of value that it stands for; undefined where it is none, and null where it is empty. */
const convert = (text: string, { from, as }: Rule, refuse: Refuse): unknown => {
  if (as === "string") return text
  if (text.trim() === "") return null
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    refuse(pointerTo(from), `This is not ${as === "json" ? "JSON" : "a number"}.`)
    return undefined
  }
  if (as === "number" && typeof value !== "number") {
    refuse(pointerTo(from), "This is not a number.")
    return undefined
  }
  const places = inexactPlaces(text, 1)
  for (const { message } of places) refuse(pointerTo(from), message, "NOT_EXACT")
  return places.length === 0 ? value : undefined
}

/** What an empty cell is, of a member or of a name in one: a text for an input, else null, or nothing. */
const emptyCell = (field: string, isMember: boolean): unknown => {
  if (field === "input") return ""
  return isMember && field !== "id" ? null : undefined
}

const mapped =
  (rules: ReadonlyArray<Rule>, isTable: boolean): Reader["members"] =>
  (value, refuse) => {
    if (!isObject(value)) {
      refuse("", "A mapping takes values out of objects.")
      return undefined
    }
    const whole: Array<readonly [string, unknown]> = []
    const inner: Record<string, Array<readonly [string, unknown]>> = {}
    for (const rule of rules) {
      const found = valueAt(value, rule.from)
      if (found === undefined) continue
      const isEmpty = isTable && found === "" && rule.as === "string"
      const given = typeof found === "string" ? convert(found, rule, refuse) : found
      const member = isEmpty ? emptyCell(rule.field, rule.name === undefined) : given
      if (member === undefined && isEmpty) continue
      if (member === undefined) return undefined
      if (rule.name === undefined) whole.push([rule.field, member])
      else (inner[rule.field] ??= []).push([rule.name, member])
    }
    const built = Object.entries(inner).map(([field, members]) => [field, Object.fromEntries(members)] as const)
    return Object.fromEntries([...whole, ...built])
  }

const unmapped =
  (isTable: boolean): Reader["members"] =>
  (value, refuse) => {
    const members = ownMembers({ value }, refuse)
    if (!isTable || members === undefined) return members
    const cells = Object.entries(members).map(
      ([name, cell]) => [name, cell === "" ? emptyCell(name, true) : cell] as const
    )
    return Object.fromEntries(cells.filter(([, cell]) => cell !== undefined))
  }

const quoted = (names: ReadonlyArray<string>) => names.map((name) => JSON.stringify(name)).join(", ")

/**
 * Reads members of items by a mapping, or without one by their own names. Cells of a table that are empty are no value, but
 * for an input.
 *
 * @example
 * makeReader({ question: "input", answer: "expected" }, true)
 */
export const makeReader = (mapping: ImportMapping | undefined, isTable: boolean): Reader => {
  if (mapping === undefined) {
    return {
      members: unmapped(isTable),
      checkHeader: (names) => {
        const unknown = [...new Set(names)].filter((name) => !itemMembers.has(name))
        const missing = names.includes("input") ? [] : ["The header has no input: say in mapping which column is."]
        return unknown.length === 0
          ? missing
          : [...missing, `Say in mapping what these columns are: ${quoted(unknown)}.`]
      }
    }
  }
  const rules = rulesOf(mapping)
  return {
    members: mapped(rules, isTable),
    checkHeader: (names) => {
      const missing = rules.map(({ from }) => from).filter((from) => !names.includes(from))
      return missing.length === 0
        ? []
        : [`The mapping names columns that the header does not have: ${quoted(missing)}.`]
    }
  }
}
