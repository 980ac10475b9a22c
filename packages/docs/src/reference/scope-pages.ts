import type { Family, Operation } from "@agent-operations/contract"
import type { Page } from "../page.ts"
import { blocks, code, operationTables, table } from "./markdown.ts"

/** A page for each scope, with the operations that require it, and one that lists them. */
export const scopePages = (families: ReadonlyArray<Family.Any>, root: string): ReadonlyArray<Page> => {
  const sentences = [...new Map(families.flatMap(({ scopes }) => Object.entries(scopes)))]
  const index: Page = {
    path: "scopes",
    title: "Scopes",
    summary: "What each scope lets an API key or a token do.",
    part: "Reference",
    markdown: blocks(
      "# Scopes",
      "A credential holds scopes. An operation answers `MISSING_SCOPE` to a credential that lacks one that it requires.",
      table(
        ["Scope", "What it allows"],
        sentences.map(([scope, sentence]) => [`[${code(scope)}](${root}/scopes/${scope})`, sentence])
      )
    ),
    next: "fields"
  }
  const pages = sentences.map(([scope, sentence], n): Page => {
    const requires = ({ scopes }: Operation.Any) => scopes.includes(scope)
    const next = sentences[n + 1]
    return {
      path: `scopes/${scope}`,
      title: scope,
      summary: sentence,
      part: "Reference",
      markdown: blocks(
        `# ${code(scope)}`,
        sentence,
        "## Operations",
        operationTables(families, (operation) => requires(operation) && operation.scopes.length === 1, root),
        ...withOthers(families, requires, root)
      ),
      next: next === undefined ? "operations" : `scopes/${next[0]}`
    }
  })
  return [index, ...pages]
}

/** The operations that require another scope as well. */
const withOthers = (families: ReadonlyArray<Family.Any>, requires: (one: Operation.Any) => boolean, root: string) => {
  const list = operationTables(
    families,
    (one) => requires(one) && one.scopes.length > 1,
    root,
    ({ scopes }) => scopes.map(code).join(", ")
  )
  return list === "" ? [] : ["## Operations that require other scopes too", list]
}
