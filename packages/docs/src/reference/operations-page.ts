import { type Family, operationsOf } from "@agent-operations/contract"
import type { Page } from "../page.ts"
import type { OperationSetting } from "./example-calls.ts"
import { blocks, operationTable } from "./markdown.ts"

/** The list of operations, by family. */
export const operationsPage = (families: ReadonlyArray<Family.Any>, { prefix, root }: OperationSetting): Page => ({
  path: "operations",
  title: "Operations",
  summary: "Every operation of this server, by family.",
  part: "Reference",
  markdown: blocks(
    "# Operations",
    `Every operation is \`POST ${prefix}/api/agent/{operation}\` with a JSON object. It answers \`{"data": …}\`, or \`{"error": …}\` with one of the [error codes](${root}/errors).`,
    ...families.map((family) => blocks(`## ${family.title}`, operationTable(operationsOf([family]), root)))
  ),
  next: "errors"
})
