import { UnsignedInt } from "@marcbachmann/cel-js/evaluator"
import { CellFailure, missing, tooExpensive } from "./failures.ts"
import { fieldOf } from "./field-of.ts"
import { ownFunctionsOf } from "./functions/index.ts"
import { compareTexts } from "./functions/texts.ts"
import { differenceOfTimes, sumOfTimes } from "./functions/times.ts"
import { longestText, spend, spendOn } from "./meter.ts"
import { spendOnComparing } from "./comparing.ts"
import type { Comprehension, Evaluate, Evaluator, Node } from "./nodes.ts"

const accessByName: Evaluate = (evaluator, node, context) => {
  const [value, key] = node.args as [Node, string]
  spend(1)
  return fieldOf(evaluator.run(value, context), key)
}

const accessByKey: Evaluate = (evaluator, node, context) => {
  const [value, key] = node.args as [Node, Node]
  spend(1)
  return fieldOf(evaluator.run(value, context), evaluator.run(key, context))
}

const binary: Evaluate = (evaluator, node, context) => {
  spend(1)
  const left = evaluator.run(node.left!, context)
  const right = evaluator.run(node.right!, context)
  if (left === null || right === null) throw missing
  return node.handle!(left, right, node, evaluator)
}

const minus: Evaluate = (evaluator, node, context) => {
  spend(1)
  const left = evaluator.run(node.left!, context)
  const right = evaluator.run(node.right!, context)
  if (left === null || right === null) throw missing
  return differenceOfTimes(left, right) ?? node.handle!(left, right, node, evaluator)
}

const lengthOf = (value: unknown): number => {
  if (typeof value === "string" || Array.isArray(value) || value instanceof Uint8Array) return value.length
  return value instanceof Map ? value.size : 0
}

/** A sum of texts, lists or bytes may double at each step. */
const plus: Evaluate = (evaluator, node, context) => {
  const left = evaluator.run(node.left!, context)
  const right = evaluator.run(node.right!, context)
  if (left === null || right === null) throw missing
  const length = lengthOf(left) + lengthOf(right)
  if (length > longestText) throw tooExpensive
  spendOn(length)
  return sumOfTimes(left, right) ?? node.handle!(left, right, node, evaluator)
}

/** `==` and `!=` compare with null, and so does `in`. */
const equality: Evaluate = (evaluator, node, context) => {
  const left = evaluator.run(node.left!, context)
  const right = evaluator.run(node.right!, context)
  spendOnComparing(left, right)
  return node.handle!(left, right, node, evaluator)
}

/** Texts of which one begins as the other does are read as far, and compared by code point. */
const comparison =
  (holds: (order: number) => boolean): Evaluate =>
  (evaluator, node, context) => {
    const left = evaluator.run(node.left!, context)
    const right = evaluator.run(node.right!, context)
    if (left === null || right === null) throw missing
    spendOn(Math.min(lengthOf(left), lengthOf(right)))
    if (typeof left === "string" && typeof right === "string") return holds(compareTexts(left, right))
    return node.handle!(left, right, node, evaluator)
  }

const membership: Evaluate = (evaluator, node, context) => {
  const left = evaluator.run(node.left!, context)
  const right = evaluator.run(node.right!, context)
  if (right === null) throw missing
  spend(1 + lengthOf(right))
  if (Array.isArray(right)) for (const item of right) spendOnComparing(left, item)
  return node.handle!(left, right, node, evaluator)
}

const unary: Evaluate = (evaluator, node, context) => {
  spend(1)
  const value = evaluator.run(node.args as Node, context)
  if (value === null) throw missing
  return node.handle!(value, node, evaluator)
}

const attempt = (evaluator: Evaluator, node: Node, context: unknown): unknown => {
  try {
    return evaluator.run(node, context)
  } catch (error) {
    return error
  }
}

/** `&&` and `||`: a side that decides does so though the other fails. Source: the CEL specification. */
const logical =
  (decides: boolean, original: Evaluate): Evaluate =>
  (evaluator, node, context) => {
    spend(1)
    const left = attempt(evaluator, node.left!, context)
    if (left === decides) return decides
    const right = evaluator.run(node.right!, context)
    if (right === decides) return decides
    if (left instanceof Error) throw left
    if (left === null || right === null) throw missing
    if (typeof left === "boolean" && typeof right === "boolean") return !decides
    return original(evaluator, node, context)
  }

