import { type Family, kebabCase, type Operation } from "@agent-operations/contract"
import { clientCodeOf, commandLineOf, curlOf } from "@agent-operations/contract/calls"
import { blocks, codeBlock, jsonBlock } from "./markdown.ts"

/** What the pages of operations say of the server. */
export interface OperationSetting {
  /** Where pages lead: the path of the documentation, such as `/docs`. */
  readonly root: string
  /** The path of the server that the operations are below. */
  readonly prefix: string
  /** Where the server is, as examples name it. */
  readonly baseUrl: string
  /** The name of the command line, where operations have commands. */
  readonly program?: string | undefined
}

const project = "$AGENT_OPERATIONS_PROJECT_ID"

/** The example as a `curl` that takes the project, like the credential, from the environment. */
const curlExample = (id: string, input: object, baseUrl: string) =>
  curlOf(id, input, { baseUrl, projectId: project }).replace(`'x-project-id: ${project}'`, `"x-project-id: ${project}"`)

/** An operation's example, called by each surface that has it. Law: C1. */
export const exampleCalls = (
  family: Family.Any,
  method: string,
  operation: Operation.Any,
  setting: OperationSetting
) => {
  const input = operation.example.input as object
  const { program } = setting
  return blocks(
    "### curl",
    codeBlock("sh", curlExample(operation.id, input, setting.baseUrl)),
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
          `> In MCP's search mode, call \`${operation.effect === "read" ? "call_read" : "call_write"}\` with this name as \`operation\` and these arguments as \`input\`.`
        ]
      : [])
  )
}
