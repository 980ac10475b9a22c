import { accessOf, type AnyNode, nameOfKey, type Node, type ObjectPattern, startOf, unwrap } from "./ast.ts"
import type { Visitor } from "./walk.ts"

/** Whose `custom` it is: the component's, or that of some other value, which may be another thing of that name. */
type Owner = "component" | "other"

/** A use of `custom.<alias>`. */
interface Use {
  readonly alias: string
  readonly offset: number
  readonly owner: Owner
  /** Whether it goes by the variable `custom`, and not by `props.custom`. */
  readonly byVariable: boolean
}

export interface AliasUses {
  /** Uses whose alias has to be one of the references. */
  readonly certain: ReadonlyArray<Use>
  readonly names: ReadonlySet<string>
  /** Whether `custom` is also used as a whole or by a computed key, so that any alias may be used. */
  readonly open: boolean
}

/**
 * Collects the aliases that a component uses: `custom.a`, `custom["a"]`, `props.custom.a`, `const { a } = custom`,
 * `({ custom: { a } }) => …`. `custom` is the component's where it is not declared in the module, or comes from `props`
 * or a parameter's properties. Where the module makes another variable of that name (`const [custom, set] = …`), and
 * in `row.custom.a`, the alias counts as used but need not be known.
 */
export const aliasCollector = (): { readonly visit: Visitor; readonly collected: () => AliasUses } => {
  const uses: Array<Use> = []
  let open = false
  let shadowed = false
  /** Nodes that were looked at together with their parent. */
  const seen = new WeakSet<AnyNode>()
  /** Patterns that take a component's props apart. */
  const propsPatterns = new WeakSet<AnyNode>()

  const use = (alias: string | undefined, at: AnyNode, owner: Owner, byVariable: boolean) => {
    if (alias === undefined) open = true
    else uses.push({ alias, offset: startOf(at), owner, byVariable })
  }

  const takeApart = (pattern: ObjectPattern, owner: Owner, byVariable: boolean) => {
    for (const property of pattern.properties) {
      const alias = property.type === "ObjectProperty" ? nameOfKey(property.key, property.computed) : undefined
      use(alias, property, owner, byVariable)
    }
  }

  /** A variable or pattern gets the `custom` of an owner. */
  const bind = (target: AnyNode, owner: Owner, byVariable: boolean) => {
    const node = unwrap(target)
    const inner = node.type === "AssignmentPattern" ? unwrap(node.left) : node
    if (inner.type === "ObjectPattern") return takeApart(inner, owner, byVariable)
    if (inner.type !== "Identifier" || inner.name !== "custom") {
      open = true
      return
    }
    seen.add(inner)
    if (owner === "other") shadowed = true
  }

  const assign = (target: AnyNode, value: AnyNode) => {
    const source = unwrap(value)
    if (isProps(source)) propsPatterns.add(target)
    const custom = customOf(source)
    if (custom === undefined) return
    seen.add(source)
    bind(target, custom.owner, custom.byVariable)
  }

  const visit: Visitor = (node, { role, inType }) => {
    if (inType) return
    switch (node.type) {
      case "MemberExpression":
      case "OptionalMemberExpression": {
        const custom = customOf(unwrap(node.object))
        if (custom !== undefined) {
          seen.add(unwrap(node.object))
          use(nameOfKey(node.property, node.computed), node.property, custom.owner, custom.byVariable)
        } else if (!seen.has(node) && customOf(node) !== undefined) open = true
        return
      }
      case "JSXMemberExpression":
        if (node.object.type === "JSXIdentifier" && node.object.name === "custom") {
          use(node.property.name, node.property, "component", true)
        }
        return
      case "VariableDeclarator":
        if (node.init) assign(node.id, node.init)
        return
      case "AssignmentExpression":
        assign(node.left, node.right)
        return
      case "AssignmentPattern":
        if (role.endsWith(".params")) propsPatterns.add(node.left)
        return
      case "ObjectPattern": {
        const owner = propsPatterns.has(node) || role.endsWith(".params") ? "component" : "other"
        for (const property of node.properties) {
          if (property.type !== "ObjectProperty" || nameOfKey(property.key, property.computed) !== "custom") continue
          bind(property.value, owner, false)
        }
        return
      }
      case "Identifier":
        if (node.name !== "custom" || seen.has(node)) return
        if (declaring.has(role) || role.endsWith(".params")) shadowed = true
        else open = true
    }
  }

  return {
    visit,
    collected: () => ({
      certain: uses.filter(({ owner, byVariable }) => owner === "component" && !(byVariable && shadowed)),
      names: new Set(uses.map(({ alias }) => alias)),
      open
    })
  }
}

const customOf = (node: Node): { readonly owner: Owner; readonly byVariable: boolean } | undefined => {
  if (node.type === "Identifier") return node.name === "custom" ? { owner: "component", byVariable: true } : undefined
  const access = accessOf(node)
  if (access?.name !== "custom") return undefined
  return { owner: isProps(access.object) ? "component" : "other", byVariable: false }
}

/** `props` and `this.props`. */
const isProps = (node: Node): boolean => {
  if (node.type === "Identifier") return node.name === "props"
  const access = accessOf(node)
  return access?.name === "props" && access.object.type === "ThisExpression"
}

/** The places that declare or change a variable. */
const declaring = new Set([
  "VariableDeclarator.id",
  "FunctionDeclaration.id",
  "FunctionExpression.id",
  "ClassDeclaration.id",
  "ClassExpression.id",
  "CatchClause.param",
  "ImportSpecifier.local",
  "ImportDefaultSpecifier.local",
  "ImportNamespaceSpecifier.local",
  "TSImportEqualsDeclaration.id",
  "TSEnumDeclaration.id",
  "TSModuleDeclaration.id",
  "TSParameterProperty.parameter",
  "AssignmentPattern.left",
  "AssignmentExpression.left",
  "RestElement.argument",
  "ArrayPattern.elements"
])
