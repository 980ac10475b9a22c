import type { Family, Operation } from "@agent-operations/contract"
import { catalogue, codes } from "@agent-operations/error-envelope"
import type { Page } from "../page.ts"
import { blocks, code, table } from "./markdown.ts"

/** The list of operations, by family. */
export const operationsPage = (families: ReadonlyArray<Family.Any>, root: string): Page => ({
  path: "operations",
  title: "Operations",
  summary: "Every operation that this server has, by family.",
  part: "Reference",
  markdown: blocks(
    "# Operations",
    'Each is `POST /api/agent/{operation}` with a JSON object, and answers `{"data": …}` or `{"error": …}`.',
    ...families.flatMap(({ title, operations }) => [
      `## ${title}`,
      table(
        ["Operation", ""],
        Object.values(operations).map(({ id, summary }: Operation.Any) => [
          `[${code(id)}](${root}/operations/${id})`,
          summary
        ])
      )
    ])
  ),
  next: "errors"
})

/** The list of error codes. */
export const errorsPage = (root: string): Page => ({
  path: "errors",
  title: "Errors",
  summary: "Every error code with its status, and what to do next.",
  part: "Reference",
  markdown: blocks(
    "# Errors",
    'A failure is `{"error": {"code", "message", "hint", "details"?}}`. The hint says what to do next.',
    table(
      ["Code", "Status", "When"],
      codes.map((one) => [`[${code(one)}](${root}/errors/${one})`, String(catalogue[one].status), catalogue[one].when])
    )
  ),
  next: "scopes"
})

/** The scopes, each with what it lets a credential do. */
export const scopesPage = (families: ReadonlyArray<Family.Any>, root: string): Page => {
  const sentences = new Map(families.flatMap(({ scopes }) => Object.entries(scopes)))
  const operations = families.flatMap((family): ReadonlyArray<Operation.Any> => Object.values(family.operations))
  return {
    path: "scopes",
    title: "Scopes",
    summary: "What each scope lets an API key or a token do.",
    part: "Reference",
    markdown: blocks(
      "# Scopes",
      ...[...sentences].flatMap(([scope, sentence]) => [
        `## ${scope}`,
        sentence,
        operations
          .filter(({ scopes }) => scopes.includes(scope))
          .map(({ id }) => `- [${code(id)}](${root}/operations/${id})`)
          .join("\n")
      ])
    ),
    next: "operations"
  }
}
