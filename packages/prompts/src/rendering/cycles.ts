import { type Issue, maxDepth, nameOf, type PromptGraph, type PromptNode } from "./model.ts"

/** A cycle, or a chain that is too long, and the prompt that it is told of. */
export interface Cycle extends Pick<Issue, "severity" | "code" | "message"> {
  readonly of: PromptNode
  readonly path: ReadonlyArray<string>
}

/** The aliases in the templates of prompts, each once, in their order. */
export type AliasesOf = (node: PromptNode) => Iterable<string>

/** The prompts that one includes, each under the first of its aliases. */
const includedBy = (node: PromptNode, { resolve }: PromptGraph, aliasesOf: AliasesOf) => {
  const included = new Map<PromptNode, string>()
  for (const alias of aliasesOf(node)) {
    if (!Object.hasOwn(node.references, alias)) continue
    const target = resolve(node.references[alias]!)
    if (target !== undefined && !included.has(target)) included.set(target, alias)
  }
  return included
}

/** The references by which prompts include themselves, each that closes a cycle, so many at most; and that they go too deep. */
export const cycles = (graph: PromptGraph, aliasesOf: AliasesOf, most: number): ReadonlyArray<Cycle> => {
  const found: Array<Cycle> = []
  /** How deep each goes, of those that are done. */
  const depths = new Map<PromptNode, number>()
  const open: Array<PromptNode> = []
  const visit = (node: PromptNode): number => {
    const known = depths.get(node)
    if (known !== undefined) return known
    open.push(node)
    let deepest = 0
    for (const [target, alias] of includedBy(node, graph, aliasesOf)) {
      if (open.includes(target)) {
        if (found.length >= most) continue
        const around = [...open.slice(open.indexOf(target)), target].map(nameOf).join(" -> ")
        const message = `These prompts include one another: ${around}.`
        found.push({ of: node, severity: "error", code: "REFERENCE_CYCLE", message, path: ["references", alias] })
      } else deepest = Math.max(deepest, 1 + visit(target))
    }
    open.pop()
    depths.set(node, deepest)
    return deepest
  }
  const depth = visit(graph.root)
  if (depth > maxDepth) {
    const message = `Prompts include one another ${depth} deep, and at most ${maxDepth} deep are rendered.`
    found.push({ of: graph.root, severity: "error", code: "TOO_DEEP", message, path: ["references"] })
  }
  return found
}
