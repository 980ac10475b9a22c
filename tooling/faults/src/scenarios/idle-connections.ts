import { readFileSync } from "node:fs"
import { connect, type Socket } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { pglite } from "../databases.ts"
import type { Scenario } from "../scenario.ts"
import { call, start, stop } from "../server.ts"

const servedWithin = 250
/** The server's time for a head, and how often it looks. */
const closedWithin = 12_000

const residentMegabytes = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024

/** Connections on which nothing is ever sent: others are served meanwhile, and they are closed without a word. Law: E1. */
export const idleConnections: Scenario = async ({ count, within, tell }) => {
  const failures: Array<string> = []
  const { settings, known, remove } = await pglite()
  const server = await start(settings, known)
  const port = Number(new URL(server.url).port)
  const before = residentMegabytes(server.child.pid!)
  const began = performance.now()
  let [bytes, closed] = [0, 0]
  const sockets: Array<Socket> = []
  const gone: Array<Promise<void>> = []
  for (let n = 0; n < count; n++) {
    const socket = connect(port, "127.0.0.1")
    gone.push(new Promise((resolve) => socket.once("close", () => resolve(void closed++))))
    socket.on("error", () => {})
    socket.on("data", (chunk: Buffer) => (bytes += chunk.length))
    sockets.push(socket)
    if (n % 100 === 99) await sleep(10)
  }
  let slowest = 0
  const asked = [
    () => fetch(`${server.url}/healthz`, { signal: AbortSignal.timeout(60_000) }),
    () => call(server, "list_page_views", { limit: 1 })
  ]
  for (let n = 0; n < 50; n++) {
    const at = performance.now()
    const { status } = await asked[n % 2]!()
    const took = performance.now() - at
    slowest = Math.max(slowest, took)
    if (status !== 200 || took > within(servedWithin))
      failures.push(`E1: a caller was answered ${status} after ${took} ms`)
  }
  const held = residentMegabytes(server.child.pid!) - before
  const left = began + within(closedWithin + 10_000) - performance.now()
  await Promise.race([Promise.all(gone), sleep(Math.max(0, left), undefined, { ref: false })])
  const took = Math.round(performance.now() - began)
  if (closed < count) failures.push(`E1: ${count - closed} connections that said nothing were open after ${took} ms`)
  if (bytes > 0) failures.push(`E1: who had said nothing was answered ${bytes} bytes`)
  tell(`${count} silent connections beside 50 requests`)
  for (const socket of sockets) socket.destroy()
  await stop(server)
  await remove()
  return {
    figures: [
      ["silent connections at once", count],
      ["slowest answer beside silent connections, ms", Math.round(slowest)],
      ["memory of silent connections, MB", Math.round(held)],
      ["silent connections closed after, ms", took]
    ],
    failures
  }
}
