import { missing, tooExpensive } from "./failures.ts"
import { fieldOf } from "./field-of.ts"
import { spend, spendOn } from "./meter.ts"
import { spendOnComparing } from "./comparing.ts"
import type { Comprehension, Evaluate, Evaluator, Node } from "./nodes.ts"

const longestText = 1 << 20

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

const lengthOf = (value: unknown): number =>
  typeof value === "string" || Array.isArray(value) ? value.length : value instanceof Map ? value.size : 0

/** A sum of texts or lists may double at each step. */
const plus: Evaluate = (evaluator, node, context) => {
  const left = evaluator.run(node.left!, context)
  const right = evaluator.run(node.right!, context)
  if (left === null || right === null) throw missing
  const length = lengthOf(left) + lengthOf(right)
  if (length > longestText) throw tooExpensive
  spendOn(length)
  return node.handle!(left, right, node, evaluator)
}

/** `==` and `!=` compare with null, and so does `in`. */
const equality: Evaluate = (evaluator, node, context) => {
  const left = evaluator.run(node.left!, context)
  const right = evaluator.run(node.right!, context)
  spendOnComparing(left, right)
  return node.handle!(left, right, node, evaluator)
}

/** Texts of which one begins as the other does are read as far. */
const comparison: Evaluate = (evaluator, node, context) => {
  const left = evaluator.run(node.left!, context)
  const right = evaluator.run(node.right!, context)
  if (left === null || right === null) throw missing
  spendOn(Math.min(lengthOf(left), lengthOf(right)))
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

const call: Evaluate = (evaluator, node, context) => {
  const [name, given] = node.args as [string, ReadonlyArray<Node>]
  const values = given.map((one) => evaluator.run(one, context))
  if (values.includes(null) && !ofAnything.has(name)) throw missing
  spendOn(lengthOf(values[0]))
  return node.handle!(values, node, evaluator)
}

const methodCall: Evaluate = (evaluator, node, context) => {
  const values = node.receiverWithArgs!.map((one) => evaluator.run(one, context))
  if (values.includes(null)) throw missing
  spendOn(lengthOf(values[0]))
  return node.handle!(values, evaluator, node)
}

/** A map in which any name is a key. */
const mapLiteral: Evaluate = (evaluator, node, context) => {
  const made = Object.create(null) as Record<string, unknown>
  for (const [key, value] of node.args as ReadonlyArray<[Node, Node]>) {
    spend(1)
    made[String(evaluator.run(key, context))] = evaluator.run(value, context)
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
export const byOperator: Readonly<Record<string, (original: Evaluate) => Evaluate>> = {
  ".": () => accessByName,
  "[]": () => accessByKey,
  "+": () => plus,
  "==": () => equality,
  "!=": () => equality,
  in: () => membership,
  "!_": () => unary,
  "-_": () => unary,
  "&&": (original) => logical(false, original),
  "||": (original) => logical(true, original),
  "?:": () => ternary,
  call: () => call,
  rcall: () => methodCall,
  map: () => mapLiteral,
  comprehension: () => comprehension,
  accuPush: counted
}
for (const operator of ["-", "*", "/", "%"]) Object.assign(byOperator, { [operator]: () => binary })
for (const operator of ["<", "<=", ">", ">="]) Object.assign(byOperator, { [operator]: () => comparison })
