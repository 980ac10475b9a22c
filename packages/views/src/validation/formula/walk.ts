import type { ASTNode } from "@marcbachmann/cel-js"

/** A field of a variable that a formula reads, as in `trace.name` or `custom["cost"]`. */
export interface Access {
  readonly variable: string
  /** `undefined` where the formula takes the variable as a whole, or by a computed key. */
  readonly field: string | undefined
  readonly offset: number
}

export interface Walked {
  readonly accesses: ReadonlyArray<Access>
  /** How many map literals have a key that is no literal. */
  readonly computedMaps: number
}

interface Visit {
  readonly node: ASTNode
  /** The variables that macros bind around the node. */
  readonly bound: ReadonlySet<string>
}

/** Walks a parsed formula, without recursion: a sum of 4,000 terms is 4,000 deep. */
export const walk = (root: ASTNode): Walked => {
  const accesses: Array<Access> = []
  let computedMaps = 0
  const pending: Array<Visit> = [{ node: root, bound: new Set() }]
  for (let visit = pending.pop(); visit !== undefined; visit = pending.pop()) {
    const { node, bound } = visit
    const access = accessOf(node)
    if (access !== undefined) {
      if (!bound.has(access.variable)) accesses.push(access)
      continue
    }
    if (node.op === "map" && node.args.some(([key]) => key.op !== "value")) computedMaps++
    pending.push(...visitsBelow(node, bound))
  }
  return { accesses: accesses.sort((a, b) => a.offset - b.offset), computedMaps }
}

const accessOf = (node: ASTNode): Access | undefined => {
  if (node.op === "id") return { variable: node.args, field: undefined, offset: node.pos }
  if (node.op === "." && node.args[0].op === "id") {
    return { variable: node.args[0].args, field: node.args[1], offset: node.pos }
  }
  if (node.op !== "[]") return undefined
  const [object, key] = node.args
  return object.op === "id" && key.op === "value" && typeof key.args === "string"
    ? { variable: object.args, field: key.args, offset: key.pos }
    : undefined
}

const visitsBelow = (node: ASTNode, bound: ReadonlySet<string>): ReadonlyArray<Visit> => {
  const within =
    (scope: ReadonlySet<string>) =>
    (child: ASTNode): Visit => ({ node: child, bound: scope })
  if (node.op !== "rcall") return childrenOf(node).map(within(bound))
  const [method, receiver, args] = node.args
  const [binder, ...rest] = args
  if (!binders.has(method) || binder?.op !== "id") return [receiver, ...args].map(within(bound))
  const inner = within(new Set([...bound, binder.args]))
  // `cel.bind(name, value, expression)` evaluates the value before the name is bound.
  const [outer, bodies] = method === "bind" ? [rest.slice(0, 1), rest.slice(1)] : [[], rest]
  return [...[receiver, ...outer].map(within(bound)), ...bodies.map(inner)]
}

/** The macros whose first argument names a variable. Source: the CEL specification, and its extension for bindings. */
const binders = new Set(["all", "exists", "exists_one", "map", "filter", "bind"])

const childrenOf = (node: ASTNode): ReadonlyArray<ASTNode> => {
  switch (node.op) {
    case "value":
    case "id":
      return []
    case ".":
    case ".?":
      return [node.args[0]]
    case "call":
      return node.args[1]
    case "rcall":
      return [node.args[1], ...node.args[2]]
    case "map":
      return node.args.flat()
    case "!_":
    case "-_":
      return [node.args]
    default:
      return node.args
  }
}
