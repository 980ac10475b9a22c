import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { createClient, settled } from "@agent-operations/client"
import { afterAll, assert, describe, it, vi } from "vitest"
import { type Reaction, retries, retryCount } from "../../../tooling/readme/src/retries.ts"

let requests = 0
let fault: (response: ServerResponse) => unknown = () => undefined
const server = createServer((request, response) => {
  requests++
  request.resume().once("end", () => fault(response))
})
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
// Nobody waits for the waits that are drawn.
vi.spyOn(Math, "random").mockReturnValue(0)
afterAll(() => {
  vi.restoreAllMocks()
  server.closeAllConnections()
  server.close()
})

const closed = createServer()
await new Promise<void>((resolve) => closed.listen(0, "127.0.0.1", resolve))
const nobody = `http://127.0.0.1:${(closed.address() as AddressInfo).port}`
await new Promise((resolve) => closed.close(resolve))

const here = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

interface Met {
  /** How it is met, in words. */
  readonly as: string
  readonly url?: string
  readonly timeoutMs?: number
  readonly fault?: (response: ServerResponse) => unknown
}

const envelope = (status: number): Met => ({
  as: String(status),
  fault: (response) => {
    const error = { code: "CODE", message: "No.", hint: "Do." }
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify({ error }))
  }
})
const page = (status: number): Met => ({
  as: `a proxy's page with ${status}`,
  fault: (response) => response.writeHead(status, { "content-type": "text/html", location: "/" }).end("<p>No</p>")
})

/** What meets a request, for each row of the page. */
const cases: { readonly [W in keyof typeof retries]: ReadonlyArray<Met> } = {
  "connection refused, or host not found: nothing was sent": [
    { as: "refused", url: nobody },
    { as: "not found", url: "http://host.invalid" }
  ],
  "429, the limit of requests": [envelope(429), page(429)],
  "500, 502, 503, 504; of gateways 408, 520 to 524, 530": [
    ...[500, 502, 503, 504].map(envelope),
    ...[500, 502, 503, 504, 408, 520, 521, 522, 523, 524, 530].map(page)
  ],
  "connection lost after the request was sent": [
    { as: "before an answer", fault: (response) => response.socket?.destroy() },
    {
      as: "within an answer",
      fault: (response) => {
        response.writeHead(200, { "content-length": "100" }).write('{"data":')
        setImmediate(() => response.socket?.destroy())
      }
    }
  ],
  "no answer within your timeout": [{ as: "silence", fault: () => undefined, timeoutMs: 1000 }],
  "a success that is not an envelope": [page(200), { as: "no text", fault: (response) => response.end() }],
  "any other error": [
    ...[400, 401, 402, 403, 404, 409, 413, 422].map(envelope),
    ...[302, 403, 404, 413].map((status) => page(status))
  ]
}

const clientFor = ({ url = here, timeoutMs }: Met) =>
  createClient({ baseUrl: url, credential: "aok_ada", projectId: "p", ...(timeoutMs && { timeoutMs }) })

const calls = {
  read: (met: Met) => clientFor(met).pageViews.get({ id: "pv_01k9x3m2h8e7v9q4t6w5z0r1ca" }),
  write: (met: Met) =>
    clientFor(met).pageViews.create({ name: "Slow", source: { type: "table" }, settings: { target: "traces" } })
}

const rows = Object.entries(retries).flatMap(([what, reactions]) =>
  cases[what as keyof typeof cases].flatMap((met) =>
    (["read", "write"] as const).map((call) => [call, what, met.as, reactions[call] as Reaction, met] as const)
  )
)

describe("C4: what the pages say of retries", { shuffle: false }, () => {
  it.each(rows)("a %s after %s (%s): %s", async (call, _, _as, reaction, met) => {
    requests = 0
    fault = met.fault ?? fault
    const { error } = await settled(calls[call](met))
    assert.isDefined(error)
    const { attempts, code } = error!
    const times = reaction === "retry" ? retryCount + 1 : 1
    assert.strictEqual(attempts, times)
    if (met.url === undefined) assert.strictEqual(requests, times)
    assert.strictEqual(code === "OUTCOME_UNKNOWN", reaction === "unknown outcome")
  })
})
