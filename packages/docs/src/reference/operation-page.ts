import { errorsOf, type Family, kebabCase, type Operation } from "@agent-operations/contract"
import { clientCodeOf, commandLineOf, curlOf } from "@agent-operations/contract/calls"
import { catalogue } from "@agent-operations/error-envelope"
import type { Page } from "../page.ts"
import { blocks, code, codeBlock, jsonBlock, table } from "./markdown.ts"
import { membersOf } from "./members.ts"
import { documentOfSchema } from "./schema.ts"

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
  read: "Reads.",
  write: "Writes.",
  destructive: "Deletes or overwrites."
} as const satisfies Record<Operation.Any["effect"], string>

const retries = {
  expectedRevision: "Safe: with the same `expectedRevision`, it happens once at most.",
  requestKey: "Safe: with the same `requestKey`, it happens once at most."
} as const satisfies Record<NonNullable<Operation.Any["idempotency"]>, string>

const retryOf = ({ effect, idempotency }: Operation.Any): string =>
  idempotency !== undefined
    ? retries[idempotency]
    : effect === "read"
      ? "Safe."
      : "Not safe: after a lost answer, read the state before you call it again."

const facts = (operation: Operation.Any, root: string) => {
  const { id, scopes, effect, paging, callers } = operation
  return table(
    ["", ""],
    [
      ["Request", code(`POST /api/agent/${id}`)],
      ["Scopes", scopes.map((scope) => `[${code(scope)}](${root}/scopes/${scope})`).join(", ") || "none"],
      ["Effect", effects[effect]],
      ["Retry", retryOf(operation)],
      ...(callers === "people" ? [["Callers", "People only: an API key gets `HUMAN_REQUIRED`."]] : []),
      ...(paging === undefined ? [] : [["Pages", `Continues with ${code(paging)}, until there are no more.`]])
    ]
  )
}

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
      ? [
          "### MCP",
          jsonBlock({ method: "tools/call", params: { name: operation.id, arguments: input } }),
          `In MCP's search mode, call \`${operation.effect === "read" ? "call_read" : "call_write"}\` with this name as \`operation\` and these arguments as \`input\`.`
        ]
      : [])
  )
}

/** The members of a schema, or what there is to say where it has none. */
const described = (schema: Operation.Any["input"], side: "input" | "result", otherwise: string): string =>
  membersOf(documentOfSchema(schema), side) || otherwise

/** The page of an operation, from its declaration alone. Law: C1. */
export const operationPage = (
  family: Family.Any,
  method: string,
  operation: Operation.Any,
  setting: OperationSetting
): Page => {
  const { id, summary, description, deprecated } = operation
  const use = deprecated?.use
  const isGone =
    deprecated === undefined
      ? ""
      : `> Deprecated since ${deprecated.since}, and gone after ${deprecated.sunset}.${use === undefined ? "" : ` Use [${code(use)}](${setting.root}/operations/${use}) instead.`}`
  const methods = Object.values(family.operations) as ReadonlyArray<Operation.Any>
  const next = methods[methods.indexOf(operation) + 1]
  return {
    path: `operations/${id}`,
    title: summary,
    label: id,
    summary: description.split(/(?<=\.) /)[0]!,
    part: "Reference",
    group: family.title,
    markdown: blocks(
      `# ${summary}`,
      isGone,
      description,
      facts(operation, setting.root),
      "## Example",
      calls(family, method, operation, setting),
      "The answer:",
      jsonBlock({ data: operation.example.result }),
      "## Input",
      described(operation.input, "input", "An empty object."),
      "## Result",
      "The members of `data`:",
      described(operation.result, "result", "As in the example."),
      "## Errors",
      table(
        ["Code", "Status", "What to do next"],
        errorsOf(operation).map((one) => [
          `[${code(one)}](${setting.root}/errors/${one})`,
          String(catalogue[one].status),
          operation.hints[one] ?? catalogue[one].hint
        ])
      )
    ),
    next: next === undefined ? "operations" : `operations/${next.id}`
  }
}
