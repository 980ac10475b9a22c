import { Agent, request } from "node:http"
import { afterAll, assert, beforeAll, it } from "vitest"
import { listen } from "../server.ts"
import { type Host, startHost, view } from "./host.ts"

let host: Host
let server: Awaited<ReturnType<typeof listen>>
const agent = new Agent({ keepAlive: true, maxSockets: 32 })
beforeAll(async () => {
  host = await startHost()
  server = await listen(host.kit)
})
afterAll(async () => {
  agent.destroy()
  await server.close()
  await host.kit.close()
})

const post = (path: string, body: string) =>
  new Promise<string>((resolve, reject) => {
    const headers = { ...host.headers, "content-type": "application/json", "content-length": Buffer.byteLength(body) }
    const sent = request({ host: "127.0.0.1", port: server.port, method: "POST", path, agent, headers }, (answer) => {
      let text = ""
      answer.setEncoding("utf8")
      answer.on("data", (chunk: string) => (text += chunk))
      answer.on("end", () => (answer.statusCode === 200 ? resolve(text) : reject(new Error(text))))
    })
    sent.on("error", reject)
    sent.end(body)
  })

/** How long so many requests take over 32 connections, in milliseconds. */
const timeOf = async (count: number, ask: () => Promise<string>) => {
  const began = performance.now()
  let left = count
  const worker = async () => {
    while (left-- > 0) await ask()
  }
  await Promise.all(Array.from({ length: 32 }, worker))
  return performance.now() - began
}

const median = (values: ReadonlyArray<number>) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

it("tools/call does at least a fifth of the same operation over REST, at 32 connections", async () => {
  const { structuredContent } = await host.call("create_page_view", view)
  const input = { id: structuredContent.id }
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "get_page_view", arguments: input } }
  const tool = () => post("/api/mcp", JSON.stringify(message))
  const rest = () => post("/api/agent/get_page_view", JSON.stringify(input))
  for (const ask of [rest, tool]) await timeOf(300, ask)
  const ratios: Array<number> = []
  // Alternating, so that a busy machine is as busy for both.
  for (let round = 0; round < 7; round++) ratios.push((await timeOf(200, rest)) / (await timeOf(200, tool)))
  console.log(`MCP: tools/call to REST, requests a second: ${median(ratios).toFixed(2)}`)
  assert.isAtLeast(median(ratios), 0.2)
})
