/** A thing that uses others, by their keys. */
export interface Node {
  readonly key: string
  readonly uses: ReadonlyArray<string>
}

/** A node in an order, with what it uses that is not before it, since they use each other in a circle, or it itself. */
export interface Ordered {
  readonly key: string
  readonly later: ReadonlySet<string>
}

/**
 * Orders nodes so that each comes after what it uses, but for circles. What is used and is no node counts for nothing.
 *
 * @example
 * usedFirst([{ key: "view", uses: ["field"] }, { key: "field", uses: [] }]).map(({ key }) => key) // ["field", "view"]
 */
export const usedFirst = (nodes: ReadonlyArray<Node>): ReadonlyArray<Ordered> => {
  const byKey = new Map(nodes.map((node) => [node.key, node]))
  const ordered: Array<Ordered> = []
  const entered = new Set<string>()
  const done = new Set<string>()
  // With a list of its own, as a chain may be longer than a stack is deep.
  const open: Array<{ readonly node: Node; at: number; readonly later: Set<string> }> = []
  const enter = (node: Node) => {
    entered.add(node.key)
    open.push({ node, at: 0, later: new Set() })
  }
  for (const node of nodes) {
    if (!entered.has(node.key)) enter(node)
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      const used = top.node.uses[top.at++]
      if (used === undefined) {
        open.pop()
        done.add(top.node.key)
        ordered.push({ key: top.node.key, later: top.later })
        continue
      }
      const next = byKey.get(used)
      if (next === undefined || done.has(used)) continue
      if (entered.has(used)) top.later.add(used)
      else enter(next)
    }
  }
  return ordered
}
