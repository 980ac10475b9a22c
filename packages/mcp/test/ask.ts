import { InMemoryTransport, type Server } from "@modelcontextprotocol/server"
import { Client } from "@modelcontextprotocol/client"

type Method = "tools/list" | "tools/call" | "prompts/list" | "prompts/get" | "resources/list" | "resources/read"

/** Asks a server one thing over a transport of this process, as a client of 2025-11-25. */
export const ask = async (
  server: Server,
  method: Method | "resources/templates/list" | "completion/complete",
  params: object
): Promise<Readonly<Record<string, unknown>>> => {
  const client = new Client({ name: "test", version: "1" })
  const [near, far] = InMemoryTransport.createLinkedPair()
  await Promise.all([server.connect(far), client.connect(near as never)])
  const answer = await client.request({ method, params } as never)
  await client.close()
  return answer as Readonly<Record<string, unknown>>
}
