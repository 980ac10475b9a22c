import { type AnyNode, type Node, type Program, startOf, type Statement, unwrap } from "./ast.ts"
import type { Fault } from "./parse.ts"

/**
 * Why a module's default export can't be a component; undefined where it can: a function, a class, or an expression
 * that may yield one, such as `memo(View)`. What a name stands for is followed inside the module; a name from another
 * module may stand for anything.
 */
export const defaultExportFault = ({ body }: Program): Fault | undefined => {
  const exported = body.map(defaultExportOf).find((found) => found !== undefined)
  if (exported === undefined) return { message: "The module has no default export; it should be a component." }
  return exported === "from elsewhere" || mayBeComponent(exported, body)
    ? undefined
    : { message: "The default export is not a component: a function or a class.", offset: startOf(exported) }
}

/** What a statement exports as the default, except where it is a type. */
const defaultExportOf = (statement: Statement): AnyNode | "from elsewhere" | undefined => {
  if (statement.type === "ExportDefaultDeclaration") {
    return onlyTypes.has(statement.declaration.type) ? undefined : statement.declaration
  }
  if (statement.type !== "ExportNamedDeclaration" || statement.exportKind === "type") return undefined
  for (const specifier of statement.specifiers) {
    if (specifier.type !== "ExportSpecifier" || specifier.exportKind === "type") continue
    const { exported, local } = specifier
    if ((exported.type === "Identifier" ? exported.name : exported.value) !== "default") continue
    return statement.source ? "from elsewhere" : local
  }
  return undefined
}

const onlyTypes = new Set(["TSDeclareFunction", "TSInterfaceDeclaration"])

const mayBeComponent = (exported: AnyNode, body: ReadonlyArray<Statement>): boolean => {
  const known = namesOf(body)
  const seen = new Set<string>()
  let node = unwrap(exported)
  while (node.type === "Identifier") {
    if (node.name === "undefined" || seen.has(node.name)) return false
    if (!known.has(node.name)) return true
    seen.add(node.name)
    const value = known.get(node.name)
    if (value === undefined) return false
    node = unwrap(value)
  }
  return components.has(node.type)
}

/** What the names at the top of a module are sure to stand for: a value, or undefined for what is only a type. */
const namesOf = (body: ReadonlyArray<Statement>): ReadonlyMap<string, Node | undefined> => {
  const types = new Map<string, undefined>()
  const values = new Map<string, Node>()
  const unsure = new Set<string>()
  for (const statement of body) {
    const node = statement.type === "ExportNamedDeclaration" ? (statement.declaration ?? statement) : statement
    switch (node.type) {
      case "FunctionDeclaration":
      case "ClassDeclaration":
        if (node.id) values.set(node.id.name, node)
        break
      case "VariableDeclaration":
        for (const { id, init } of node.declarations) {
          if (id.type !== "Identifier") continue
          if (node.kind === "const" && init) values.set(id.name, init)
          else unsure.add(id.name)
        }
        break
      case "ImportDeclaration":
        for (const { local } of node.specifiers) unsure.add(local.name)
        break
      case "TSInterfaceDeclaration":
      case "TSTypeAliasDeclaration":
        types.set(node.id.name, undefined)
    }
  }
  return new Map<string, Node | undefined>([...types, ...values].filter(([name]) => !unsure.has(name)))
}

/** The expressions and declarations that are, or may yield, a component. */
const components = new Set([
  "FunctionDeclaration",
  "FunctionExpression",
  "ArrowFunctionExpression",
  "ClassDeclaration",
  "ClassExpression",
  "CallExpression",
  "OptionalCallExpression",
  "TaggedTemplateExpression",
  "MemberExpression",
  "OptionalMemberExpression",
  "ConditionalExpression",
  "LogicalExpression",
  "AssignmentExpression",
  "SequenceExpression",
  "AwaitExpression"
])
