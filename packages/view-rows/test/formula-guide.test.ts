import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Environment } from "@marcbachmann/cel-js"
import { options, registerOperators } from "@agent-operations/views/formulas"
import { analyse } from "@agent-operations/views/validation"
import { describe, expect, it } from "vitest"
import type { JsonValue } from "../src/formulas/protocol.ts"
import { cellOf, formula, raw } from "./rows.ts"

const guide = readFileSync(join(import.meta.dirname, "..", "..", "..", "docs", "formulas.md"), "utf8")

const cellsOf = (line: string) =>
  line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll("\\|", "|"))

const codeIn = (cell = "") => /^`(.*)`$/.exec(cell)?.[1]

/** The rows of every table of the page, by the names of their columns. */
const rows = [...guide.matchAll(/(?:^\|.*\n)+/gm)].flatMap(([table]) => {
  const [names, , ...lines] = table.trim().split("\n").map(cellsOf)
  return lines.map((cells) => Object.fromEntries(names!.map((name, at) => [name, cells[at]] as const)))
})

const examples = rows.flatMap((row) => {
  const [expression, value] = [codeIn(row["Example"] ?? row["Formula"]), codeIn(row["Value"])]
  return expression === undefined || value === undefined ? [] : [[expression, value] as const]
})

const trace = raw(JSON.parse(/```json\n([\s\S]*?)```/.exec(guide)![1]!) as Readonly<Record<string, JsonValue>>)

const isValid = (expression: string) =>
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
  })

describe("docs/formulas.md", () => {
  it("has an example in every table of functions, macros and operators", () => {
    const listed = rows.filter((row) => "Value" in row)
    expect(listed.length).toBeGreaterThan(120)
    expect(examples).toHaveLength(listed.length)
  })

  it.each(examples)("%s is valid, and is %s", (expression, value) => {
    expect(isValid(expression)).toMatchObject({ valid: true, issues: [] })
    expect(cellOf(formula(expression), trace)).toEqual({ value: JSON.parse(value) })
  })
})

const { functions } = registerOperators(new Environment(options)).getDefinitions()

/** Declared by the library, which leaves them out of every environment without optional types. */
const optionals = /^optional|^OptionalNamespace|\(OptionalNamespace\)|\(CelNamespace\)/

const short = (signature: string) =>
  signature
    .replaceAll("google.protobuf.Timestamp", "timestamp")
    .replaceAll("google.protobuf.Duration", "duration")
    .replaceAll("CelNamespace.", "cel.")
    .replaceAll("list<dyn>", "list")
    .replaceAll("map<dyn, dyn>", "map")
    .replace(/^type\(.*\)/, "type(any)")

/** A function with its result. What a macro is given is told by how much it is. */
const told = (call: string, result: string, isMacro: boolean) => {
  const [, name, given] = /^(.*?)\((.*)\)$/.exec(call)!
  const count = given === "" ? 0 : given!.split(",").length
  return isMacro ? `${name} of ${count}` : `${call}: ${result}`
}

const isMacro = (signature: string) => /\bast\b/.test(signature)

const declared = functions
  .map(({ signature }) => signature)
  .filter((signature) => !optionals.test(signature))
  .map((signature) => {
    const [, call, result] = /^(.*\)): (.*)$/.exec(short(signature))!
    return told(call!, result!, isMacro(signature))
  })

const documented = rows.flatMap((row) => {
  const macro = codeIn(row["Macro"])
  const call = macro ?? codeIn(row["Function"])
  return call === undefined ? [] : [told(call, codeIn(row["Result"]) ?? "", macro !== undefined)]
})

/** Each operator of the engine, by how many it stands between. */
const operators = ["+", "-", "*", "/", "%", "==", "!=", "<", "<=", ">", ">=", "in", "&&", "||", "!", "?:", ".", "[]"]

describe("docs/formulas.md lists what formulas may use, and no more", () => {
  it("functions and macros, as the environment declares them", () => {
    expect(documented.toSorted()).toEqual([...new Set(declared)].toSorted())
  })

  it("operators", () => {
    expect([...new Set(rows.flatMap((row) => codeIn(row["Operator"]) ?? []))]).toEqual(operators)
  })
})