const ternary: Evaluate = (evaluator, node, context) => {
  spend(1)
  const condition = evaluator.run(node.condition!, context)
  if (condition === null) throw missing
  return node.handle!(condition, evaluator, node, context)
}

/** The functions that take null. */
const ofAnything = new Set(["dyn", "type"])

/** What a function yields, which is bounded as a sum is. */
const bounded = (value: unknown): unknown => {
  const length = lengthOf(value)
  if (length > longestText) throw tooExpensive
  if (length > 0) spendOn(length)
  return value
}

const call = (node: Node): Evaluate => {
  const own = ownFunctionsOf(node)
  return (evaluator, node, context) => {
    const [name, given] = node.args as [string, ReadonlyArray<Node>]
    const values = given.map((one) => evaluator.run(one, context))
    if (values.includes(null) && !ofAnything.has(name)) throw missing
    spendOn(lengthOf(values[0]))
    const handler = own(values)
    return bounded(handler === undefined ? node.handle!(values, node, evaluator) : handler(...(values as Array<never>)))
  }
}

const methodCall = (node: Node): Evaluate => {
  const own = ownFunctionsOf(node)
  return (evaluator, node, context) => {
    const values = node.receiverWithArgs!.map((one) => evaluator.run(one, context))
    if (values.includes(null)) throw missing
    spendOn(lengthOf(values[0]))
    const handler = own(values)
    return bounded(handler === undefined ? node.handle!(values, evaluator, node) : handler(...(values as Array<never>)))
  }
}

const keyOf = (key: unknown): string => {
  if (key === null) throw missing
  if (typeof key === "string") return key
  if (typeof key === "number" || typeof key === "bigint" || typeof key === "boolean") return String(key)
  if (key instanceof UnsignedInt) return key.toString()
  throw new CellFailure("TYPE_ERROR", "A key of a map is a string, a number, true or false.")
}

/** A map in which any name is a key, and none twice: `1`, `1u` and `"1"` are the same name. */
const mapLiteral: Evaluate = (evaluator, node, context) => {
  const made = Object.create(null) as Record<string, unknown>
  for (const [key, value] of node.args as ReadonlyArray<[Node, Node]>) {
    spend(1)
    const name = keyOf(evaluator.run(key, context))
    if (name in made) throw new CellFailure("TYPE_ERROR", `The map has the key ${name.slice(0, 50)} twice.`)
    made[name] = evaluator.run(value, context)
  }
  // An own key of that name would be taken for the class of the object.
  return "constructor" in made ? new Map(Object.entries(made)) : made
}

const counted =
  (original: Evaluate): Evaluate =>
  (evaluator, node, context) => {
    spend(1)
    return original(evaluator, node, context)
  }

const comprehension: Evaluate = (evaluator, node, context) => {
  const items = evaluator.run((node.args as Comprehension).iterable, context)
  if (items === null) throw missing
  spend(1)
  return node.handle!(items, node.args, evaluator, context)
}

/** Whether a path leads to a value, which is not null. */
export const has = (evaluator: Evaluator, macro: unknown, context: unknown): boolean =>
  evaluator.run((macro as { readonly args: ReadonlyArray<Node> }).args[0]!, context) !== null

/** What each operator is run by, given what the library would run. */
export const byOperator: Readonly<Record<string, (original: Evaluate, node: Node) => Evaluate>> = {
  ".": () => accessByName,
  "[]": () => accessByKey,
  "+": () => plus,
  "-": () => minus,
  "==": () => equality,
  "!=": () => equality,
  in: () => membership,
  "!_": () => unary,
  "-_": () => unary,
  "&&": (original) => logical(false, original),
  "||": (original) => logical(true, original),
  "?:": () => ternary,
  call: (_, node) => call(node),
  rcall: (_, node) => methodCall(node),
  map: () => mapLiteral,
  comprehension: () => comprehension,
  accuPush: counted,
  "<": () => comparison((order) => order < 0),
  "<=": () => comparison((order) => order <= 0),
  ">": () => comparison((order) => order > 0),
  ">=": () => comparison((order) => order >= 0)
}
for (const operator of ["*", "/", "%"]) Object.assign(byOperator, { [operator]: () => binary })
