import { connect, type Socket } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { pglite } from "../databases.ts"
import type { Scenario } from "../scenario.ts"
import { call, start, stop } from "../server.ts"

const servedWithin = 1000

/** Connections that say nothing, half a head or half a body: others are served meanwhile. Law: E1. */
export const slowClients: Scenario = async ({ count, within, tell }) => {
  const failures: Array<string> = []
  const { settings, known, remove } = await pglite()
  const server = await start(settings, known)
  const port = Number(new URL(server.url).port)
  const texts = [
    "",
    "POST /api/agent/list_page_views HTTP/1.1\r\nhost: x\r\n",
    `POST /api/agent/list_page_views HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${server.key}\r\n` +
      `x-project-id: ${server.projectId}\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{`
  ]
  const sockets: Array<Socket> = []
  for (let n = 0; n < count; n++) {
    const socket = connect(port, "127.0.0.1")
    socket.on("error", () => {})
    socket.write(texts[n % texts.length]!)
    sockets.push(socket)
    if (n % 100 === 99) await sleep(10)
  }
  await sleep(200)
  let slowest = 0
  for (let n = 0; n < 100; n++) {
    const began = performance.now()
    const { status } = await call(server, "list_page_views", { limit: 1 })
    const took = performance.now() - began
    slowest = Math.max(slowest, took)
    if (status !== 200 || took > within(servedWithin))
      failures.push(`E1: another caller was answered ${status} after ${took} ms`)
  }
  tell(`${count} slow clients beside 100 others`)
  for (const socket of sockets) socket.destroy()
  await stop(server)
  await remove()
  return {
    figures: [
      ["slow and idle connections at once", count],
      ["slowest answer to another caller, ms", Math.round(slowest)]
    ],
    failures
  }
}
