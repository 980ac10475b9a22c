import { analyse, type DefinitionNode, type Graph, type ValidationResult } from "@agent-operations/views/validation"
import { Model } from "../../src/model/index.ts"
import type { KindName } from "../served.ts"
import type { Project } from "./parts.ts"

type References = Graph["root"]["references"]
type Reference = References[string]

/** A page view that is to be validated: a revision of one that is saved, or a draft. */
export interface Validated {
  readonly id: string | null
  readonly revision: number | null
  readonly source: unknown
  readonly settings: unknown
  readonly references: unknown
}

/** A definition as validation takes it. */
export const nodeOf = (kind: KindName, { id, revision, source, settings, references }: Validated) =>
  ({ kind, id, revision, source, settings, references }) as DefinitionNode

/** What the toy validates with. */
export const rightValidation = {
  /** What a reference leads to now. */
  resolve: (project: Project, { kind, id, revision }: Reference): DefinitionNode | undefined => {
    const revisions = Model.find(project.model, kind, id)?.revisions ?? []
    const found = revisions[(revision ?? revisions.length) - 1]
    return found && nodeOf(kind, { ...found, id })
  },

  /** Which references of a definition are followed. */
  follow: ({ references }: DefinitionNode, _depth: number): ReadonlyArray<Reference> => Object.values(references),

  analyse: (graph: Graph, _project: Project): ValidationResult => analyse(graph),

  /** What is answered of a validation, and done besides. */
  validated: (_project: Project, result: ValidationResult, _validated: Validated): ValidationResult => result
}

/** A page view and everything that it uses, each reference followed once. */
export const graphOf = ({ resolve, follow }: typeof rightValidation, project: Project, root: DefinitionNode): Graph => {
  const nodes: Array<Graph["nodes"][number]> = []
  const seen = new Set<string>()
  const waiting = follow(root, 0).map((requested) => ({ requested, depth: 1 }))
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { requested, depth } = next
    const key = `${requested.kind} ${requested.id} ${requested.revision}`
    const found = seen.has(key) ? undefined : resolve(project, requested)
    seen.add(key)
    if (found === undefined) continue
    nodes.push({ ...found, requested })
    waiting.push(...follow(found, depth).map((one) => ({ requested: one, depth: depth + 1 })))
  }
  return { root, nodes }
}
