import { createServer, type Server } from "node:http"
import { type AddressInfo, connect } from "node:net"
import { text } from "node:stream/consumers"
import { setTimeout as sleep } from "node:timers/promises"
import { refuseInEnvelope } from "@agent-operations/http/node"
import { testKit } from "@agent-operations/kit/testing"
import { waitUntil } from "@agent-operations/testing/wait-until"
import fc from "fast-check"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { access, system } from "./front-door.ts"

const requestMillis = 600
const head = (path: string, more: string) =>
  `POST ${path} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer x\r\nx-project-id: support\r\n${more}\r\n`
const json = "content-type: application/json\r\n"
const chunked = `${head("/api/agent/echo", `${json}transfer-encoding: chunked\r\n`)}4;a=b\r\n{"te\r\nC\r\nxt":"hello"}\r\n0\r\nt: 1\r\n\r\n`

/** The answers of a connection, one after the other: its status, the ID of its request, whether it is the last, and its body. */
const answersOf = (received: string) => {
  const answers: Array<{ status: number; id: string | undefined; closes: boolean; body: string }> = []
  for (let rest = received; rest !== "";) {
    const end = rest.indexOf("\r\n\r\n")
    assert.isAbove(end, 0, rest)
    const [lines, after] = [rest.slice(0, end), rest.slice(end + 4)]
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(lines)?.[1])
    answers.push({
      status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(lines)?.[1]),
      id: /\r\nx-request-id: (.+)/i.exec(lines)?.[1],
      closes: /\r\nconnection: close/i.test(lines),
      body: after.slice(0, length)
    })
    rest = after.slice(length)
  }
  return answers
}

describe("requests as they arrive", () => {
  let close: () => Promise<void>
  let server: Server
  let port: number
  /** How long each echo takes, by its text. */
  const pauses: Readonly<Record<string, number>> = { slow: 60, slower: 120 }

  beforeAll(async () => {
    const kit = await testKit({
      logLevel: "None",
      families: [
        system(async (text) => {
          // clock: answers that take longer than those after them are what is tested
          await sleep(pauses[text] ?? 0)
          return text
        })
      ],
      verify: () => ({ ...access, scopes: ["system:read"] })
    })
    const options = { requireHostHeader: false, requestTimeout: requestMillis, connectionsCheckingInterval: 50 }
    close = kit.close
    server = refuseInEnvelope(createServer(options, kit.kit.listener))
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    port = (server.address() as AddressInfo).port
  })
  afterAll(async () => {
    await new Promise((closed) => server.close(closed))
    await close()
  })

  const connections = () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)))

  it("E1, E3: one that stalls at any byte is 408 in time, and nothing of it is left", async () => {
    const answers = await Promise.all(
      Array.from({ length: chunked.length }, async (_, at) => {
        const socket = connect(port, "127.0.0.1")
        socket.write(chunked.slice(0, at))
        return answersOf(await text(socket))
      })
    )
    assert.deepStrictEqual(answers[0], [])
    for (const [at, [first, second]] of answers.entries()) {
      if (at === 0) continue
      assert.isUndefined(second)
      assert.deepInclude(first, { status: 408, closes: true }, chunked.slice(0, at))
      assert.include(first!.body, '"code":"VALIDATION_ERROR"')
    }
    await waitUntil("no connection to be left", async () => (await connections()) === 0)
  })

  it("E1, E3: one that comes a byte at a time is held to the time of a whole one, and not to that of a byte", async () => {
    const socket = connect(port, "127.0.0.1").setNoDelay()
    const answers = text(socket)
    let sent = 0
    socket.on("error", () => {})
    for (const byte of chunked) {
      if (!socket.writable || socket.readableEnded) break
      socket.write(byte)
      sent++
      // clock: that bytes come slowly is what is tested
      await sleep(requestMillis / 60)
    }
    const [first, second] = answersOf(await answers)
    assert.isBelow(sent, chunked.length)
    assert.isUndefined(second)
    assert.deepInclude(first, { status: 408, closes: true })
    await waitUntil("no connection to be left", async () => (await connections()) === 0)
  })

  interface Sent {
    readonly bytes: (id: string) => string
    readonly status: number
  }
  const body =
    (text: string, more = "") =>
    (id: string) => {
      const input = JSON.stringify({ text })
      return head("/api/agent/echo", `${json}${more}x-request-id: ${id}\r\ncontent-length: ${input.length}\r\n`) + input
    }
  const sorts: ReadonlyArray<Sent> = [
    { bytes: body("now"), status: 200 },
    { bytes: body("slow"), status: 200 },
    { bytes: body("slower"), status: 200 },
    { bytes: (id) => body("now")(id).replace("Bearer x", "Basic x"), status: 401 },
    { bytes: (id) => body("now")(id).replace('{"text"', '{"texx"'), status: 400 },
    { bytes: (id) => `GET /none HTTP/1.1\r\nhost: a\r\nx-request-id: ${id}\r\n\r\n`, status: 404 },
    { bytes: (id) => `GET /healthz HTTP/1.1\r\nhost: a\r\nx-request-id: ${id}\r\n\r\n`, status: 200 }
  ]

  it("E1: those that are sent in one go are answered in their order, whatever each takes and whatever is refused", () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...sorts), { minLength: 1, maxLength: 8 }),
        fc.boolean(),
        async (requests, ends) => {
          const socket = connect(port, "127.0.0.1")
          const received = text(socket)
          const bytes = requests.map((sent, n) => sent.bytes(`request-${n}`)).join("")
          socket.write(
            bytes + (ends ? "no request\r\n\r\n" : "GET /healthz HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n")
          )
          const answers = answersOf(await received)
          assert.deepStrictEqual(
            answers.map(({ status }) => status),
            [...requests.map(({ status }) => status), ends ? 400 : 200]
          )
          assert.deepStrictEqual(
            answers.slice(0, -1).map(({ id }) => id),
            requests.map((_, n) => `request-${n}`)
          )
        }
      ),
      { numRuns: 40 }
    ))
})
