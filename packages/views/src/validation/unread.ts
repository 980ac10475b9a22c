import type { DefinitionNode, Graph, UnreadGraph, UnreadNode } from "./model.ts"

/** A node as it is posted to a thread: text is copied at once, however much it is, and other values member by member. */
const lean = <N extends UnreadNode>(node: N): N => {
  if (typeof node.settings === "string") return node
  try {
    return { ...node, settings: JSON.stringify(node.settings) }
  } catch {
    // What nests too deep to be written is too deep to be posted, which is told of it.
    return node
  }
}

/** A graph as it is posted to a thread. */
export const toPost = ({ root, nodes }: UnreadGraph): UnreadGraph => ({ root: lean(root), nodes: nodes.map(lean) })

const read = (node: UnreadNode): DefinitionNode =>
  (typeof node.settings === "string" ? { ...node, settings: JSON.parse(node.settings) } : node) as DefinitionNode

/** A graph with its settings as values. The store wrote the text, so it is trusted as it is. */
export const readGraph = ({ root, nodes }: UnreadGraph): Graph => ({
  root: read(root),
  nodes: nodes.map((node) => ({ requested: node.requested, ...read(node) }))
})
