import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { Client as FormerClient } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport as FormerTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"

type Fetch = (request: Request) => Promise<Response>

const info = { name: "test", version: "1" }

const optionsOf = (fetch: Fetch, headers: Readonly<Record<string, string>>) => ({
  fetch: (url: string | URL, init?: RequestInit) => fetch(new Request(url, init)),
  requestInit: { headers }
})

/** What the tests need of a client, which both of them have. */
export interface AnyClient {
  readonly listTools: () => Promise<{ readonly tools: ReadonlyArray<{ readonly name: string }> }>
  readonly callTool: (call: { readonly name: string; readonly arguments: Record<string, unknown> }) => Promise<object>
  readonly close: () => Promise<void>
}

/** The official clients, in the revisions that they speak, over a function that answers requests. */
export const clients: ReadonlyArray<{
  readonly name: string
  readonly connect: (fetch: Fetch, headers: Readonly<Record<string, string>>, query?: string) => Promise<AnyClient>
}> = [
  {
    name: "the client 1.32",
    connect: async (fetch, headers, query = "") => {
      const client = new FormerClient(info)
      const url = new URL(`http://test/api/mcp${query}`)
      await client.connect(new FormerTransport(url, optionsOf(fetch, headers)) as never)
      return client
    }
  },
  ...(["legacy", "auto"] as const).map((mode) => ({
    name: `the client 2.4, ${mode === "auto" ? "2026-07-28" : "2025-11-25"}`,
    connect: async (fetch: Fetch, headers: Readonly<Record<string, string>>, query = "") => {
      const client = new Client(info, { versionNegotiation: { mode } })
      const url = new URL(`http://test/api/mcp${query}`)
      await client.connect(new StreamableHTTPClientTransport(url, optionsOf(fetch, headers)))
      return client
    }
  }))
]
