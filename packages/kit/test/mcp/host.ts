import { createAgentOperations } from "@agent-operations/kit"
import { mcp, type McpEntryOptions } from "@agent-operations/mcp/entry"
import { memoryWith } from "@agent-operations/testing/kit"
import { families } from "../../examples/own-kind/alert-rules.ts"
import { caller, makeTenant } from "../server.ts"

const scopes = ["views:read", "views:write", "alerts:read", "alerts:write"]

/** A kit with a family of a host's own, MCP, and a key that may do everything. */
export const startHost = async (
  options: McpEntryOptions & { readonly requestsPerMinute?: number; readonly scopes?: ReadonlyArray<string> } = {}
) => {
  const { requestsPerMinute, scopes: granted = scopes, ...entry } = options
  const kit = await createAgentOperations({
    families,
    database: await memoryWith(families),
    entries: [mcp(entry)],
    ...(requestsPerMinute !== undefined && { requestsPerMinute })
  })
  const tenant = await makeTenant(kit)
  const { token } = await tenant.key(granted)
  const headers = { authorization: `Bearer ${token}`, "x-project-id": tenant.projectId }

  /** Sends a body as it is, as a client of 2025-11-25 would. */
  const post = async (body: string, more: Readonly<Record<string, string>> = {}, query = "") => {
    const response = await kit.fetch(
      new Request(`https://ops.example.com/api/mcp${query}`, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json", ...more },
        body
      })
    )
    const text = await response.text()
    const events = [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data!))
    return {
      status: response.status,
      headers: response.headers,
      messages: events.length > 0 ? events : text === "" ? [] : [JSON.parse(text)].flat()
    }
  }
  /** The result of one request, or its error. */
  const ask = async (method: string, params: object, more: Readonly<Record<string, string>> = {}, query = "") => {
    const { messages } = await post(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }), more, query)
    const [message] = messages
    return message.result ?? message
  }
  return {
    kit,
    tenant,
    token,
    headers,
    post,
    ask,
    call: (name: string, input: object = {}, query = "") => ask("tools/call", { name, arguments: input }, {}, query),
    rest: caller(kit, token, tenant.projectId)
  }
}

export type Host = Awaited<ReturnType<typeof startHost>>

/** A page view, as a caller creates one. */
export const view = { name: "Slow traces", source: { type: "table" }, settings: { target: "traces" } }
