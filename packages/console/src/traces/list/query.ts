import { operators } from "@agent-operations/contract"
import type { Schema } from "effect"
import type { Visit } from "../../context.ts"
import type { ListInput } from "../port.ts"

/** A condition as somebody typed it. */
export interface Condition {
  readonly field: string
  readonly operator: string
  readonly value: string
}

/** What somebody asked for, as they typed it; empty where they did not. */
export interface Asked {
  readonly search: string
  /** A name of `ranges`. */
  readonly range: string
  readonly from: string
  readonly to: string
  readonly status: string
  readonly user: string
  readonly environment: string
  readonly conditions: ReadonlyArray<Condition>
}

const hour = 3_600_000

/** How far back a list looks, by how it is chosen. */
export const ranges: Readonly<Record<string, { readonly label: string; readonly millis: number }>> = {
  "1h": { label: "Last hour", millis: hour },
  "24h": { label: "Last 24 hours", millis: 24 * hour },
  "7d": { label: "Last 7 days", millis: 7 * 24 * hour },
  "30d": { label: "Last 30 days", millis: 30 * 24 * hour }
}

export const statuses = ["running", "success", "error", "incomplete"]

/** How many conditions the form has. */
export const mostConditions = 3

/** Reads the query of the list. */
export const askedIn = ({ query, url }: Pick<Visit, "query"> & { readonly url: Pick<URL, "searchParams"> }): Asked => {
  const text = (name: string) => query(name)?.trim() ?? ""
  const all = (name: string) => url.searchParams.getAll(name)
  const [fields, operators, values] = [all("field"), all("operator"), all("value")]
  return {
    search: text("search"),
    range: Object.hasOwn(ranges, text("range")) ? text("range") : "",
    from: text("from"),
    to: text("to"),
    status: text("status"),
    user: text("user"),
    environment: text("environment"),
    conditions: fields
      .map((field, n) => ({ field: field.trim(), operator: operators[n] ?? "eq", value: values[n] ?? "" }))
      .filter(({ field }) => field !== "")
      .slice(0, mostConditions)
  }
}

/** A time as a field of a form has it, in UTC: `2026-11-20T10:00`. One that is none stays as it is, and is refused. */
const timeOf = (typed: string): string => {
  const local = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?$/
  if (!local.test(typed)) return typed
  return typed.length === 16 ? `${typed}:00Z` : `${typed}Z`
}

/** What a field of a form shows of a time. */
export const localTime = (time: string): string => time.replace(/(?:\.000)?Z$/, "")

const literal = (typed: string): Schema.Json => {
  const text = typed.trim()
  return /^(?:true|false|null|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)$/.test(text) ? (JSON.parse(text) as Schema.Json) : typed
}

/** What a field holds that is compared with a text, whatever the text looks like. */
const texts = new Set(["id", "name", "status", "userId", "sessionId", "environment", "release", "tags"])

const valueOf = ({ field, operator, value }: Condition): { readonly value?: Schema.Json } => {
  const one = (typed: string): Schema.Json => (texts.has(field.replace(/^trace\./, "")) ? typed.trim() : literal(typed))
  if (operator === "exists") return { value: value.trim() !== "false" }
  return { value: operator === "in" ? value.split(",").map((part) => one(part.trim())) : one(value) }
}

type Filters = NonNullable<ListInput["filters"]>

const isOperator = (text: string): text is Filters[number]["operator"] =>
  (operators as ReadonlyArray<string>).includes(text)

const conditionOf = (condition: Condition): Filters[number] => ({
  field: condition.field,
  operator: isOperator(condition.operator) ? condition.operator : "eq",
  ...valueOf(condition)
})

const equals = (field: string, value: string): Filters => (value === "" ? [] : [{ field, operator: "eq", value }])

/** What the list is asked for, at a moment in milliseconds. */
export const inputOf = (asked: Asked, now: number): Omit<ListInput, "limit" | "cursor"> => {
  const back = ranges[asked.range]
  const from = back === undefined ? timeOf(asked.from) : new Date(now - back.millis).toISOString()
  const to = back === undefined ? timeOf(asked.to) : ""
  const filters = [
    ...asked.conditions.map(conditionOf),
    ...equals("trace.status", asked.status),
    ...equals("trace.userId", asked.user),
    ...equals("trace.environment", asked.environment)
  ]
  return {
    ...(asked.search !== "" && { search: asked.search }),
    ...(from !== "" && { from }),
    ...(to !== "" && { to }),
    ...(filters.length > 0 && { filters })
  }
}

/** The query that asks for the same; a range that ends now is where it began, so that the pages of a list are of one. */
export const queryOf = (asked: Asked, input: Pick<ListInput, "from" | "to">, cursor?: string): URLSearchParams => {
  const query = new URLSearchParams()
  const { conditions, search, status, user, environment } = asked
  const { from = "", to = "" } = input
  for (const [name, value] of Object.entries({ search, from, to, status, user, environment })) {
    if (value !== "") query.set(name, value)
  }
  for (const { field, operator, value } of conditions) {
    query.append("field", field)
    query.append("operator", operator)
    query.append("value", value)
  }
  if (cursor !== undefined) query.set("cursor", cursor)
  return query
}

/** Whether somebody asked for anything. */
export const isPlain = (asked: Asked): boolean => queryOf(asked, asked).size === 0 && asked.range === ""
