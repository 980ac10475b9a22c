import { errorsOf, type Family, type Operation, operationsOf } from "@agent-operations/contract"
import { catalogue, type Code } from "@agent-operations/error-envelope"
import type { Schema } from "effect"
import { lazyPage, type Page } from "../page.ts"
import { blocks, code, jsonBlock, operationTables, table } from "./markdown.ts"
import { membersOf } from "./members.ts"
import { sampleOf } from "./sample.ts"
import { documentOfSchema } from "./schema.ts"

/** The list of the error codes that operations answer. */
export const errorsPage = (codes: ReadonlyArray<Code>, root: string): Page => ({
  path: "errors",
  title: "Errors",
  summary: "Every error code, with its status and what to do next.",
  part: "Reference",
  markdown: blocks(
    "# Errors",
    "Every operation reports a failure in the same shape. `code` never changes its meaning and always has the same status; `message` says what happened; `hint` says what to do next; `details` is there where the code has some.",
    jsonBlock({ error: { code: "CONFLICT", message: "…", hint: "…", details: {} } }),
    table(
      ["Code", "Status", "When"],
      codes.map((one) => [`[${code(one)}](${root}/errors/${one})`, String(catalogue[one].status), catalogue[one].when])
    )
  ),
  next: "scopes"
})

const markdownOf = (error: Code, families: ReadonlyArray<Family.Any>, root: string): string => {
  const { status, when, hint } = catalogue[error]
  const { details } = catalogue[error] as { readonly details?: Schema.Codec<unknown, unknown> }
  const document = details === undefined ? undefined : documentOfSchema(details)
  const answers = (operation: Operation.Any) => (errorsOf(operation) as ReadonlyArray<string>).includes(error)
  const sample = { code: error, message: "…", hint, ...(document && { details: sampleOf(document) }) }
  const typed = document === undefined ? "" : " It gives `error.details` its type."
  return blocks(
    `# ${error}`,
    when,
    `Status: **${status}**.`,
    "## What to do next",
    hint,
    "## Answer",
    "The shape of the answer. `message` says what happened.",
    jsonBlock({ error: sample }),
    ...(document === undefined ? [] : ["## Details", membersOf(document, "result")]),
    "## In TypeScript",
    `Recognize it with \`isAgentError(error, "${error}")\` of \`@agent-operations/client\`.${typed}`,
    "## Operations",
    operationsOf(families).every(answers)
      ? "Every operation can answer it."
      : operationTables(families, answers, root) || "None of this server."
  )
}

/** The page of an error code: when it is answered, what to do next, and by which operations. */
export const errorPage = (
  error: Code,
  codes: ReadonlyArray<Code>,
  families: ReadonlyArray<Family.Any>,
  root: string
): Page => {
  const next = codes[codes.indexOf(error) + 1]
  return lazyPage(
    {
      path: `errors/${error}`,
      title: error,
      summary: catalogue[error].when,
      part: "Reference",
      next: next === undefined ? "scopes" : `errors/${next}`
    },
    () => markdownOf(error, families, root)
  )
}
