import { keysOf } from "@agent-operations/error-envelope/pointer"
import { Result } from "effect"
import type { Parts } from "../parts.ts"
import type { Faults } from "./fault.ts"

type Body = Record<string, unknown>

const isObject = (value: unknown): value is Body => typeof value === "object" && value !== null && !Array.isArray(value)

const changed = (body: unknown, part: "source" | "settings", change: (value: Body) => unknown) =>
  isObject(body) && isObject(body[part]) ? { ...body, [part]: change(body[part]) } : body

/** Changes what is decoded of a source or settings; what is no right part any more is refused. */
const decoding =
  (part: "source" | "settings", change: (value: Body) => unknown) =>
  (right: Parts): Partial<Parts> => ({
    decode: (operation, body) => right.decode(operation, changed(body, part, change))
  })

/** Takes a source or settings that are refused, once they are changed. */
const taking =
  (part: "source" | "settings", change: (value: Body) => unknown) =>
  (right: Parts): Partial<Parts> => ({
    decode: (operation, body) => {
      const decoded = right.decode(operation, body)
      return Result.isSuccess(decoded) ? decoded : right.decode(operation, changed(body, part, change))
    }
  })

/** Changes each item of a list of settings. */
const items = (list: string, change: (item: Body) => unknown) => (settings: Body) =>
  Array.isArray(settings[list]) ? { ...settings, [list]: (settings[list] as Array<Body>).map(change) } : settings

const refusedWhere = (name: string, isSo: (value: string) => boolean) => (value: Body) =>
  typeof value[name] === "string" && isSo(value[name]) ? null : value

const cut = (name: string, bytes: number) => (value: Body) => ({
  ...value,
  [name]: Buffer.from(String(value[name]))
    .subarray(0, bytes)
    .toString()
    .replace(/\ufffd$/, "")
})

const code = { law: "E3", requirement: "page_view.source" } as const
const field = { law: "E3", requirement: "custom_field.source" } as const

export const builtIn: Faults = {
  "cuts code that is too long": { ...code, wrong: taking("source", cut("code", 262_144)) },
  "measures code in characters": {
    ...code,
    wrong: taking("source", (source) =>
      typeof source["code"] === "string" && source["code"].length <= 262_144 ? cut("code", 262_000)(source) : source
    )
  },
  "takes code of less than 256 KiB": {
    ...code,
    wrong: decoding(
      "source",
      refusedWhere("code", (text) => Buffer.byteLength(text) >= 262_144)
    )
  },
  "leaves the code of a table out": {
    ...code,
    wrong: taking("source", (source) => (source["type"] === "table" ? { type: "table" } : source))
  },
  "refuses code that cannot be parsed": {
    law: "E3",
    requirement: "page_view.draft",
    wrong: decoding(
      "source",
      refusedWhere("code", (text) => text.includes("const = ;"))
    )
  },
  "refuses a formula that cannot be parsed": {
    law: "E3",
    requirement: "page_view.draft",
    wrong: decoding(
      "source",
      refusedWhere("expression", (text) => text.endsWith("*"))
    )
  },
  "has no page views of reviews": {
    law: "E3",
    requirement: "page_view.target",
    wrong: decoding(
      "settings",
      refusedWhere("target", (target) => target === "reviews")
    )
  },
  "takes page views of a span": {
    law: "E3",
    requirement: "page_view.target",
    wrong: taking("settings", (settings) =>
      settings["target"] === "span" ? { ...settings, target: "trace" } : settings
    )
  },
  "hides no column by default": {
    law: "E4",
    requirement: "page_view.columns",
    wrong: decoding(
      "settings",
      items("columns", (column) => ({ hidden: false, ...column }))
    )
  },
  "rounds the width of a column": {
    law: "E4",
    requirement: "page_view.columns",
    wrong: decoding(
      "settings",
      items("columns", (column) =>
        typeof column["width"] === "number" ? { ...column, width: Math.round(column["width"]) } : column
      )
    )
  },
  "has no operator exists": {
    law: "E3",
    requirement: "page_view.filters",
    wrong: decoding(
      "settings",
      items("filters", (filter) => refusedWhere("operator", (operator) => operator === "exists")(filter))
    )
  },
  "compares with null where no value is given": {
    law: "E4",
    requirement: "page_view.filters",
    wrong: decoding(
      "settings",
      items("filters", (filter) => ({ value: null, ...filter }))
    )
  },
  "takes a filter for equal where it has no operator": {
    law: "E3",
    requirement: "page_view.filters",
    wrong: taking(
      "settings",
      items("filters", (filter) => ({ operator: "eq", ...filter }))
    )
  },
  "sorts upwards whatever is asked for": {
    law: "E4",
    requirement: "page_view.sort",
    wrong: decoding(
      "settings",
      items("sort", (sort) => (sort["direction"] === "desc" ? { ...sort, direction: "asc" } : sort))
    )
  },
  "sorts by a field once": {
    law: "E4",
    requirement: "page_view.sort",
    wrong: decoding("settings", (settings) =>
      Array.isArray(settings["sort"])
        ? {
            ...settings,
            sort: [...new Map((settings["sort"] as Array<Body>).map((one) => [one["field"], one])).values()]
          }
        : settings
    )
  },
  "groups by the ID where nothing is said": {
    law: "E4",
    requirement: "page_view.defaults",
    wrong: (right) => ({
      answer: (data) =>
        right.answer(JSON.parse(JSON.stringify(data).replaceAll('"groupBy":null', '"groupBy":"trace.id"')))
    })
  },
  "has null for settings that are left out": {
    law: "E4",
    requirement: "page_view.defaults",
    wrong: decoding("settings", (settings) => ("target" in settings ? { extra: null, ...settings } : settings))
  },
  "measures a formula in characters": {
    ...field,
    wrong: taking("source", (source) =>
      typeof source["expression"] === "string" && source["expression"].length <= 8192
        ? cut("expression", 8000)(source)
        : source
    )
  },
  "cuts a formula that is too long": { ...field, wrong: taking("source", cut("expression", 8192)) },
  "takes a formula for one in CEL where it does not say": {
    ...field,
    wrong: taking("source", (source) => ("expression" in source ? { ...source, language: "cel" } : source))
  },
  "takes no pointer to the whole record": {
    ...field,
    wrong: decoding(
      "source",
      refusedWhere("pointer", (pointer) => pointer === "")
    )
  },
  "reads the escapes of a pointer": {
    law: "E4",
    requirement: "custom_field.source",
    wrong: decoding("source", (source) =>
      typeof source["pointer"] === "string"
        ? {
            ...source,
            pointer: keysOf(source["pointer"])
              .map((key) => `/${key}`)
              .join("")
          }
        : source
    )
  },
  "has no durations": {
    law: "E3",
    requirement: "custom_field.target",
    wrong: decoding(
      "settings",
      refusedWhere("valueType", (type) => type === "duration")
    )
  },
  "takes an empty unit for none": {
    law: "E4",
    requirement: "custom_field.target",
    wrong: decoding("settings", (settings) => (settings["unit"] === "" ? { ...settings, unit: null } : settings))
  }
}
