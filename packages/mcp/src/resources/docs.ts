import { errorsOf } from "@agent-operations/contract"
import { catalogue, codes } from "@agent-operations/error-envelope"
import type { View } from "../tools/catalog.ts"
import { describe, type OperationTool } from "../tools/tool.ts"

/** A page of documentation. */
export interface DocsPage {
  readonly name: string
  readonly title: string
  readonly text: () => string
}

const json = (value: unknown) => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``

const operationPage = ({ operation, tool }: OperationTool): DocsPage => ({
  name: operation.id,
  title: operation.summary,
  text: () =>
    [
      `# ${operation.summary}`,
      describe(operation),
      `Effect: ${operation.effect}. Scopes: ${operation.scopes.join(", ") || "none"}.`,
      `## Input\n\n${json(tool.inputSchema)}`,
      `## Example\n\n${json(operation.example.input)}\n\n${json(operation.example.result)}`,
      `## Errors\n\n${errorsOf(operation)
        .map((code) => `- \`${code}\`: ${operation.hints[code] ?? catalogue[code].hint}`)
        .join("\n")}`
    ].join("\n\n")
})

const errorsPage: DocsPage = {
  name: "errors",
  title: "Every error code, and what to do next",
  text: () =>
    [
      "# Errors",
      ...codes.map(
        (code) => `## ${code}\n\n${catalogue[code].when} Status ${catalogue[code].status}.\n\n${catalogue[code].hint}`
      )
    ].join("\n\n")
}

/** The pages that a caller may read: one per operation that it may call, and the errors. Law: C1. */
export const docsPages = ({ tools }: View): ReadonlyArray<DocsPage> => [errorsPage, ...tools.map(operationPage)]
