import { errorsOf, type Operation } from "@agent-operations/contract"
import { catalogue, type Code } from "@agent-operations/error-envelope"
import { Schema } from "effect"
import type { Page } from "../page.ts"
import { blocks, code, jsonBlock } from "./markdown.ts"

const detailsOf = (error: Code): string => {
  const { details } = catalogue[error] as { readonly details?: Schema.Codec<unknown, unknown> }
  if (details === undefined) return "It has no details."
  const { schema } = Schema.toJsonSchemaDocument(details)
  return blocks("What `error.details` has, as JSON Schema:", jsonBlock(schema))
}

/** The page of an error code: when it is answered, what to do next, and by which operations. */
export const errorPage = (error: Code, operations: ReadonlyArray<Operation.Any>, root: string): Page => {
  const { status, when, hint } = catalogue[error]
  const answering = operations.filter((operation) => (errorsOf(operation) as ReadonlyArray<string>).includes(error))
  const isEverywhere = answering.length === operations.length
  return {
    path: `errors/${error}`,
    title: error,
    summary: when,
    part: "Reference",
    markdown: blocks(
      `# ${error}`,
      `Status ${status}. ${when}`,
      "## What to do next",
      hint,
      "## Details",
      detailsOf(error),
      "## Operations",
      isEverywhere
        ? "Every operation can answer it."
        : answering.map(({ id }) => `- [${code(id)}](${root}/operations/${id})`).join("\n") || "None of this server."
    )
  }
}
