import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { kebabCase } from "@agent-operations/contract"
import { referenceFamilies } from "@agent-operations/contract/reference"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import { assert } from "vitest"
import type { CommandLine } from "../identity/command-line.ts"
import type { Started } from "../process.ts"

/** Where a server is reached now, and by whom. */
export interface Reached extends Pick<Started, "apiKey" | "projectId"> {
  /** Another one after the process ended that it was of. */
  readonly url: () => string
}

/** Calls an operation on one of the surfaces, and gives its result. */
export type Tell = <T = { readonly id: string }>(operation: string, input: object) => Promise<T>

const headersOf = ({ apiKey, projectId }: Reached) => ({
  authorization: `Bearer ${apiKey}`,
  "x-project-id": projectId,
  "content-type": "application/json"
})

export const post = (reached: Reached, path: string, body: unknown) =>
  fetch(reached.url() + path, { method: "POST", headers: headersOf(reached), body: JSON.stringify(body) })

export const overRest =
  (reached: Reached): Tell =>
  async <T>(operation: string, input: object) => {
    const response = await post(reached, `/api/agent/${operation}`, input)
    const { data, error } = (await response.json()) as { readonly data: T; readonly error?: object }
    assert.strictEqual(response.status, 200, `${operation}: ${JSON.stringify(error)}`)
    return data
  }

const commandOf = (id: string): ReadonlyArray<string> =>
  referenceFamilies.flatMap(({ name, operations }) =>
    Object.entries(operations).flatMap(([key, operation]) =>
      operation.id === id ? [kebabCase(name), kebabCase(key)] : []
    )
  )

/** What programs of CI set for the command line. */
export const environmentOf = ({ url, projectId, apiKey }: Reached) => ({
  AGENT_OPERATIONS_URL: url(),
  AGENT_OPERATIONS_PROJECT_ID: projectId,
  AGENT_OPERATIONS_API_KEY: apiKey
})

export const overCommandLine =
  (cli: CommandLine, reached: Reached): Tell =>
  async <T>(operation: string, input: object) => {
    await writeFile(join(cli.directory, "input.json"), JSON.stringify(input))
    const args = [...commandOf(operation), "--file", "input.json", "--json"]
    const { exit, out, error } = await cli.run(args, environmentOf(reached)).ended
    assert.strictEqual(exit, 0, `${args.join(" ")}: ${error}`)
    return JSON.parse(out) as T
  }

/** By the client of the MCP SDK, as an agent that finds operations by search. */
export const overMcp = async (reached: Reached): Promise<Tell & { readonly close: () => Promise<void> }> => {
  const client = new Client({ name: "test", version: "1" })
  const requestInit = { headers: headersOf(reached) }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${reached.url()}/api/mcp`), { requestInit }) as never)
  const tell = async <T>(operation: string, input: object) => {
    const isRead = /^(get|list|compare|estimate)_/.test(operation)
    const answer = await client.callTool({
      name: isRead ? "call_read" : "call_write",
      arguments: { operation, input }
    })
    assert.isNotTrue(answer.isError, `${operation}: ${JSON.stringify(answer.content)}`)
    return answer.structuredContent as T
  }
  return Object.assign(tell, { close: () => client.close() })
}
