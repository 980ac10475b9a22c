/** How the value of a filter is shown in a form, and read from it. */
import { spanKinds, spanTypes, traceStatuses } from "@agent-operations/contract/traces"
import { Result } from "effect"
import { parseJson } from "../../../form/json.ts"

/**
 * What the value of a filter is typed into: `json` for what no other input can show, `kept` for what is too long, which
 * stays as it is.
 */
export type ValueInput =
  | "text"
  | "number"
  | "duration"
  | "instant"
  | "boolean"
  | "exists"
  | "choice"
  | "choices"
  | "texts"
  | "numbers"
  | "json"
  | "kept"

export const valueInputs: ReadonlyArray<ValueInput> = [
  "text",
  "number",
  "duration",
  "instant",
  "boolean",
  "exists",
  "choice",
  "choices",
  "texts",
  "numbers",
  "json",
  "kept"
]

/** The longest value that has an input, in characters. */
const longest = 2000

/** The values of fields that have only a few. */
const enumerations: Readonly<Record<string, ReadonlyArray<string>>> = {
  "trace.status": traceStatuses,
  "span.status": ["running", "unset", "ok", "error"],
  "span.kind": spanKinds,
  "span.type": spanTypes
}

export const choicesOf = (field: string): ReadonlyArray<string> | undefined =>
  Object.hasOwn(enumerations, field) ? enumerations[field] : undefined

const isNumber = (text: string) => /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text) && isExact(text)
const isExact = (text: string) => Result.isSuccess(parseJson(text))

const numeral = (text: string) => (isNumber(text.trim()) ? text.trim() : JSON.stringify(text))

const linesIn = (text: string) => text.split("\n").filter((line) => line !== "")

const local = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?$/

/**
 * The JSON of what an input holds; undefined where it holds nothing. What is not as the input wants is a text, so that it
 * stays, and is refused by what checks the page view.
 *
 * @example
 * readFrom("numbers", ["1\n2.50"]) // "[1,2.50]"
 */
export const readFrom = (input: ValueInput, texts: ReadonlyArray<string>): string | undefined => {
  const [text = ""] = texts
  switch (input) {
    case "kept":
      return undefined
    case "text":
      return JSON.stringify(text)
    case "number":
    case "duration":
      return text.trim() === "" ? undefined : numeral(text)
    case "instant":
      if (text === "") return undefined
      return JSON.stringify(local.test(text) ? `${text}${text.length === 16 ? ":00" : ""}Z` : text)
    case "boolean":
    case "exists":
      return text === "" ? undefined : text === "true" || text === "false" ? text : JSON.stringify(text)
    case "choice":
      return text === "" ? undefined : JSON.stringify(text)
    case "choices":
      return JSON.stringify(texts)
    case "texts":
      return `[${linesIn(text)
        .map((line) => JSON.stringify(line))
        .join(", ")}]`
    case "numbers":
      return `[${linesIn(text).map(numeral).join(", ")}]`
    case "json":
      if (text.trim() === "") return undefined
      return isExact(text) ? text.trim() : JSON.stringify(text)
  }
}

/** JSON without the white space between its parts, where that is of several lines. */
const inOneLine = (raw: string) =>
  /[\r\n]/.test(raw) ? raw.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|\s+/g, (part) => (part.startsWith('"') ? part : "")) : raw

const candidate = (input: ValueInput, value: unknown, raw: string): ReadonlyArray<string> | undefined => {
  const text = typeof value === "string" ? value : raw
  switch (input) {
    case "kept":
      return []
    case "instant":
      return [text.replace(/Z$/, "")]
    case "choices":
      return Array.isArray(value) ? value.map(String) : undefined
    case "texts":
      return Array.isArray(value) ? [value.map(String).join("\n")] : undefined
    case "numbers":
      return Array.isArray(value) ? [value.map(String).join("\n")] : undefined
    case "json":
      return [inOneLine(raw)]
    default:
      return [text]
  }
}

/** A text as a browser gives it back: of one line, or of lines. */
const given = (input: ValueInput, text: string) => {
  const lines = input === "texts" || input === "numbers" ? text.replace(/\r\n?/g, "\n") : text.replace(/[\r\n]/g, "")
  return lines.toWellFormed().replaceAll("\0", "\uFFFD")
}

const same = (one: string, other: string) => JSON.stringify(JSON.parse(one)) === JSON.stringify(JSON.parse(other))

/** What an input shows of a value, which `readFrom` reads again; undefined where it can't show it. */
export const shownAs = (input: ValueInput, raw: string | undefined): ReadonlyArray<string> | undefined => {
  if (raw === undefined || input === "kept") return input === "choices" || input === "kept" ? [] : [""]
  if (raw.length > longest) return undefined
  const texts = candidate(input, JSON.parse(raw), raw)?.map((text) => given(input, text))
  const read = texts && readFrom(input, texts)
  return read !== undefined && same(read, raw) ? texts : undefined
}

const wantedFor = (field: string, type: string | undefined, operator: string): ReadonlyArray<ValueInput> => {
  if (field === "") return ["text"]
  if (operator === "exists") return ["exists"]
  if (operator === "in") {
    if (choicesOf(field) !== undefined) return ["choices", "texts"]
    return type === "number" || type === "duration"
      ? ["numbers"]
      : ["string", "timestamp"].includes(type ?? "")
        ? ["texts"]
        : []
  }
  if (operator === "contains") return type === "json" ? [] : ["text"]
  switch (type) {
    case "string":
      return choicesOf(field) === undefined ? ["text"] : ["choice", "text"]
    case "timestamp":
      return ["instant", "text"]
    case "strings":
      return ["texts"]
    case "number":
    case "duration":
    case "boolean":
      return [type]
    default:
      return []
  }
}

/** Whether a value is one of the few that a choice has. */
const isAmong = (field: string, texts: ReadonlyArray<string>) =>
  texts.every((text) => text === "" || choicesOf(field)?.includes(text) === true)

/**
 * What the value of a filter is typed into, by the type of its field and its operator.
 *
 * @example
 * inputFor("trace.durationMs", "number", "gt", "2000") // "number"
 */
export const inputFor = (
  field: string,
  type: string | undefined,
  operator: string,
  raw: string | undefined
): ValueInput => {
  const wanted: ReadonlyArray<ValueInput> = [...wantedFor(field, type, operator), "json"]
  return (
    wanted.find((input) => {
      const texts = shownAs(input, raw)
      if (texts === undefined) return false
      if (input === "instant") return texts[0] === "" || local.test(texts[0]!)
      return (input !== "choice" && input !== "choices") || isAmong(field, texts)
    }) ?? "kept"
  )
}
