/** Puts spans under their parents. Whatever they say of their parents, each span is there once, and nothing recurses. */

/** What the tree is made of. */
export interface Node {
  readonly id: string
  readonly parentId: string | null
  readonly startNano: string
}

/** Why a span stands at the top that names a parent. */
export type Detached = "orphan" | "cycle" | "elsewhere"

/** A span in its place. */
export interface Row<S extends Node> {
  readonly span: S
  /** 0 for those at the top. */
  readonly depth: number
  /** How many spans come below it, in all. */
  readonly below: number
  readonly detached: Detached | undefined
}

const before = (a: Node, b: Node) => {
  const [left, right] = [BigInt(a.startNano), BigInt(b.startNano)]
  if (left !== right) return left < right ? -1 : 1
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}

/** Walks up from a span to one that is met twice: a span of the cycle that it hangs from. */
const onCycle = <S extends Node>(from: S, byId: ReadonlyMap<string, S>): S => {
  const met = new Set<string>()
  let at = from
  while (!met.has(at.id)) {
    met.add(at.id)
    at = byId.get(at.parentId!)!
  }
  return at
}

/**
 * Spans in the order of a tree: each before those below it, siblings by (start, ID). A span without a parent is at the top,
 * and so is one whose parent is not among them: an orphan, or `elsewhere` where `isElsewhere` knows the parent to be, or may
 * be, in another part of the trace. Of spans that are each other's parents, one is at the top.
 */
export const treeOf = <S extends Node>(
  spans: ReadonlyArray<S>,
  isElsewhere: (parentId: string) => boolean = () => false
): ReadonlyArray<Row<S>> => {
  const byId = new Map(spans.map((span) => [span.id, span]))
  const sorted = [...byId.values()].sort(before)
  const children = new Map<string, Array<S>>()
  const top: Array<readonly [S, Detached | undefined]> = []
  for (const span of sorted) {
    const { parentId } = span
    if (parentId === null) top.push([span, undefined])
    else if (!byId.has(parentId)) top.push([span, isElsewhere(parentId) ? "elsewhere" : "orphan"])
    else {
      const siblings = children.get(parentId)
      if (siblings === undefined) children.set(parentId, [span])
      else siblings.push(span)
    }
  }
  const rows: Array<{ span: S; depth: number; below: number; detached: Detached | undefined }> = []
  const placed = new Set<string>()
  const place = (root: S, detached: Detached | undefined) => {
    const first = rows.length
    const open: Array<readonly [S, number, Detached | undefined]> = [[root, 0, detached]]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const [span, depth, detached] = next
      if (placed.has(span.id)) continue
      placed.add(span.id)
      rows.push({ span, depth, below: 0, detached })
      for (const child of (children.get(span.id) ?? []).toReversed()) open.push([child, depth + 1, undefined])
    }
    countBelow(rows, first)
  }
  for (const [span, detached] of top) place(span, detached)
  for (const span of sorted) if (!placed.has(span.id)) place(onCycle(span, byId), "cycle")
  return rows
}

/** Counts what is below each row from one on, from the last to the first. */
const countBelow = (rows: ReadonlyArray<{ depth: number; below: number }>, first: number) => {
  const ofDepth: Array<number> = []
  for (let n = rows.length - 1; n >= first; n--) {
    const row = rows[n]!
    row.below = ofDepth[row.depth + 1] ?? 0
    ofDepth.length = row.depth + 1
    ofDepth[row.depth] = (ofDepth[row.depth] ?? 0) + row.below + 1
  }
}
