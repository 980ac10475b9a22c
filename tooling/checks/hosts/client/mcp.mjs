// An assistant's walk by MCP, with a tool per operation and in search mode: makes a page view, changes it when somebody else
// has, and does what the hint of the error says. Prints how both ended on the kit of the server that it is given.
import { createClient } from "@agent-operations/client"
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"

const [origin] = process.argv.slice(2)
const projectId = "assistants"
const somebodyElse = createClient({ baseUrl: `${origin}/ops`, credential: "any", projectId })

const connect = async (query) => {
  const client = new Client({ name: "walk", version: "1" })
  const headers = { authorization: "Bearer any", "x-project-id": projectId }
  const url = new URL(`${origin}/ops/api/mcp${query}`)
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
  const call = async (name, input) => (await client.callTool({ name, arguments: input })).structuredContent
  const { tools } = await client.listTools()
  return { client, tools, call }
}

/** How a tool is found by words and called, where each operation is one. */
const byTool = ({ tools, call }, words) => {
  const { name } = tools.find((tool) => words.split(" ").every((word) => tool.name.split("_").includes(word)))
  return (input) => call(name, input)
}

/** The same by the four tools that find, describe and call operations. */
const bySearch = async ({ call }, words) => {
  const [{ operation }] = (await call("search_operations", { query: words })).operations
  const { effect } = await call("describe_operation", { operation })
  return (input) => call(effect === "read" ? "call_read" : "call_write", { operation, input })
}

const walk = async (query, find) => {
  const connection = await connect(query)
  const [create, get, update] = await Promise.all(
    ["create page view", "get page view", "update page view"].map((words) => find(connection, words))
  )
  const made = await create({ name: `Slow${query}`, source: { type: "table" }, settings: { target: "traces" } })
  await somebodyElse.pageViews.update({ id: made.id, expectedRevision: made.revision, description: "Theirs." })

  const change = { id: made.id, name: `Mine${query}` }
  const { error } = await update({ ...change, expectedRevision: made.revision })
  // All that the assistant goes by from here.
  const [, reads, retries] = /(Read the resource again).*(retry with that revision)/.exec(error.hint) ?? []
  const current = reads && (await get({ id: made.id }))
  const repaired = retries && (await update({ ...change, expectedRevision: current.revision }))
  await connection.client.close()
  const { revision, name, description } = repaired ?? {}
  return { tools: connection.tools.length, code: error.code, revision, name, description }
}

console.log(JSON.stringify([await walk("", byTool), await walk("?mode=search", bySearch)]))
