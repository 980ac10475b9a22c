import { typeOfPath } from "@agent-operations/views/formulas"
import { keysOf } from "@agent-operations/error-envelope/pointer"
import type { ASTNode } from "@marcbachmann/cel-js"
import type { Condition, FieldFilter, FieldSpec } from "./protocol.ts"
import { reading } from "./uses.ts"

type Comparison = Extract<Condition, { readonly field: string }>["operator"]
type Constant = string | number | boolean

const comparisons: Readonly<Record<string, Comparison>> = { "==": "eq", "<": "lt", "<=": "lte", ">": "gt", ">=": "gte" }

/** The same comparison, seen from its other side. */
const mirrored: Readonly<Record<Comparison, Comparison>> = { eq: "eq", lt: "gt", lte: "gte", gt: "lt", gte: "lte" }

/** How deep a formula is looked into: what is deeper narrows nothing. */
const maxDepth = 50

/** The built-in path that a node reads, such as `trace.durationMs` or `trace.attributes["customer.tier"]`. */
const pathOf = (node: ASTNode): string | undefined => {
  if (node.op === "id") return node.args
  const key = node.op === "." ? node.args[1] : keyOf(node)
  const base = key === undefined || (node.op !== "." && node.op !== "[]") ? undefined : pathOf(node.args[0])
  return base === undefined ? undefined : `${base}.${key}`
}

const keyOf = (node: ASTNode): string | undefined => {
  if (node.op !== "[]") return undefined
  const [, key] = node.args
  return key.op === "value" && typeof key.args === "string" && key.args !== "" ? key.args : undefined
}

/**
 * A path that names the same in a filter: not one whose key has a dot where dots are steps, as within `input`, and not one
 * whose key is all digits there, which may be an item of a list.
 */
const builtIn = (node: ASTNode): string | undefined => {
  const path = pathOf(node)
  if (path === undefined || typeOfPath(path, ["trace"]) === undefined) return undefined
  return /^trace\.(?:input|output|error)\./u.test(path) ? undefined : path
}

const constantOf = (node: ASTNode): Constant | undefined => {
  if (node.op === "-_") {
    const value = constantOf(node.args)
    return typeof value === "number" ? -value : undefined
  }
  if (node.op !== "value") return undefined
  const value = node.args
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : undefined
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : undefined
}

/** Fields whose values compare in filters as in formulas. Of times, texts are no times in formulas. */
const comparable = (path: string, value: Constant): boolean => {
  const type = typeOfPath(path, ["trace"])
  return type === "json" || type === typeof value
}

/**
 * What holds of a trace wherever custom fields pass filters, as far as it is plain: comparisons of built-in fields with
 * constants, `&&`, `||`, and custom fields that lead to such. Law: T14.
 */
export const impliedBy = (
  fields: ReadonlyArray<FieldSpec>,
  filters: ReadonlyArray<FieldFilter>
): ReadonlyArray<Condition> => {
  const compare = (path: string, operator: Comparison, value: Constant): Condition | undefined =>
    comparable(path, value) && !(typeof value === "boolean" && operator !== "eq")
      ? { field: path, operator, value }
      : undefined

  /** What holds where a field compares so with a value. */
  const ofField = (place: number, operator: Comparison, value: Constant, depth: number): Condition | undefined => {
    const { target, source, valueType } = fields[place]!
    if (target !== "trace" || depth > maxDepth) return undefined
    if (source.type === "formula") {
      const { ast } = reading.parse(source.expression)
      if (value === true && operator === "eq") return ofTrue(ast, fields[place]!, depth + 1)
      const path = builtIn(ast)
      return path === undefined || valueType !== typeof value ? undefined : compare(path, operator, value)
    }
    const [name, key, ...rest] = keysOf(source.pointer)
    if (rest.length > 0 || key === "" || valueType !== typeof value) return undefined
    const path = ["trace", name, ...(key === undefined ? [] : [key])].join(".")
    const open = name === "attributes" || name === "metadata"
    return (key === undefined || open) && typeOfPath(path, ["trace"]) !== undefined
      ? compare(path, operator, value)
      : undefined
  }

  /** What holds where an expression of a field is true. */
  const ofTrue = (node: ASTNode, field: FieldSpec, depth: number): Condition | undefined => {
    if (depth > maxDepth) return undefined
    switch (node.op) {
      case "&&": {
        const all = node.args.flatMap((part) => ofTrue(part, field, depth + 1) ?? [])
        return all.length === 0 ? undefined : { all }
      }
      case "||": {
        const any = node.args.flatMap((part) => ofTrue(part, field, depth + 1) ?? [])
        return any.length < node.args.length ? undefined : { any }
      }
      case "==":
      case "<":
      case "<=":
      case ">":
      case ">=": {
        const [left, right] = node.args
        const operator = comparisons[node.op]!
        return (
          ofComparison(left, operator, constantOf(right), field, depth) ??
          ofComparison(right, mirrored[operator], constantOf(left), field, depth)
        )
      }
      default:
        return ofComparison(node, "eq", true, field, depth)
    }
  }

  const ofComparison = (
    node: ASTNode,
    operator: Comparison,
    value: Constant | undefined,
    field: FieldSpec,
    depth: number
  ): Condition | undefined => {
    if (value === undefined) return undefined
    const path = builtIn(node)
    if (path !== undefined) return compare(path, operator, value)
    const [, alias] = /^custom\.(\w+)$/u.exec(pathOf(node) ?? "") ?? []
    const place = alias !== undefined && Object.hasOwn(field.aliases, alias) ? field.aliases[alias] : undefined
    return place === undefined ? undefined : ofField(place, operator, value, depth + 1)
  }

  return filters.flatMap(({ field, operator, value }) => {
    const known = Object.values(comparisons).find((one) => one === operator)
    if (known === undefined || (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean"))
      return []
    return ofField(field, known, value, 0) ?? []
  })
}
