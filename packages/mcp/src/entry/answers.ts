import type { AgentAnswer } from "@agent-operations/http"

/** What is no message that could be answered, by the codes of JSON-RPC 2.0. */
export const refuse = (
  status: number,
  code: number,
  message: string,
  headers: Readonly<Record<string, string>> = {}
): AgentAnswer => ({
  status,
  headers: { "content-type": "application/json", "cache-control": "no-store", ...headers },
  body: JSON.stringify({ jsonrpc: "2.0", id: null, error: { code, message } })
})

/** The codes of JSON-RPC 2.0 that are used before a message is read. */
export const jsonRpc = { parseError: -32_700, invalidRequest: -32_600, refused: -32_000 } as const

/** What a handler of the web's standard answered. */
export const fromResponse = async (response: Response) => ({
  status: response.status,
  headers: { "cache-control": "no-store", ...Object.fromEntries(response.headers) },
  body: new Uint8Array(await response.arrayBuffer())
})
