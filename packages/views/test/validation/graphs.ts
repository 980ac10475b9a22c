import { analyse, type AnalysisOptions } from "../../src/validation/analyse.ts"
import { readGraph, toPost } from "../../src/validation/unread.ts"
import type {
  CustomFieldNode,
  DefinitionNode,
  Finding,
  Graph,
  PageViewNode,
  Reference
} from "../../src/validation/model.ts"

export const fieldId = (name: string) => `cf_${name}`

/** References to custom fields, each under its own name. */
export const using = (...names: ReadonlyArray<string>): Record<string, Reference> =>
  Object.fromEntries(names.map((name) => [name, { kind: "custom_field", id: fieldId(name), revision: null }]))

export const pageView = (changes: Partial<Omit<PageViewNode, "kind">> = {}): PageViewNode => ({
  kind: "page_view",
  id: null,
  revision: null,
  source: { type: "table" },
  settings: { target: "traces" },
  references: {},
  ...changes
})

export const codeView = (code: string, ...names: ReadonlyArray<string>): PageViewNode =>
  pageView({ source: { type: "react", code }, references: using(...names) })

export const customField = (name: string, changes: Partial<Omit<CustomFieldNode, "kind">> = {}): CustomFieldNode => ({
  kind: "custom_field",
  id: fieldId(name),
  revision: 1,
  source: { type: "attribute", pointer: `/attributes/${name}` },
  settings: { target: "trace", valueType: "number" },
  references: {},
  ...changes
})

export const formula = (expression: string, changes: Partial<Omit<CustomFieldNode, "kind">> = {}): CustomFieldNode =>
  customField("formula", {
    source: { type: "formula", language: "cel", expression },
    settings: { target: "trace", valueType: "json" },
    ...changes
  })

/** A graph in which each dependency is asked for at its current revision. */
export const graphOf = (root: DefinitionNode, ...dependencies: ReadonlyArray<DefinitionNode>): Graph => ({
  root,
  nodes: dependencies.map((node) => ({
    ...node,
    requested: { kind: node.kind, id: node.id ?? "", revision: null }
  }))
})

/**
 * What validation finds in a graph as a thread gets it, in short: `CODE path line:column`, with the definition in front where it
 * is not the root.
 */
export const found = (graph: Graph, options?: AnalysisOptions): ReadonlyArray<string> =>
  analyse(readGraph(toPost(graph)), options).issues.map((issue) => {
    const at = issue.position === undefined ? "" : ` ${issue.position.line}:${issue.position.column}`
    return `${issue.definition === undefined ? "" : `${issue.definition.id}: `}${short(issue)}${at}`
  })

const short = ({ code, path }: Finding) => `${code} ${path}`

/** A text with a place in it marked by ‸, apart: `at` is the place as `found` prints it. */
export const marked = (text: string): { readonly text: string; readonly at: string } => {
  const [before = "", after] = text.split("‸")
  const lines = before.split(/\r\n|[\n\r\u2028\u2029]/u)
  return {
    text: before + (after ?? ""),
    at: after === undefined ? "" : ` ${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}`
  }
}
