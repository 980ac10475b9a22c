import { commonErrors } from "@agent-operations/contract"
import { catalogue, codes, type Row } from "@agent-operations/error-envelope"
import { Schema } from "effect"
import { makeDeclarations } from "../src/generate/declarations.ts"
import { comment, type JsonSchema } from "../src/generate/type-text.ts"

/** The file of the catalogue's codes, with what each carries in `details`. */
export const errorsFile = (): string => {
  const rows = codes.map((code) => {
    const { details, when, status }: Row = catalogue[code]
    const document = details && Schema.toJsonSchemaDocument(details, { onExcessProperty: "error" })
    return { code, told: `${status}. ${when}`, document }
  })
  const schemas = Object.assign({}, ...rows.map(({ document }) => document?.definitions)) as Record<string, JsonSchema>
  const declarations = makeDeclarations(schemas, ["CommonErrorCode", "ErrorDetails"])
  const members = rows.map(({ code, told, document }) => {
    const text = document === undefined ? "undefined" : declarations.textOf(document.schema as JsonSchema, "  ")
    return `${comment(told, "  ")}  readonly ${code}: ${text}`
  })
  return `// Generated from the catalogue of errors. Do not edit.

/** Every code of the server's catalogue, with what its errors carry in \`details\`. */
export interface ErrorDetails {
${members.join("\n")}
}

/** The codes that every operation can fail with. */
export type CommonErrorCode = ${commonErrors.map((code) => JSON.stringify(code)).join(" | ")}

${declarations.all()}
`
}
