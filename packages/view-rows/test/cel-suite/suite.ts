import { tests as conformance } from "@bufbuild/cel-spec/testdata/conformance.js"
import { isDeepStrictEqual } from "node:util"
import { analyse } from "@agent-operations/views/validation"
import type { JsonValue } from "../../src/formulas/protocol.ts"
import { cellOf, formula } from "../rows.ts"
import { notApplicable } from "./not-applicable.ts"

interface Value {
  readonly [kind: string]: unknown
}

/** A test of the suite, as far as it is read here. Source: cel.expr.conformance.test.SimpleTest. */
interface Test {
  readonly name?: string
  readonly expr: string
  readonly value?: Value
  readonly evalError?: unknown
  readonly typedResult?: { readonly result?: Value }
  readonly bindings?: unknown
  readonly container?: string
}

/** What a test wants: a value on the wire, a type of CEL by its name, or an error. */
export type Wanted = { readonly value: JsonValue } | { readonly type: string } | "error"

export interface Case {
  /** Its file, section and name, and its number where others have the same. */
  readonly id: string
  readonly expression: string
  readonly wanted: Wanted
}

const listOf = (value: unknown, name: string) =>
  ((value as Record<string, unknown>)[name] ?? []) as ReadonlyArray<Value>

const onWire = (value: Value): JsonValue => {
  const [[kind, inner]] = Object.entries(value) as [[string, JsonValue]]
  if (kind === "int64Value" || kind === "uint64Value") return Number(inner)
  if (kind === "listValue") return listOf(inner, "values").map(onWire)
  if (kind === "mapValue") {
    const entries = listOf(inner, "entries") as ReadonlyArray<{ readonly key: Value; readonly value: Value }>
    const keyOf = (key: JsonValue) => (typeof key === "string" ? key : JSON.stringify(key))
    return Object.fromEntries(entries.map((entry) => [keyOf(onWire(entry.key)), onWire(entry.value)]))
  }
  if (kind === "objectValue") {
    const { "@type": type, value: text } = inner as { readonly "@type": string; readonly value: string }
    return type.endsWith("Timestamp") ? new Date(text).toISOString() : Number.parseFloat(text) * 1000
  }
  return inner
}

const wantedOf = ({ value = { boolValue: true }, evalError, typedResult }: Test): Wanted => {
  if (evalError !== undefined) return "error"
  const wanted = typedResult?.result ?? value
  if (typeof wanted["typeValue"] === "string") return { type: wanted["typeValue"] }
  return { value: JSON.parse(JSON.stringify(onWire(wanted))) as JsonValue }
}

/** Protocol buffers, and variables that formulas do not have. */
const isOfHost = ({ expr, bindings, container }: Test): boolean =>
  bindings !== undefined || container !== undefined || /TestAllTypes|\bgoogle\.protobuf\.\w+\s*\{/u.test(expr)

/** The sections of the suite, by file and name, as it has them. */
export const sections = (conformance.suites ?? []).flatMap((file) =>
  (file.suites ?? []).map((section) => ({
    file: file.name,
    name: `${file.name}/${section.name}`,
    tests: section.tests ?? []
  }))
)

const applicable = sections.filter(({ file, name }) => !(file in notApplicable) && !(name in notApplicable))

const inSections = applicable.flatMap(({ name, tests }) =>
  tests.map(({ original }) => ({ section: name, test: original as Test }))
)

/** How many tests of sections that apply are about what only a host of protocol buffers has. */
export const ofHost = inSections.filter(({ test }) => isOfHost(test)).length

const numbers = new Map<string, number>()

/** The tests that formulas are held to. */
export const cases: ReadonlyArray<Case> = inSections
  .filter(({ test }) => !isOfHost(test))
  .map(({ section, test }) => {
    const name = `${section}/${test.name ?? test.expr}`
    const number = (numbers.get(name) ?? 0) + 1
    numbers.set(name, number)
    return { id: number === 1 ? name : `${name} (${number})`, expression: test.expr, wanted: wantedOf(test) }
  })

const isValid = (expression: string): boolean =>
  analyse({
    root: {
      kind: "custom_field",
      id: null,
      revision: null,
      references: {},
      source: { type: "formula", language: "cel", expression },
      settings: { target: "trace", valueType: "json" }
    },
    nodes: []
  }).valid

/** What a formula is here: a value on the wire, or an error, before it runs or as it does. */
export const resultOf = (expression: string): { readonly value: JsonValue } | "error" => {
  if (!isValid(expression)) return "error"
  const cell = cellOf(formula(expression))
  return "error" in cell ? "error" : { value: JSON.parse(JSON.stringify(cell.value)) as JsonValue }
}

/** Whether formulas do as a test wants. A type is no value of a cell, and is compared in the formula. */
export const isMet = ({ expression, wanted }: Case): boolean => {
  if (wanted === "error") return resultOf(expression) === "error"
  if ("type" in wanted) return isDeepStrictEqual(resultOf(`(${expression}) == ${wanted.type}`), { value: true })
  return isDeepStrictEqual(resultOf(expression), wanted)
}
