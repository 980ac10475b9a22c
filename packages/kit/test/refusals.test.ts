import { once } from "node:events"
import { createServer, type Server, type ServerResponse } from "node:http"
import { type AddressInfo, connect } from "node:net"
import { text } from "node:stream/consumers"
import { refuseInEnvelope } from "@agent-operations/http/node"
import { afterAll, assert, beforeAll, describe, it } from "vitest"

/** What a server answers to these bytes. */
const send = async (server: Server, bytes: string) => {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1")
  socket.write(bytes)
  const [head = "", body = ""] = (await text(socket)).split("\r\n\r\n")
  return { head, body }
}

describe("what node:http refuses by itself", () => {
  let server: Server
  let late = Promise.withResolvers<ServerResponse>()
  beforeAll(async () => {
    const options = {
      requireHostHeader: false,
      requestTimeout: 500,
      keepAliveTimeout: 500,
      connectionsCheckingInterval: 100
    }
    server = refuseInEnvelope(
      createServer(options, ({ url }, response) => {
        if (url === "/early") response.writeHead(413, { "content-length": 5 }).write("early")
        else if (url !== "/late") response.end("the listener's")
        else late.resolve(response)
      })
    )
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  })
  afterAll(() => new Promise((resolve) => server.close(resolve)))

  it.each([
    ["a head of more than 16 KiB", `GET / HTTP/1.1\r\na: ${"b".repeat(20_000)}\r\n\r\n`, 413, "PAYLOAD_TOO_LARGE"],
    ["what is not HTTP", "\x16\x03\x01\x02\r\n\r\n", 400, "VALIDATION_ERROR"],
    ["a header that is not one", "GET / HTTP/1.1\r\nno colon\r\n\r\n", 400, "VALIDATION_ERROR"],
    ["two lengths", "POST / HTTP/1.1\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab", 400, "VALIDATION_ERROR"],
    [
      "a length and chunks",
      "POST / HTTP/1.1\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
      400,
      "VALIDATION_ERROR"
    ],
    ["a tunnel", "CONNECT a:1 HTTP/1.1\r\nhost: a\r\n\r\n", 404, "NOT_FOUND"],
    ["a preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400, "VALIDATION_ERROR"],
    ["half a request line", "GET /", 408, "VALIDATION_ERROR"],
    ["a head that never ends", "GET / HTTP/1.1\r\nhost: a\r\n", 408, "VALIDATION_ERROR"],
    ["half a body", "POST /late HTTP/1.1\r\ncontent-length: 9\r\n\r\nhalf", 408, "VALIDATION_ERROR"],
    ["half a chunk", "POST /late HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\n9\r\nh", 408, "VALIDATION_ERROR"]
  ])("E1, E3: %s is answered in the envelope", async (_, bytes, status, code) => {
    const { head, body } = await send(server, bytes)
    assert.isTrue(head.startsWith(`HTTP/1.1 ${status} `), head)
    assert.include(head, "content-type: application/json\r\n")
    assert.include(head, `content-length: ${Buffer.byteLength(body)}\r\n`)
    assert.match(head, /\r\nconnection: close(?:\r\n|$)/)
    const { error } = JSON.parse(body) as { error: Record<string, unknown> }
    assert.include(error, { code })
    assert.isString(error["hint"])
  })

  it("E1: is answered to who still sends, where every further piece is an error again", async () => {
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1").setNoDelay()
    const answer = text(socket)
    socket.write("POST / HTTP/1.1\r\nno colon\r\n\r\n")
    for (let sent = 0; sent < 20; sent++) {
      await new Promise((written) => socket.write("14\r\n".padEnd(64 * 1024), written))
      await new Promise(setImmediate)
    }
    assert.match(await answer, /^HTTP\/1\.1 400 [^]*"VALIDATION_ERROR"/)
  })

  it.each([
    ["nothing", ""],
    ["a whole request before", "GET / HTTP/1.1\r\nhost: a\r\n\r\n"],
    ["a request before, and an empty line", "GET / HTTP/1.1\r\nhost: a\r\n\r\n\r\n"]
  ])("E1: a connection on which no request is being read is closed without a word: %s", async (_, bytes) => {
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1")
    socket.write(bytes)
    assert.deepStrictEqual(
      [...(await text(socket)).matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status),
      bytes === "" ? [] : ["200"]
    )
  })

  it("E1: what follows a request is refused after that is answered, and not in its place", async () => {
    late = Promise.withResolvers()
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1")
    const answers = text(socket)
    const broken = once(server, "clientError")
    socket.write("GET /late HTTP/1.1\r\nhost: a\r\n\r\nno request\r\n\r\n")
    const response = await late.promise
    await broken
    response.end("late")
    assert.match(await answers, /^HTTP\/1\.1 200 [^]*late[^]*HTTP\/1\.1 400 [^]*"VALIDATION_ERROR"[^]*$/)
  })

  it("E1: a request that was answered before its body came is answered once, whatever comes of that", async () => {
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1")
    const answers = text(socket)
    socket.write("POST /early HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\nno chunk\r\n")
    assert.match(await answers, /^HTTP\/1\.1 413 [^]*\r\n\r\nearly$/)
  })

  it.each([
    ["no Host", "GET / HTTP/1.1\r\nconnection: close\r\n\r\n"],
    ["an Expect of its own", "GET / HTTP/1.1\r\nhost: a\r\nexpect: tea\r\nconnection: close\r\n\r\n"]
  ])("a request with %s reaches the listener", async (_, bytes) => {
    assert.include((await send(server, bytes)).body, "the listener's")
  })
})
