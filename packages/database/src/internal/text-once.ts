import type { Compiler, Segment } from "effect/sql/Statement"

/** What statements begin with whose segments lead here. */
interface Node {
  readonly literals: Map<string, Node>
  parameter: Node | undefined
  /** The text of the statement that ends here. */
  text: string | undefined
}

const makeNode = (): Node => ({ literals: new Map(), parameter: undefined, text: undefined })

/** More than a program has; what writes values into its literals is forgotten rather than kept for ever. */
const maxNodes = 5_000

/** One piece of memory. What was put together with `+` would be the tree of its parts, to be walked at each look-up. */
const flat = (text: string): string => Buffer.from(text).toString()

/**
 * A compiler that puts the text of a statement together once, and then finds it by its literals: the same string each
 * time, which the driver looks up prepared statements by. Only statements of literals and parameters are remembered.
 */
export const textOnce = (compiler: Compiler): Compiler => {
  let root = makeNode()
  let nodes = 0

  const grown = (): Node => {
    nodes++
    return makeNode()
  }

  const after = (node: Node, segment: Segment, values: Array<unknown>): Node | undefined => {
    if (segment._tag === "Parameter") {
      values.push(segment.value)
      return (node.parameter ??= grown())
    }
    if (segment._tag !== "Literal" || segment.params !== undefined) return undefined
    let next = node.literals.get(segment.value)
    if (next === undefined) node.literals.set(segment.value, (next = grown()))
    return next
  }

  return {
    dialect: compiler.dialect,
    compile: (statement, withoutTransform) => {
      if (nodes > maxNodes) {
        root = makeNode()
        nodes = 0
      }
      const values: Array<unknown> = []
      let node = root
      for (const segment of statement.segments) {
        const next = after(node, segment, values)
        if (next === undefined) return compiler.compile(statement, withoutTransform)
        node = next
      }
      node.text ??= flat(compiler.compile(statement, withoutTransform)[0])
      return [node.text, values]
    },
    get withoutTransform() {
      return textOnce(compiler.withoutTransform) as never
    }
  }
}
