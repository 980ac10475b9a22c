import { connect } from "node:net"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { startOnPostgres } from "../on-postgres.ts"
import type { Started } from "../process.ts"

describe("the way in for people", () => {
  let server: Started

  beforeAll(async () => {
    server = await startOnPostgres()
  })
  afterAll(() => server?.stop())

  /** What comes back for bytes: the status, and all of it. */
  const answerTo = (bytes: string) =>
    new Promise<{ readonly status: number; readonly text: string }>((resolve) => {
      const { port } = new URL(server.url)
      let text = ""
      const socket = connect(Number(port), "127.0.0.1", () => socket.write(bytes))
      socket.on("data", (chunk) => (text += chunk.toString()))
      socket.on("error", () => {})
      socket.on("close", () => resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]), text }))
    })

  const asking = (line: string, headers = "Host: 127.0.0.1", body = "") =>
    answerTo(`${line} HTTP/1.1\r\n${headers}\r\nConnection: close\r\n\r\n${body}`)

  it.each([
    ["GET /nowhere", "Host: a b"],
    ["GET /nowhere", "Host: evil/../x"],
    ["GET /sign-in", "Host: a b"],
    ["OPTIONS *", "Host: 127.0.0.1"],
    ["GET /nowhere", "Host: 127.0.0.1"],
    ["GET http://x/api/agent/nothing", "Host: 127.0.0.1"],
    ["TRACE /nowhere", "Host: 127.0.0.1"]
  ])("E1: %s with %s is the envelope of what is not there", async (line, headers) => {
    const { status, text } = await asking(line, headers)
    assert.strictEqual(status, 404)
    assert.include(text, '"code":"NOT_FOUND"')
    assert.match(text, /x-request-id: req_/i)
  })

  it.each([
    ["GET /%zz"],
    ["GET //sign-in"],
    ["GET /o/%zz"],
    ["GET /assets/../../package.json"],
    ["GET /assets/%2e%2e%2fpackage.json"],
    ["GET /sign-in?returnTo=//evil.example"],
    ["PUT /sign-in"],
    ["POST /api/auth/oauth2/token"],
    [`GET /${"a".repeat(7000)}`]
  ])("E3: %s is no failure of the server, and no file of it", async (line) => {
    const { status, text } = await asking(line, `Host: ${new URL(server.url).host}\r\nCookie: %%%=;;=`)
    assert.isAbove(status, 199)
    assert.isBelow(status, 500, text)
    assert.notInclude(text, "workspace:")
  })

  it("has the caller's request ID in its answers, if it is one", async () => {
    const idOf = async (sent: string) =>
      (await fetch(`${server.url}/sign-in`, { headers: { "x-request-id": sent } })).headers.get("x-request-id")
    assert.strictEqual(await idOf("mine-1"), "mine-1")
    assert.match(String(await idOf("not one")), /^req_/)
  })

  it("says over which address it is reached, and keeps to it", async () => {
    const host = `Host: localhost:${new URL(server.url).port}`
    const { status, text } = await asking("GET /sign-in", host)
    assert.strictEqual(status, 308)
    assert.include(text.toLowerCase(), `location: ${server.url}/sign-in`)
    const post = `${host}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 3`
    assert.strictEqual((await asking("POST /sign-in", post, "a=b")).status, 403)
  })
})
