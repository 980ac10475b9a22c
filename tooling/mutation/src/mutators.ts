import { hole, holes, mutateSql } from "./mutate-sql.ts"

/** What is needed of Babel's nodes and of Stryker's mutators, neither of which Stryker exports. */
interface Node {
  readonly type: string
}

interface Template extends Node {
  readonly quasis: ReadonlyArray<{ readonly value: { readonly raw: string } }>
  readonly expressions: ReadonlyArray<Node>
}

interface Tagged extends Node {
  readonly tag: { readonly name?: string }
  readonly quasi: Template
}

interface NodePath {
  readonly node: Node & { readonly delegate?: boolean }
  readonly parent?: Node | null
}

const isStatement = (node: Node): node is Tagged =>
  node.type === "TaggedTemplateExpression" && (node as Tagged).tag.name === "sql"

const isTemplate = (node: Node): node is Template => node.type === "TemplateLiteral"

const element = (raw: string, tail: boolean) => ({ type: "TemplateElement", value: { raw, cooked: raw }, tail })

/** Every template that one fault in the text of a template makes. */
function* faultsIn({ quasis, expressions }: Template): Iterable<Template> {
  const text = quasis.map(({ value }, index) => (index === 0 ? "" : hole(index - 1)) + value.raw).join("")
  for (const fault of mutateSql(text)) {
    const parts = fault.split(holes)
    const texts = parts.filter((_, index) => index % 2 === 0)
    const values = parts.filter((_, index) => index % 2 === 1).map(Number)
    yield {
      type: "TemplateLiteral",
      quasis: texts.map((raw, index) => element(raw, index === texts.length - 1)),
      expressions: values.map((index) => structuredClone(expressions[index]!))
    } as Template
  }
}

/** What is no statement of its own, but goes into one by `sql.literal`. */
const isPart = (template: Template) =>
  template.quasis.some(({ value }) => /\b(?:select|insert into|delete from)\s|\)\s*=\s*$/.test(value.raw))

/** Changes the text of statements, which Stryker's own mutators only take away whole. */
export const sqlMutator = {
  name: "SqlText",
  *mutate({ node, parent }: NodePath): Iterable<Node> {
    if (isStatement(node)) for (const quasi of faultsIn(node.quasi)) yield { ...node, quasi } as Node
    if (isTemplate(node) && parent?.type !== "TaggedTemplateExpression" && isPart(node)) yield* faultsIn(node)
  }
}

/** Leaves out an effect that is run for what it does alone, such as a check that comes before a write. */
export const effectMutator = {
  name: "ForgottenEffect",
  *mutate({ node, parent }: NodePath): Iterable<Node> {
    if (node.type !== "YieldExpression" || node.delegate !== true || parent?.type !== "ExpressionStatement") return
    yield { type: "Identifier", name: "undefined" } as Node
  }
}
