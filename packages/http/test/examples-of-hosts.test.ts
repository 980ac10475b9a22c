import { spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { createServer } from "node:net"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { sendRaw } from "./raw.ts"

const examples = `${import.meta.dirname}/../examples`

const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })

describe.each(["node", "hono", "express", "fastify"])("the %s example", (name) => {
  let url = ""
  let port = 0
  let stop = async () => {}

  beforeAll(async () => {
    port = await freePort()
    url = `http://127.0.0.1:${port}`
    const child = spawn(process.execPath, ["--conditions=@agent-operations/source", `${examples}/${name}.ts`], {
      env: { ...process.env, PORT: String(port) },
      stdio: ["ignore", "pipe", "inherit"]
    })
    stop = () =>
      new Promise((resolve) => {
        child.once("exit", () => resolve())
        child.kill("SIGTERM")
        setTimeout(() => child.kill("SIGKILL"), 5000).unref()
      })
    await new Promise<void>((resolve, reject) => {
      child.once("exit", (code) => reject(new Error(`The example ended with ${code}.`)))
      child.stdout.on("data", (chunk: Buffer) => chunk.includes("ready") && resolve())
    })
  }, 60_000)
  afterAll(() => stop())

  const headers = { authorization: "Bearer let-me-in", "x-project-id": "p", "content-type": "application/json" }
  const call = async (operation: string, body: string, more: Record<string, string> = {}) => {
    const response = await fetch(`${url}/ops/api/agent/${operation}`, {
      method: "POST",
      headers: { ...headers, ...more },
      body
    })
    return { status: response.status, headers: response.headers, body: (await response.json()) as never }
  }

  it("is under 40 lines and leaves the host its own pages", async () => {
    assert.isBelow(readFileSync(`${examples}/${name}.ts`, "utf8").split("\n").length, 40)
    assert.include(await (await fetch(url)).text(), "The host's own page.")
  })

  it("E1: creates, reads and refuses under its prefix", async () => {
    const body = { name: "From a host", source: { type: "table" }, settings: { target: "traces" } }
    const made = (await call("create_page_view", JSON.stringify(body))).body as { data: { id: string } }
    const read = await call("get_page_view", JSON.stringify({ id: made.data.id }))
    assert.deepStrictEqual([read.status, read.body], [200, made] as never)
    assert.strictEqual((await call("get_page_view", "{")).status, 400)
    assert.strictEqual((await call("get_page_view", "{}", { authorization: "Bearer no" })).status, 401)
    assert.strictEqual((await call("no_such_operation", "{}")).status, 404)
    assert.strictEqual((await fetch(`${url}/ops/healthz`)).status, 200)
    const document = (await (await fetch(`${url}/ops/openapi.json`)).json()) as { openapi: string }
    assert.strictEqual(document.openapi, "3.1.1")
  })

  it("E3: a body beyond 1 MiB is 413, with a length and in chunks", async () => {
    const large = JSON.stringify({ id: "x".repeat(1024 * 1024) })
    assert.strictEqual((await call("get_page_view", large)).status, 413)
    const chunked = await fetch(`${url}/ops/api/agent/get_page_view`, {
      method: "POST",
      headers,
      body: new Blob([large]).stream(),
      duplex: "half"
    } as RequestInit)
    assert.strictEqual(chunked.status, 413)
  })

  it("A1: without a credential the body is not waited for", async () => {
    const answer = await sendRaw(
      port,
      "POST /ops/api/agent/get_page_view HTTP/1.1\r\nhost: x\r\nx-project-id: p\r\n" +
        "content-type: application/json\r\ncontent-length: 1000\r\n\r\n{"
    )
    assert.match(answer, /^HTTP\/1\.1 401 /)
    assert.match(answer, /www-authenticate: Bearer/i)
  })
})
