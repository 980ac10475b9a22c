import { defaultAllowedImports } from "./allowed-imports.ts"
import { checkCode } from "./code/check.ts"
import { cycleFinding, cycles } from "./cycles.ts"
import { checkFormula } from "./formula/check.ts"
import { resolution } from "./graph.ts"
import { byPlace, issueOf } from "./issues.ts"
import type { CustomFieldNode, DefinitionNode, Finding, Graph, PageViewNode, ValidationResult } from "./model.ts"
import { pointerError } from "@agent-operations/error-envelope/pointer"
import { type Aliases, aliasesOf, checkReferences, unusedReferences } from "./references.ts"
import { aliasesInSettings, checkSettings } from "./settings.ts"
import { positionsIn } from "./text.ts"
import type { Usage } from "./usage.ts"

/** How many issues one validation returns. Errors come first, so warnings are the first to be left out. */
export const maxIssues = 200

/** What code may import, and who is told of progress. */
export interface AnalysisOptions {
  /** The module specifiers that code may import, each exactly: `react` does not allow `react/jsx-runtime`. */
  readonly allowedImports?: ReadonlyArray<string>
  /** Called before each definition is checked, so that one that takes too long can be named. */
  readonly onDefinition?: (definition: DefinitionNode) => void
}

/**
 * Checks a definition and everything that it uses. Nothing is run. It is synchronous, and some code takes it minutes:
 * `Validator` runs it on another thread with a deadline. The result is the same for the same graph, whatever the order
 * of its nodes.
 */
export const analyse = (graph: Graph, options: AnalysisOptions = {}): ValidationResult => {
  const resolved = resolution(graph)
  const allowedImports = new Set(options.allowedImports ?? defaultAllowedImports)
  const closing = Map.groupBy(cycles(resolved), (cycle) => cycle.closing)
  const issues = resolved.definitions.flatMap((definition) => {
    options.onDefinition?.(definition)
    const findings = checkDefinition(definition, aliasesOf(definition, resolved), allowedImports)
    const told = [...findings, ...(closing.get(definition) ?? []).map(cycleFinding)].sort(byPlace)
    return told.map((finding) => issueOf(finding, definition === graph.root ? undefined : definition))
  })
  const errors = issues.filter(({ severity }) => severity === "error")
  const warnings = issues.filter(({ severity }) => severity === "warning")
  return {
    valid: errors.length === 0,
    issues: [...errors, ...warnings].slice(0, maxIssues),
    checked: { dependencies: resolved.definitions.length - 1 }
  }
}

const checkDefinition = (
  node: DefinitionNode,
  aliases: Aliases,
  allowed: ReadonlySet<string>
): ReadonlyArray<Finding> => [
  ...checkReferences(node, aliases),
  ...(node.kind === "page_view" ? checkPageView(node, aliases, allowed) : checkCustomField(node, aliases))
]

const checkPageView = (node: PageViewNode, aliases: Aliases, allowed: ReadonlySet<string>): ReadonlyArray<Finding> => {
  const { findings, usage } = node.source.type === "react" ? checkCode(node.source.code, aliases, allowed) : nothing
  const names = new Set([...usage.names, ...aliasesInSettings(node)])
  return [...findings, ...checkSettings(node, aliases), ...unusedReferences(aliases, { names, open: usage.open })]
}

const checkCustomField = ({ source, settings }: CustomFieldNode, aliases: Aliases): ReadonlyArray<Finding> => {
  const { findings, usage } =
    source.type === "formula"
      ? checkFormula(source.expression, settings, aliases)
      : { findings: checkPointer(source.pointer), usage: nothing.usage }
  return [...findings, ...unusedReferences(aliases, usage)]
}

const nothing: { readonly findings: ReadonlyArray<Finding>; readonly usage: Usage } = {
  findings: [],
  usage: { names: new Set(), open: false }
}

const checkPointer = (text: string): ReadonlyArray<Finding> => {
  const error = pointerError(text)
  if (error === undefined) return []
  const position = positionsIn(text)(error.offset)
  return [{ severity: "error", code: "SYNTAX_ERROR", message: error.reason, path: "/source/pointer", position }]
}
