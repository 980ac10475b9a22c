import type { Node } from "./ast.ts"

/** Where a walk meets a node. */
export interface Place {
  /** The parent's type and the property that holds the node: `VariableDeclarator.id`. */
  readonly role: string
  /** Whether the node is part of a type, and so never evaluated. */
  readonly inType: boolean
}

export type Visitor = (node: Node, place: Place) => void

interface Entry extends Place {
  readonly node: Node
}

/** Walks a syntax tree, parents first, without recursion: a tree can be deeper than the stack. */
export const walk = (root: Node, visit: Visitor): void => {
  const pending: Array<Entry> = [{ node: root, role: "", inType: false }]
  for (let entry = pending.pop(); entry !== undefined; entry = pending.pop()) {
    const { node } = entry
    visit(node, entry)
    const inType = entry.inType || (node.type.startsWith("TS") && !evaluated.has(node.type))
    for (const [key, value] of Object.entries(node)) {
      if (notCode.has(key) || isPlainName(node, key)) continue
      const role = `${node.type}.${key}`
      for (const child of Array.isArray(value) ? value : [value]) {
        if (isNode(child)) pending.push({ node: child, role, inType })
      }
    }
  }
}

const notCode = new Set(["type", "start", "end", "loc", "range", "extra"])

/** Names of properties, labels, imports and exports, which read no variable. */
const isPlainName = (node: Node, key: string) =>
  ((key === "key" || key === "property") && !("computed" in node && node.computed)) ||
  key === "label" ||
  key === "imported" ||
  key === "exported" ||
  key === "meta"

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string"

/** The nodes of TypeScript that hold expressions. */
const evaluated = new Set([
  "TSAsExpression",
  "TSSatisfiesExpression",
  "TSNonNullExpression",
  "TSInstantiationExpression",
  "TSExportAssignment",
  "TSModuleDeclaration",
  "TSModuleBlock",
  "TSEnumDeclaration",
  "TSEnumBody",
  "TSEnumMember",
  "TSParameterProperty"
])
