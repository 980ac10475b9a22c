import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { type AgentError, createClient, settled } from "@agent-operations/client"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { view } from "./answers.ts"

type Behave = (request: IncomingMessage, response: ServerResponse, index: number) => void

const json = (response: ServerResponse, body: string, status = 200, headers = {}) =>
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(body)

const well: Behave = (_, response) => json(response, JSON.stringify({ data: view() }))

const cut: Behave = (_, response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": "1000" }).write('{"data":{"id":')
  // clock: the part before it is to have been sent; without it the answer is cut at once
  setTimeout(() => response.destroy(), 20)
}

const reset: Behave = ({ socket }) => void socket.resetAndDestroy()

const html: Behave = (_, response) =>
  void response.writeHead(200, { "content-type": "text/html" }).end("<html>Sign in</html>")

const redirect: Behave = (_, response) => void response.writeHead(302, { location: "/elsewhere" }).end()

const stall: Behave = (_, response) =>
  void response.writeHead(200, { "content-type": "application/json" }).write('{"data":')

const silence: Behave = () => undefined

const failing =
  (status: number, code: string): Behave =>
  (_, response) =>
    void json(response, JSON.stringify({ error: { code, message: "x", hint: "y" } }), status, { "retry-after": "0" })

/** The behaviours that are under way, each behind a path of its own, with how often it was asked. */
const under: Array<{ readonly behave: Behave; asked: number }> = []
const server = createServer((request, response) => {
  const one = under[Number(request.url?.split("/")[1])]!
  request.resume()
  request.once("end", () => one.behave(request, response, one.asked++))
})
let url = ""
beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening")
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const { id } = view()
const input = { name: "Slow traces", source: { type: "table" }, settings: { target: "traces" } } as const

/** How a call ends over a server that behaves so, and how often it was asked. */
const over = async (behaves: Behave, call: (client: ReturnType<typeof createClient>) => Promise<unknown>) => {
  const one = { behave: behaves, asked: 0 }
  const baseUrl = `${url}/${under.push(one) - 1}`
  const client = createClient({ baseUrl, credential: "aok_secret", projectId: "p", timeoutMs: 20_000 })
  const { data, error } = await settled(call(client))
  const failed = error as AgentError | undefined
  return { data, code: failed?.code, cause: (failed?.cause as AgentError | undefined)?.code, asked: one.asked }
}

const get = (client: ReturnType<typeof createClient>) => client.pageViews.get({ id })
const create = (client: ReturnType<typeof createClient>) => client.pageViews.create(input)
const hasty = (client: ReturnType<typeof createClient>) => client.pageViews.get({ id }, { timeoutMs: 100 })
const hastily = (client: ReturnType<typeof createClient>) => client.pageViews.create(input, { timeoutMs: 100 })

const once429: Behave = (request, response, index) =>
  (index === 0 ? failing(429, "RATE_LIMITED") : well)(request, response, index)

describe("a server that misbehaves, over real connections", () => {
  const cases: ReadonlyArray<
    readonly [
      string,
      Behave,
      read: { readonly code: string | undefined; readonly asked: number },
      write: { readonly code: string | undefined; readonly cause?: string; readonly asked: number }
    ]
  > = [
    ["answers well", well, { code: undefined, asked: 1 }, { code: undefined, asked: 1 }],
    ["is over its limit once", once429, { code: undefined, asked: 2 }, { code: undefined, asked: 2 }],
    [
      "stays over its limit",
      failing(429, "RATE_LIMITED"),
      { code: "RATE_LIMITED", asked: 3 },
      { code: "RATE_LIMITED", asked: 3 }
    ],
    [
      "is away",
      failing(503, "UNAVAILABLE"),
      { code: "UNAVAILABLE", asked: 3 },
      { code: "OUTCOME_UNKNOWN", cause: "UNAVAILABLE", asked: 1 }
    ],
    [
      "is late",
      failing(504, "TIMEOUT"),
      { code: "TIMEOUT", asked: 3 },
      { code: "OUTCOME_UNKNOWN", cause: "TIMEOUT", asked: 1 }
    ],
    [
      "ends in the middle of an answer",
      cut,
      { code: "CONNECTION_FAILED", asked: 3 },
      { code: "OUTCOME_UNKNOWN", cause: "CONNECTION_FAILED", asked: 1 }
    ],
    [
      "resets the connection",
      reset,
      { code: "CONNECTION_FAILED", asked: 3 },
      { code: "OUTCOME_UNKNOWN", cause: "CONNECTION_FAILED", asked: 1 }
    ],
    [
      "has a proxy that answers a page",
      html,
      { code: "NOT_AN_ENVELOPE", asked: 1 },
      { code: "OUTCOME_UNKNOWN", cause: "NOT_AN_ENVELOPE", asked: 1 }
    ],
    ["redirects", redirect, { code: "NOT_AN_ENVELOPE", asked: 1 }, { code: "NOT_AN_ENVELOPE", asked: 1 }]
  ]

  it.concurrent.each(cases)("%s", async (_, behaves, read, write) => {
    const { code, asked } = await over(behaves, get)
    assert.deepStrictEqual({ code, asked }, read)
    const { data: __, ...written } = await over(behaves, create)
    assert.deepStrictEqual(written, { cause: undefined, ...write })
  })

  it.concurrent.each([
    ["says nothing", silence],
    ["stalls in the middle of an answer", stall]
  ])("%s", async (_, behaves) => {
    assert.include(await over(behaves, hasty), { code: "CLIENT_TIMEOUT" })
    assert.include(await over(behaves, hastily), { code: "OUTCOME_UNKNOWN", cause: "CLIENT_TIMEOUT" })
  })

  it("ends an answer at any of its bytes: none is taken for the whole", async () => {
    const body = JSON.stringify({ data: view() })
    const head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n"
    const answers = [
      `${head}content-length: ${body.length}\r\n\r\n${body}`,
      `${head}transfer-encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
      `${head}connection: close\r\n\r\n${body}`
    ]
    for (const answer of answers) {
      const ends = (length: number) =>
        over(
          ({ socket }) => void socket.end(answer.slice(0, length)),
          (client) => client.pageViews.create(input)
        )
      assert.deepInclude(await ends(answer.length), { data: view(), asked: 1 })
      for (let length = 0; length < answer.length; length++) {
        assert.deepInclude(
          await ends(length),
          { data: undefined, code: "OUTCOME_UNKNOWN", asked: 1 },
          `${answer.slice(0, length)}|${answer.slice(length)}`
        )
      }
    }
  })

  it("is not there: a write is tried again, since nothing was sent, and fails for certain", async () => {
    const gone = createServer().listen(0, "127.0.0.1")
    await once(gone, "listening")
    const { port } = gone.address() as AddressInfo
    await new Promise((resolve) => gone.close(resolve))
    const client = createClient({ baseUrl: `http://127.0.0.1:${port}` })
    const { error } = await settled(client.pageViews.create(input))
    assert.deepInclude({ ...error }, { code: "CONNECTION_FAILED", attempts: 3 })
  })

  it("__proto__ in an answer is a member like any other", async () => {
    const { data } = await over(
      (_, response) => void json(response, '{"data":{"__proto__":{"polluted":true},"toString":1}}'),
      get
    )
    assert.isUndefined(({} as { polluted?: boolean }).polluted)
    assert.deepStrictEqual(Object.keys(data as object), ["__proto__", "toString"])
  })
})
