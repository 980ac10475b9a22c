import { keysOf } from "@agent-operations/error-envelope/pointer"
import type { DefinitionNode, Graph, Issue, Position, ValidationResult } from "@agent-operations/views/validation"
import type { Model } from "../../../../src/model/index.ts"
import type { Parts, Project } from "../../parts.ts"
import type { Fault } from "../fault.ts"

export type Wrong = Fault["wrong"]
type Code = Issue["code"]

const resultOf = (issues: ReadonlyArray<Issue>, { checked }: ValidationResult): ValidationResult => ({
  valid: issues.every(({ severity }) => severity !== "error"),
  issues,
  checked
})

/** Tells other issues than are found. */
export const telling =
  (change: (issues: ReadonlyArray<Issue>, graph: Graph, project: Project) => ReadonlyArray<Issue>): Wrong =>
  ({ analyse }) => ({
    analyse: (graph, project) => {
      const result = analyse(graph, project)
      return resultOf(change(result.issues, graph, project), result)
    }
  })

/** Does not tell of some issues. */
export const missing = (isMissed: (issue: Issue, graph: Graph) => boolean): Wrong =>
  telling((issues, graph) => issues.filter((issue) => !isMissed(issue, graph)))

export const changing = (change: (issue: Issue, graph: Graph, project: Project) => Issue): Wrong =>
  telling((issues, graph, project) => issues.map((issue) => change(issue, graph, project)))

/** Tells of more than there is, in each definition of a sort. */
export const adding = (isThere: (node: DefinitionNode) => boolean, code: Code): Wrong =>
  telling((issues, graph) => [
    ...issues,
    ...[graph.root, ...graph.nodes].filter(isThere).map((node): Issue => {
      const issue = { severity: "error", code, message: "No.", path: "/source" } as const
      const { kind, id, revision } = node
      return node === graph.root || id === null || revision === null
        ? issue
        : { ...issue, definition: { kind, id, revision } }
    })
  ])

/** Validates a definition as if it were another. */
export const taking =
  (change: (node: DefinitionNode) => object): Wrong =>
  ({ analyse }) => ({
    analyse: ({ root, nodes }, project) =>
      analyse(
        {
          root: { ...root, ...change(root) } as DefinitionNode,
          nodes: nodes.map((node) => ({ ...node, ...change(node) }) as typeof node)
        },
        project
      )
  })

export const ofIssue = ({ definition }: Issue, { root, nodes }: Graph) =>
  definition === undefined
    ? root
    : nodes.find(({ id, revision }) => id === definition.id && revision === definition.revision)!

export const valueAt = (issue: Issue, graph: Graph): unknown =>
  keysOf(issue.path).reduce<unknown>(
    (inner, key) => (inner as Record<string, unknown> | undefined)?.[key],
    ofIssue(issue, graph)
  )

export const codeOf = ({ source }: DefinitionNode) => (source.type === "react" ? source.code : "")
export const formulaOf = ({ source }: DefinitionNode) => (source.type === "formula" ? source.expression : "")

/** The line of code that an issue is in. */
export const lineOf = (issue: Issue, graph: Graph) =>
  codeOf(ofIssue(issue, graph)).split(/\r?\n/)[(issue.position?.line ?? 1) - 1] ?? ""

/** Tells other positions than there are, in all texts or in those at a path. */
export const positions = (change: (position: Position, text: string) => Position, path = ""): Wrong =>
  changing((issue, graph) =>
    issue.position === undefined || !issue.path.startsWith(path)
      ? issue
      : { ...issue, position: change(issue.position, String(valueAt(issue, graph))) }
  )

/** What stands before a position in its line. */
const lineBefore = ({ line, column }: Position, text: string) => text.split(/\r\n|\n/)[line - 1]!.slice(0, column - 1)

export const columns = (count: (before: string) => number, path?: string): Wrong =>
  positions((position, text) => ({ ...position, column: count(lineBefore(position, text)) + 1 }), path)

export const paths = (change: (path: string) => string): Wrong =>
  changing((issue) => ({ ...issue, path: change(issue.path) }))

export const definitions = (
  change: (definition: NonNullable<Issue["definition"]>, graph: Graph, project: Project) => Issue["definition"]
): Wrong =>
  changing(({ definition, ...issue }, graph, project) => {
    const changed = definition && change(definition, graph, project)
    return changed === undefined ? issue : { ...issue, definition: changed }
  })

export const counting =
  (count: (graph: Graph, right: number) => number): Wrong =>
  ({ analyse }) => ({
    analyse: (graph, project) => {
      const result = analyse(graph, project)
      return { ...result, checked: { dependencies: count(graph, result.checked.dependencies) } }
    }
  })

export const following =
  (follow: (right: Parts["follow"], ...asked: Parameters<Parts["follow"]>) => ReturnType<Parts["follow"]>): Wrong =>
  (right) => ({ follow: (...asked) => follow(right.follow, ...asked) })

export const resolving =
  (resolve: (right: Parts["resolve"], ...asked: Parameters<Parts["resolve"]>) => ReturnType<Parts["resolve"]>): Wrong =>
  (right) => ({ resolve: (...asked) => resolve(right.resolve, ...asked) })

export const done =
  (act: (project: Project, id: string | null) => void): Wrong =>
  () => ({
    validated: (project, result, { id }) => {
      act(project, id)
      return result
    }
  })

export const revised = (
  project: Project,
  id: string | null,
  change: (one: Model.ModelDefinition) => Model.ModelDefinition
) => {
  project.model = project.model.map((one) => (one.id === id ? change(one) : one))
}

export const firstOf = (issues: ReadonlyArray<Issue>, key: (issue: Issue) => unknown) => [
  ...new Map(issues.toReversed().map((issue) => [key(issue), issue])).values()
]

export const isNamed =
  (...names: ReadonlyArray<string>) =>
  (issue: Issue, graph: Graph) =>
    typeof valueAt(issue, graph) === "string" && names.includes((valueAt(issue, graph) as string).split(".").at(-1)!)

/** Says nothing of one code. */
export const silent = (code: Code): Wrong => missing((issue) => issue.code === code)

export const hasCode =
  (code: Code, path = "") =>
  (issue: Issue) =>
    issue.code === code && issue.path.startsWith(path)
