import type { DefinitionNode, Finding, Issue } from "./model.ts"
import { clip } from "./text.ts"

/** A finding as the wire has it; `dependency` is the definition that has it, where that is not the root. */
export const issueOf = (
  finding: Finding,
  dependency: Pick<DefinitionNode, "kind" | "id" | "revision"> | undefined
): Issue => {
  const issue = { ...finding, message: clip(finding.message) }
  if (dependency === undefined || dependency.id === null || dependency.revision === null) return issue
  const { kind, id, revision } = dependency
  return { ...issue, definition: { kind, id, revision } }
}

/** Orders the findings of one definition by path and place; one about a text as a whole comes last. */
export const byPlace = (a: Finding, b: Finding): number =>
  compare(a.path, b.path) ||
  (a.position === undefined ? 1 : 0) - (b.position === undefined ? 1 : 0) ||
  (a.position?.line ?? 0) - (b.position?.line ?? 0) ||
  (a.position?.column ?? 0) - (b.position?.column ?? 0) ||
  compare(a.code, b.code) ||
  compare(a.message, b.message)

/** Orders strings by code unit: the same on every machine, whatever its locale. */
export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
