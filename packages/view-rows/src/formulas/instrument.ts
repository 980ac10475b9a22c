import type { Environment, ParseResult } from "@marcbachmann/cel-js"
import { byOperator, has } from "./evaluate-nodes.ts"
import { tooExpensive } from "./failures.ts"
import { bytesOfLiteral } from "./functions/bytes.ts"
import type { Comprehension, Node } from "./nodes.ts"

interface Visit {
  readonly node: Node
  /** How many comprehensions the node is run within. */
  readonly nested: number
}

const childrenOf = (node: Node, nested: number): ReadonlyArray<Visit> => {
  const here = (child: Node): Visit => ({ node: child, nested })
  const { alternate, macro } = node.meta
  if (alternate !== undefined) return [here(alternate)]
  if (macro?.args !== undefined) return macro.args.map(here)
  switch (node.op) {
    case "comprehension": {
      const { iterable, init, step } = node.args as Comprehension
      return [here(iterable), here(init), { node: step, nested: nested + 1 }]
    }
    case "call":
      return (node.args as [string, ReadonlyArray<Node>])[1].map(here)
    case "rcall": {
      const [, receiver, args] = node.args as [string, Node, ReadonlyArray<Node>]
      return [receiver, ...args].map(here)
    }
    case "map":
      return (node.args as ReadonlyArray<ReadonlyArray<Node>>).flat().map(here)
    case ".":
      return [here((node.args as [Node, string])[0])]
    case "!_":
    case "-_":
    case "accuPush":
      return [here(node.args as Node)]
    case "list":
    case "[]":
    case "?:":
      return (node.args as ReadonlyArray<Node>).map(here)
    default:
      return Array.isArray(node.args) ? (node.args as ReadonlyArray<Node>).map(here) : []
  }
}

/** How deep comprehensions may nest. Law: T15. */
const maxNested = 3

/**
 * Reads a formula to be run: null goes through it as what is not there, each step counts, and some functions are the
 * product's own. Throws where it can't be read or nests too deeply.
 */
export const instrument = (environment: Environment, expression: string): ParseResult => {
  const parsed = environment.parse(expression)
  const { ast }: { readonly ast: object } = parsed
  const root = ast as Node
  const { valid, error } = parsed.check()
  if (!valid) throw error
  const pending: Array<Visit> = [{ node: root, nested: 0 }]
  for (let visit = pending.pop(); visit !== undefined; visit = pending.pop()) {
    const { node, nested } = visit
    if (nested > maxNested) throw tooExpensive
    pending.push(...childrenOf(node, nested))
    const { alternate, macro, evaluate } = node.meta
    if (macro !== undefined && node.op === "call") macro.evaluate = has
    if (alternate !== undefined || macro !== undefined) continue
    if (node.args instanceof Uint8Array) {
      Object.assign(node, { args: bytesOfLiteral(expression.slice(node.start, node.end)) })
    }
    const wrapped = byOperator[node.op]?.(evaluate, node)
    if (wrapped !== undefined) node.setMeta("evaluate", wrapped)
  }
  return parsed
}
