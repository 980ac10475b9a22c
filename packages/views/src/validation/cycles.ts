import { nameOf, type Resolution } from "./graph.ts"
import type { DefinitionNode, Finding } from "./model.ts"
import { pointerOf } from "@agent-operations/error-envelope/pointer"

/** A cycle of references: from `path[0]` through the others and, by `alias` of the last, back to `path[0]`. */
export interface Cycle {
  readonly path: readonly [DefinitionNode, ...ReadonlyArray<DefinitionNode>]
  readonly closing: DefinitionNode
  readonly alias: string
}

interface Frame {
  readonly node: DefinitionNode
  readonly edges: Iterator<readonly [string, DefinitionNode]>
}

/**
 * Finds the cycles among definitions, each at one revision: one for every reference that closes one, in a depth-first
 * walk from the root by alias. So there is a cycle exactly if one is found, each is found once, and cutting every
 * `closing` reference leaves none. (All elementary cycles can be exponentially many.)
 */
export const cycles = ({ definitions, resolve }: Resolution): ReadonlyArray<Cycle> => {
  const found: Array<Cycle> = []
  const done = new Set<DefinitionNode>()
  const open = new Map<DefinitionNode, number>()
  const frames: Array<Frame> = []
  const enter = (node: DefinitionNode) => {
    open.set(node, frames.length)
    frames.push({ node, edges: edgesOf(node, resolve) })
  }

  for (const start of definitions) {
    if (!done.has(start)) enter(start)
    for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
      const edge = frame.edges.next()
      if (edge.done === true) {
        frames.pop()
        open.delete(frame.node)
        done.add(frame.node)
        continue
      }
      const [alias, target] = edge.value
      const depth = open.get(target)
      if (depth !== undefined) {
        const rest = frames.slice(depth + 1).map(({ node }) => node)
        found.push({ path: [target, ...rest], closing: frame.node, alias })
      } else if (!done.has(target)) enter(target)
    }
  }
  return found
}

/** The definitions that one refers to, each under the first of its aliases. */
const edgesOf = function* (
  node: DefinitionNode,
  resolve: Resolution["resolve"]
): Generator<readonly [string, DefinitionNode]> {
  const seen = new Set<DefinitionNode>()
  for (const alias of Object.keys(node.references).sort()) {
    const reference = node.references[alias]
    const target = reference === undefined ? undefined : resolve(reference)
    if (target === undefined || seen.has(target)) continue
    seen.add(target)
    yield [alias, target]
  }
}

/** The finding that tells of a cycle, in the definition whose reference closes it. */
export const cycleFinding = ({ path, alias }: Cycle): Finding => ({
  severity: "error",
  code: "REFERENCE_CYCLE",
  path: pointerOf(["references", alias]),
  message: `These definitions use one another: ${[...path, path[0]].map(nameOf).join(" -> ")}.`
})
