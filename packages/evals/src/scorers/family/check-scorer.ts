import type { Reference } from "@agent-operations/contract"
import { outputIssues } from "./check-output.ts"
import { type Issue, issue, type ScorerNode } from "./issue.ts"

/** The alias that a source needs, and the kind that it has to lead to. */
const needOf = (source: ScorerNode["source"]) => {
  switch (source.type) {
    case "judge":
      return { alias: source.prompt, kind: "prompt", path: ["source", "prompt"] }
    case "app":
      return { alias: source.app, kind: "app", path: ["source", "app"] }
    default:
      return undefined
  }
}

function* referenceIssues({ source, references }: ScorerNode, exists: (reference: Reference) => boolean) {
  const need = needOf(source)
  if (need !== undefined) {
    const { alias, kind, path } = need
    const reference = Object.hasOwn(references, alias) ? references[alias] : undefined
    if (reference === undefined) {
      yield issue("error", "UNKNOWN_ALIAS", `${alias} is not among the scorer's references.`, ...path)
    } else if (reference.kind !== kind) {
      yield issue("error", "WRONG_KIND", `${alias} is a ${reference.kind}: a ${source.type} needs a ${kind}.`, ...path)
    }
  }
  for (const [alias, reference] of Object.entries(references)) {
    if (!exists(reference)) {
      const at = reference.revision === null ? "" : ` at revision ${reference.revision}`
      const gone = `${reference.kind} ${reference.id}${at} does not exist.`
      yield issue("error", "UNKNOWN_ALIAS", gone, "references", alias)
    } else if (alias !== need?.alias) {
      yield issue("warning", "UNUSED_REFERENCE", `${alias} is not used.`, "references", alias)
    }
  }
}

/** Why a pattern is none; undefined where it is one. It is only read: where it runs, it can be ended. */
const patternFault = (pattern: string, flags: string): string | undefined => {
  try {
    return void RegExp(pattern, flags)
  } catch (error) {
    return error instanceof Error ? error.message : "It can't be read."
  }
}

function* patternIssues({ source }: ScorerNode) {
  if (source.type !== "builtin" || source.name !== "regex" || source.options.pattern === null) return
  const fault = patternFault(source.options.pattern, source.options.flags)
  if (fault !== undefined) yield issue("error", "INVALID_PATTERN", fault, "source", "options", "pattern")
}

/** What is wrong with a scorer, but for its code and its schema, which are read on a thread. */
export const checkScorer = (node: ScorerNode, exists: (reference: Reference) => boolean): ReadonlyArray<Issue> => [
  ...patternIssues(node),
  ...referenceIssues(node, exists),
  ...outputIssues(node)
]
