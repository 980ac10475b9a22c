import { execFile } from "node:child_process"
import { join } from "node:path"
import { isDeepStrictEqual, promisify } from "node:util"
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { root } from "./programs.ts"
import { clientOf, type World } from "./world.ts"

const main = join(root, "packages", "cli", "src", "main.ts")

/** What the command line prints, run as a program with the variables that the start printed. */
export const commandLine = async ({ exports }: World, args: ReadonlyArray<string>): Promise<string> => {
  const { PATH = "", HOME = "" } = process.env
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--conditions=@agent-operations/source", main, ...args],
    { env: { PATH, HOME, ...exports }, maxBuffer: 64 * 1024 * 1024 }
  )
  return stdout
}

/** What an operation that reads answers, by the official client of MCP, which is shown all operations or a search of them. */
export const callTool = async (
  { exports }: World,
  operation: string,
  input: Record<string, unknown>
): Promise<unknown> => {
  const client = new Client({ name: "sdks", version: "1" })
  const headers = {
    authorization: `Bearer ${exports["AGENT_OPERATIONS_API_KEY"]}`,
    "x-project-id": exports["AGENT_OPERATIONS_PROJECT_ID"]!
  }
  const url = new URL(`${exports["AGENT_OPERATIONS_URL"]}/api/mcp`)
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
  try {
    const { tools } = await client.listTools()
    const isOwn = tools.some(({ name }) => name === operation)
    const { structuredContent } = await client.callTool(
      isOwn ? { name: operation, arguments: input } : { name: "call_read", arguments: { operation, input } }
    )
    return structuredContent
  } finally {
    await client.close()
  }
}

/** Where the client, the command line and MCP do not answer alike. */
export const sameOnEverySurface = async (world: World): Promise<ReadonlyArray<string>> => {
  const client = clientOf(world)
  const listed = await client.traces.list({ limit: 3 })
  const { id } = listed.items[0]!
  const got = await client.traces.get({ id })
  const lines = (await commandLine(world, ["traces", "export", "--agent", "yes"])).trim().split("\n")
  const exported = lines.map((line) => JSON.parse(line) as typeof got)
  const answers = {
    "traces get": JSON.parse(await commandLine(world, ["traces", "get", id, "--json"])),
    "traces export": exported.find(({ trace }) => trace.id === id),
    get_trace: await callTool(world, "get_trace", { id })
  }
  const { total } = await client.traces.list({ limit: 1, includeTotal: true })
  return [
    ...Object.entries(answers).flatMap(([name, answer]) =>
      isDeepStrictEqual(answer, got)
        ? []
        : [`${name} answers something else than the client: ${JSON.stringify(answer)}`]
    ),
    ...(isDeepStrictEqual(await callTool(world, "list_traces", { limit: 3 }), listed) ? [] : ["list_traces differs"]),
    ...(exported.length === total ? [] : [`traces export has ${exported.length} of ${total} traces`])
  ]
}
