import { fork } from "node:child_process"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { createClient } from "@agent-operations/client"
import { median } from "./median.ts"

const view = {
  id: "pv_01k9x3m2h8e7v9q4t6w5z0r1ca",
  kind: "page_view",
  name: "Slow traces",
  settings: { target: "traces", columns: [{ field: "trace.name" }], filters: [], sort: [], groupBy: null, extra: {} },
  revision: 1
}

/** Answers every request alike, in a process of its own. */
const serve = () => {
  const body = JSON.stringify({ data: view })
  const headers = { "content-type": "application/json", "x-request-id": "r", "content-length": body.length }
  const server = createServer((request, response) => {
    request.resume().once("end", () => response.writeHead(200, headers).end(body))
  })
  server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port))
}

if (process.argv[2] === "serve") serve()

const requests = 200
const rounds = 15

const cpuOf = async (call: () => Promise<unknown>): Promise<number> => {
  const begun = process.cpuUsage()
  for (let index = 0; index < requests; index++) await call()
  const { user, system } = process.cpuUsage(begun)
  return (user + system) / requests
}

/** The CPU that a request by the client takes, to that of the same by `fetch` alone: the median of rounds that alternate. */
export const cpuRatio = async (): Promise<number> => {
  const server = fork(import.meta.filename, ["serve"])
  try {
    const [port] = (await once(server, "message")) as [number]
    const baseUrl = `http://127.0.0.1:${port}`
    const { pageViews } = createClient({ baseUrl, credential: "aok_x", projectId: "p" })
    const { id } = view
    const byFetch = async () => {
      const headers = { authorization: "Bearer aok_x", "x-project-id": "p", "content-type": "application/json" }
      const url = `${baseUrl}/api/agent/get_page_view`
      const response = await fetch(url, { method: "POST", headers, body: JSON.stringify({ id }) })
      const { data }: { data: unknown } = JSON.parse(await response.text())
      return data
    }
    const byClient = () => pageViews.get({ id })
    await cpuOf(byFetch)
    await cpuOf(byClient)
    const ratios: Array<number> = []
    for (let round = 0; round < rounds; round++) {
      const alone = await cpuOf(byFetch)
      ratios.push((await cpuOf(byClient)) / alone)
    }
    return median(ratios)
  } finally {
    server.kill()
  }
}
