/** How many code units, or as much other work, are gone through in a step: less than a millisecond, whatever they are. */
export const unitsOfStep = 8192

/**
 * Finds texts in another in time linear in it, whatever both are: the automaton of Aho and Corasick, over UTF-16 code units,
 * in which capitals of ASCII are as small letters. It takes 11 bytes of each unit of the texts. Texts have numbers from 1, the
 * longest first; 0 is none.
 */
export interface Finder {
  /** Of each number. */
  readonly lengths: Int32Array
  /** Of each number, the longest other text that it ends with. */
  readonly shorter: Int32Array
  /**
   * Goes on from a node over a part of a text, and returns the node it comes to. It begins at 0. What is found is the longest
   * text that ends at a place, which is told as the index behind it, with what it was until then.
   */
  readonly goOn: (node: number, text: string, from: number, to: number, found: Found) => number
}

type Found = (number: number, end: number) => void

/** The names of headers arrive in small letters, and programs write others in capitals: `HTTP_X_KEY`. */
const unitAt = (text: string, at: number): number => {
  const unit = text.charCodeAt(at)
  return unit >= 65 && unit <= 90 ? unit + 32 : unit
}

/** A tree of texts. Most nodes have one child, which is the node after it. */
class Tree {
  readonly #units: Uint16Array
  /** How many children a node has: none, one, or more. */
  readonly #children: Uint8Array
  /** The other children of the few nodes with more, at most as many as there are texts. */
  readonly #others = new Map<number, Map<number, number>>()
  #count = 1

  constructor(size: number) {
    this.#units = new Uint16Array(size)
    this.#children = new Uint8Array(size)
  }

  /** Without one, 0. */
  child(node: number, unit: number): number {
    const children = this.#children[node]
    if (children === 0) return 0
    if (this.#units[node + 1] === unit) return node + 1
    return children === 1 ? 0 : (this.#others.get(node)?.get(unit) ?? 0)
  }

  /** Each child, with its unit. */
  *children(node: number): Generator<readonly [child: number, unit: number]> {
    if (this.#children[node] === 0) return
    yield [node + 1, this.#units[node + 1]!]
    for (const [unit, child] of this.#others.get(node) ?? []) yield [child, unit]
  }

  /** The longest come first: a node that has no child is the last one, so its child is the next. */
  add(node: number, unit: number): number {
    const child = this.#count++
    this.#units[child] = unit
    if (child === node + 1) {
      this.#children[node] = 1
      return child
    }
    this.#children[node] = 2
    const others = this.#others.get(node) ?? new Map<number, number>()
    this.#others.set(node, others.set(unit, child))
    return child
  }
}

/** A finder of texts, none of them empty, the longest first; of those that differ in case alone, of one. It is made by steps. */
export function* makeFinder(texts: ReadonlyArray<string>): Generator<void, Finder> {
  const size = texts.reduce((sum, { length }) => sum + length, 1)
  const tree = new Tree(size)
  /** Of each node, the longest text that ends there. */
  const ends = new Int32Array(size)
  /** Of each node, the one of the longest other beginning of a text that ends there. */
  const shorterNodes = new Int32Array(size)
  const lengths = Int32Array.from([0, ...texts.map(({ length }) => length)])
  const shorter = new Int32Array(texts.length + 1)

  const next = (from: number, unit: number): number => {
    for (let node = from; ; node = shorterNodes[node]!) {
      const child = tree.child(node, unit)
      if (child !== 0 || node === 0) return child
    }
  }

  for (const [index, text] of texts.entries()) {
    let node = 0
    for (let at = 0; at < text.length; at++) {
      const unit = unitAt(text, at)
      node = tree.child(node, unit) || tree.add(node, unit)
    }
    ends[node] = index + 1
    yield
  }

  // Nodes of one depth after those of the one before, which are at most as many as the texts.
  for (let level = [0]; level.length > 0;) {
    const deeper: Array<number> = []
    for (const node of level) {
      for (const [child, unit] of tree.children(node)) {
        const other = node === 0 ? 0 : next(shorterNodes[node]!, unit)
        shorterNodes[child] = other
        if (ends[child] === 0) ends[child] = ends[other]!
        else shorter[ends[child]!] = ends[other]!
        deeper.push(child)
      }
    }
    level = deeper
    yield
  }

  const goOn: Finder["goOn"] = (from, text, begin, to, found) => {
    let node = from
    for (let at = begin; at < to; at++) {
      node = next(node, unitAt(text, at))
      const number = ends[node]!
      if (number !== 0) found(number, at + 1)
    }
    return node
  }
  return { lengths, shorter, goOn }
}

/** Goes over a text by steps. */
export function* find({ goOn }: Finder, text: string, found: Found): Generator<void, void> {
  let node = 0
  for (let from = 0; from < text.length; from += unitsOfStep) {
    if (from > 0) yield
    node = goOn(node, text, from, Math.min(text.length, from + unitsOfStep), found)
  }
}
