import { formulaRecords, options, registerOperators } from "@agent-operations/views/formulas"
import { keysOf } from "@agent-operations/error-envelope/pointer"
import { Environment, type ParseResult } from "@marcbachmann/cel-js"
import { LRUCache } from "lru-cache"
import { attributeOf, cellOfThrown, valueOf } from "./cells.ts"
import { CellFailure } from "./failures.ts"
import { fieldOf } from "./field-of.ts"
import { instrument } from "./instrument.ts"
import { beginCell } from "./meter.ts"
import type { Cell, FieldSpec } from "./protocol.ts"
import type { Values } from "./records.ts"

/**
 * The environment that formulas are run in. Its operators are those that they are checked with; records are of any type,
 * since whatever is null there goes through a formula as null.
 */
const environment = registerOperators(new Environment(options))
  .registerVariable("trace", "dyn")
  .registerVariable("span", "dyn")
  .registerVariable("run", "dyn")
  .registerVariable("case", "dyn")
  .registerVariable("custom", "dyn")

type Program = ParseResult | CellFailure

const programs = new LRUCache<string, { readonly program: Program }>({ max: 500 })

const programOf = (expression: string): Program => {
  const known = programs.get(expression)
  if (known !== undefined) return known.program
  let program: Program
  try {
    program = instrument(environment, expression.toWellFormed())
  } catch (error) {
    const cell = cellOfThrown(error)
    program = "error" in cell ? new CellFailure(cell.error.code, cell.error.message) : new CellFailure("TYPE_ERROR", "")
  }
  programs.set(expression, { program })
  return program
}

/** What a field is computed of. */
export interface Scope {
  readonly values: Readonly<Record<string, Values>>
  /** Its own record as it is answered. */
  readonly wire: () => Values
  readonly custom: Values
}

/** What computes the cells of a field. */
export const computer = ({ target, source, valueType }: FieldSpec): ((scope: Scope) => Cell) => {
  const compute = (make: (scope: Scope) => Cell) => (scope: Scope) => {
    beginCell()
    try {
      return make(scope)
    } catch (error) {
      return cellOfThrown(error)
    }
  }
  if (source.type === "attribute") {
    const keys = keysOf(source.pointer)
    return compute(({ wire }) => ({ value: attributeOf(keys.reduce<unknown>(attributeStep, wire()), valueType) }))
  }
  const program = programOf(source.expression)
  if (program instanceof CellFailure) return compute(() => cellOfThrown(program))
  const records = formulaRecords[target]
  return compute(({ values, custom }) => {
    const context: Record<string, unknown> = { custom }
    for (const record of records) context[record] = values[record]
    return { value: valueOf(program(context), valueType) }
  })
}

const index = /^(?:0|[1-9]\d{0,8})$/u

/** A step of a JSON Pointer, in which a list's items are told by digits. */
const attributeStep = (value: unknown, key: string): unknown =>
  fieldOf(value, Array.isArray(value) && index.test(key) ? Number(key) : key)
