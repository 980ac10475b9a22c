/**
 * Writes what is generated from the contract, and the statuses of docs/http.md, or with `--check` fails if what is committed is not what it says. Law: C2.
 */
import { viewFamilies } from "@agent-operations/contract"
import { openApiDocument } from "@agent-operations/contract/openapi"
import { catalogue, codes, statuses } from "@agent-operations/error-envelope"
import type { Schema } from "effect"
import { writeTables } from "../../../tooling/readme/src/documents/tables.ts"
import { writeGenerated } from "../../../tooling/readme/src/documents/writeGenerated.ts"

type Details = Schema.Struct<Schema.Struct.Fields> | Schema.Union<ReadonlyArray<Schema.Struct<Schema.Struct.Fields>>>

/** The members of `error.details`; of a union, those of each. */
const membersOf = (details: Details): string =>
  "members" in details
    ? details.members.map(membersOf).join(", or ")
    : Object.keys(details.fields)
        .map((name) => `\`${name}\``)
        .join(", ")

const errorsPage = () =>
  `# Errors

A failed call returns \`{"error": {"code", "message", "hint", "details"?}}\`. The code is stable, and each code has one HTTP status.
The hint says what to do next. This page lists the default hint of each code; an operation may return a more specific one.

[Write a client](http.md#retries) says which errors to retry. The page is generated from the catalogue of
\`@agent-operations/error-envelope\`.

| Code | Status | When | Hint | Members of \`details\` |
| --- | --- | --- | --- | --- |
${codes
  .map((code) => {
    const row = catalogue[code]
    const details = "details" in row ? membersOf(row.details) : ""
    return `| \`${code}\` | ${row.status} | ${row.when} | ${row.hint} | ${details} |`
  })
  .join("\n")}
`

/** What else there is to say of a status. */
const notes: Readonly<Record<number, string>> = {
  404: "also for an unknown path, or a method other than `POST`",
  429: "with `Retry-After`",
  503: "with `Retry-After`"
}

writeTables("docs/http.md", [
  {
    heads: ["Status", "Codes", "Notes"],
    rows: statuses.map((status) => [
      String(status),
      codes.flatMap((code) => (catalogue[code].status === status ? [`\`${code}\``] : [])).join(", "),
      notes[status] ?? ""
    ])
  }
])

writeGenerated("packages/contract/openapi.json", `${JSON.stringify(openApiDocument(viewFamilies), null, 2)}\n`)
writeGenerated("docs/errors.md", errorsPage())
