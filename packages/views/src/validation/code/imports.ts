import { type AnyNode, type Node, startOf, textOf } from "./ast.ts"
import type { Fault } from "./parse.ts"

/**
 * The module that a node brings in, if it may not: by a static import, an export from, `import x = require()`, a
 * dynamic import, a type's import or `require()`. A specifier has to equal one on the list: a subpath is another
 * module.
 */
export const forbiddenImport = (node: Node, allowed: ReadonlySet<string>): Fault | undefined => {
  const source = sourceOf(node)
  if (source === undefined) return undefined
  const specifier = textOf(source)
  if (specifier !== undefined && allowed.has(specifier)) return undefined
  const message =
    specifier === undefined
      ? "The module to import must be a string literal."
      : `${JSON.stringify(specifier)} may not be imported; allowed: ${[...allowed].join(", ") || "none"}.`
  return { message, offset: startOf(source) }
}

const sourceOf = (node: Node): AnyNode | undefined => {
  switch (node.type) {
    case "ImportDeclaration":
    case "ExportNamedDeclaration":
    case "ExportAllDeclaration":
    case "ImportExpression":
    case "TSImportType":
      return node.source ?? undefined
    case "TSExternalModuleReference":
      return node.expression
    case "CallExpression":
      return node.callee.type === "Identifier" && node.callee.name === "require" ? node.arguments[0] : undefined
    default:
      return undefined
  }
}
