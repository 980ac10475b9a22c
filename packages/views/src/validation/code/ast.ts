import type { Expression, File } from "@babel/parser"

export type Program = File["program"]
export type Statement = Program["body"][number]
type ImportDeclaration = Extract<Statement, { type: "ImportDeclaration" }>
type Declarator = Extract<Statement, { type: "VariableDeclaration" }>["declarations"][number]
type Pattern = Declarator["id"] | Extract<Statement, { type: "FunctionDeclaration" }>["params"][number]
export type ObjectPattern = Extract<Pattern, { type: "ObjectPattern" }>
type JSXName = Extract<Expression, { type: "JSXElement" }>["openingElement"]["name"]
type Type = Extract<Expression, { type: "TSAsExpression" }>["typeAnnotation"]
type ModuleReference = Extract<Statement, { type: "TSImportEqualsDeclaration" }>["moduleReference"]

/** The nodes that the checks look at; a walk meets others too, which match no case. */
export type Node =
  | Statement
  | Expression
  | Pattern
  | Declarator
  | ObjectPattern["properties"][number]
  | ImportDeclaration["specifiers"][number]
  | JSXName
  | Type
  | ModuleReference

/** A node as its parent types it, which may be wider than `Node`. */
export interface AnyNode {
  readonly type: string
  readonly start?: number | null
}

export const startOf = (node: AnyNode): number => node.start ?? 0

/** An expression without the type annotations around it: `custom` in `(custom as any)!`. */
export const unwrap = (node: AnyNode): Node => {
  let inner = node as Node
  while (
    inner.type === "TSAsExpression" ||
    inner.type === "TSSatisfiesExpression" ||
    inner.type === "TSNonNullExpression" ||
    inner.type === "TSInstantiationExpression"
  )
    inner = inner.expression
  return inner
}

/** The text of a string literal, or of a template without expressions. */
export const textOf = (node: AnyNode): string | undefined => {
  const literal = node as Node
  if (literal.type === "StringLiteral") return literal.value
  if (literal.type !== "TemplateLiteral" || literal.expressions.length > 0) return undefined
  return literal.quasis[0]?.value.cooked ?? undefined
}

/** The name of a property that is not computed at run time: `a` in `x.a`, `x["a"]` and `{ a: y }`. */
export const nameOfKey = (key: AnyNode, computed: boolean | null | undefined): string | undefined => {
  const node = key as Node
  return computed !== true && node.type === "Identifier" ? node.name : textOf(node)
}

/** An access to a property whose name is known, as in `x.a`, `x?.a` and `x["a"]`. */
export const accessOf = (node: Node): { readonly object: Node; readonly name: string | undefined } | undefined =>
  node.type === "MemberExpression" || node.type === "OptionalMemberExpression"
    ? { object: unwrap(node.object), name: nameOfKey(node.property, node.computed) }
    : undefined
