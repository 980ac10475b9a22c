import { errorsOf, type Family, kebabCase, type Operation } from "@agent-operations/contract"
import {
  clientCodeOf,
  type CommandField,
  commandFieldsOf,
  commandLineOf,
  curlOf,
  resultNamesOf
} from "@agent-operations/contract/calls"
import { catalogue } from "@agent-operations/error-envelope"
import type { Page } from "../page.ts"
import { anchorOf } from "../markdown/anchor.ts"
import { blocks, code, codeBlock, jsonBlock, table } from "./markdown.ts"

/** What the pages of operations say of the server. */
export interface OperationSetting {
  /** Where pages lead: the path of the documentation, such as `/docs`. */
  readonly root: string
  /** Where the server is, as examples name it. */
  readonly baseUrl: string
  /** The name of the command line, where operations have commands. */
  readonly program?: string | undefined
}

const exampleProjectId = "prj_01k9x3hb5r7vm0q8y2n6c4eita"

const effects = {
  read: "Reads. It may be repeated.",
  write: "Writes.",
  destructive: "Takes away."
} as const satisfies Record<Operation.Any["effect"], string>

const typeOf = ({ value, isNullable }: CommandField): string => {
  const type = value.type === "choice" ? value.of.map((one) => code(one)).join(", ") : value.type
  return isNullable ? `${type} or null` : type
}

const facts = ({ id, scopes, effect, paging, callers, idempotency }: Operation.Any, root: string) =>
  table(
    ["", ""],
    [
      ["Request", code(`POST /api/agent/${id}`)],
      ["Scopes", scopes.map((scope) => `[${code(scope)}](${root}/scopes#${anchorOf(scope)})`).join(", ") || "none"],
      ["Effect", effects[effect]],
      ...(callers === "people" ? [["For", "People: an API key is `HUMAN_REQUIRED`."]] : []),
      ...(idempotency === undefined ? [] : [["Repeated", `Safe by ${code(idempotency)}.`]]),
      ...(paging === undefined ? [] : [["Pages", `Goes on by ${code(paging)}, until there is no more.`]])
    ]
  )

const calls = (family: Family.Any, method: string, operation: Operation.Any, setting: OperationSetting) => {
  const input = operation.example.input as object
  const { program } = setting
  return blocks(
    "### curl",
    codeBlock("sh", curlOf(operation.id, input, { baseUrl: setting.baseUrl, projectId: exampleProjectId })),
    "### TypeScript",
    codeBlock("ts", clientCodeOf(family.name, method, input)),
    "### Effect",
    codeBlock("ts", clientCodeOf(family.name, method, input).replace(/^await/, "yield*")),
    ...(program === undefined || !operation.surfaces.includes("cli")
      ? []
      : [
          "### Command line",
          codeBlock("sh", commandLineOf(operation, [program, kebabCase(family.name), kebabCase(method)], input))
        ]),
    ...(operation.surfaces.includes("mcp")
      ? ["### MCP", jsonBlock({ method: "tools/call", params: { name: operation.id, arguments: input } })]
      : [])
  )
}

/** The page of an operation, from its declaration alone. Law: C1. */
export const operationPage = (
  family: Family.Any,
  method: string,
  operation: Operation.Any,
  setting: OperationSetting
): Page => {
  const { id, summary, description, deprecated } = operation
  const fields = commandFieldsOf(operation)
  const isGone =
    deprecated === undefined
      ? ""
      : `> Deprecated since ${deprecated.since}, and gone after ${deprecated.sunset}.${deprecated.use === undefined ? "" : ` Use [${code(deprecated.use)}](${setting.root}/operations/${deprecated.use}).`}`
  return {
    path: `operations/${id}`,
    title: summary,
    summary: description.split(/(?<=\.) /)[0]!,
    part: "Reference",
    markdown: blocks(
      `# ${summary}`,
      isGone,
      description,
      facts(operation, setting.root),
      "## Input",
      fields.length === 0
        ? "An empty object."
        : table(
            ["Member", "Type", "", ""],
            fields.map((field) => [
              code(field.name),
              typeOf(field),
              field.isRequired ? "required" : "",
              field.description
            ])
          ),
      "## Example",
      calls(family, method, operation, setting),
      "## Answer",
      `Members: ${resultNamesOf(operation).map(code).join(", ") || "see the example"}.`,
      jsonBlock({ data: operation.example.result }),
      "## Errors",
      table(
        ["Code", "Status", "What to do next"],
        errorsOf(operation).map((one) => [
          `[${code(one)}](${setting.root}/errors/${one})`,
          String(catalogue[one].status),
          operation.hints[one] ?? catalogue[one].hint
        ])
      )
    )
  }
}
