import { execFile, spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { promisify } from "node:util"
import { type Family, operationsOf, viewFamilies } from "@agent-operations/contract"
import { familiesOf } from "@agent-operations/kit"
import { createDatabase, freePort } from "@agent-operations/postgres-for-tests"
import { isLong } from "@agent-operations/testing/long"
import { afterAll, assert, beforeAll, describe, inject, it, vi } from "vitest"
import { families as ownKind } from "../examples/own-kind/alert-rules.ts"
import { families as savedSearches } from "../examples/saved-searches/searches.ts"
import { hangUp, sendRaw, sendThenRead } from "./raw.ts"

const examples = `${import.meta.dirname}/../examples`

const idsOf = (families: ReadonlyArray<Family.Any>) => operationsOf(families).map(({ id }) => id)

/** The names of the tools that a server lists by MCP. */
const toolsOf = async (
  send: (request: Request) => Promise<Response>,
  url: string,
  credential = "let-me-in",
  projectId = "p"
): Promise<ReadonlyArray<string>> => {
  const headers = {
    authorization: `Bearer ${credential}`,
    "x-project-id": projectId,
    "content-type": "application/json"
  }
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" })
  const text = await (await send(new Request(`${url}/api/mcp?mode=tools`, { method: "POST", headers, body }))).text()
  const { tools } = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text).result
  return tools.map(({ name }: { name: string }) => name)
}

/** The page of an operation, as an agent reads it. */
const pageOf = async (send: (request: Request) => Promise<Response>, url: string, operation: string) => {
  const headers = { accept: "text/markdown" }
  return (await send(new Request(`${url}/docs/operations/${operation}`, { headers }))).text()
}

/** Starts an example in a process of its own, until it prints that it is ready. */
const start = async (
  name: string,
  isReady: (printed: string) => boolean,
  env: Readonly<Record<string, string>> = {}
) => {
  const port = await freePort()
  const child = spawn(process.execPath, ["--conditions=@agent-operations/source", `${examples}/${name}.ts`], {
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ["ignore", "pipe", "inherit"]
  })
  const stop = () =>
    new Promise<void>((resolve) => {
      child.once("exit", () => resolve())
      child.kill("SIGTERM")
      // clock: the end of one that does not end by itself
      setTimeout(() => child.kill("SIGKILL"), 60_000).unref()
    })
  let printed = ""
  await new Promise<void>((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`The example ended with ${code}.`)))
    child.stdout.on("data", (chunk: Buffer) => {
      printed += String(chunk)
      if (isReady(printed)) resolve()
    })
  })
  return { port, url: `http://127.0.0.1:${port}`, printed, stop }
}

// In the short run a host of each sort, by a listener and by `fetch`; `mounts.test.ts` has them all.
describe.each(isLong ? ["node", "hono", "express", "fastify"] : ["node", "hono"])("the %s example", (name) => {
  let url = ""
  let port = 0
  let printed = ""
  let stop = async () => {}

  beforeAll(async () => {
    const hasCurl = (text: string) => text.includes("curl") && text.endsWith("'\n\n")
    ;({ url, port, printed, stop } = await start(name, hasCurl))
  })
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

  it("prints a curl that works", async () => {
    const curl = /^curl [^]*?'$/m.exec(printed)?.[0] ?? assert.fail("no curl is printed")
    const { stdout } = await promisify(execFile)("sh", ["-c", curl])
    assert.include(stdout, '"name":"Slow traces"')
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

  it("C1: MCP has a tool per operation, and the documentation a page, beside the operations", async () => {
    assert.deepStrictEqual(await toolsOf(fetch, `${url}/ops`), idsOf(viewFamilies))
    for (const id of idsOf(viewFamilies)) assert.include(await pageOf(fetch, `${url}/ops`, id), `/api/agent/${id}`)
    const llms = await (await fetch(`${url}/ops/llms.txt`)).text()
    assert.include(llms, "(/ops/docs/operations.md)")
    assert.include(llms, "`POST /ops/api/agent/{operation}`")
    const [, skills] = /\[Skill\]\(([^)]+)\)/.exec(llms)!
    const index = (await (await fetch(`${url}${skills}`)).json()) as { readonly skills: ReadonlyArray<{ url: string }> }
    assert.include(await (await fetch(`${url}${index.skills[0]!.url}`)).text(), "`POST /ops/api/agent/{operation}`")
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

  /** A request as it stands on the wire. Whoever sends no length sends no body. */
  const request = (target: string, lines: ReadonlyArray<string> = [], body?: string) =>
    [
      `${target} HTTP/1.1`,
      "host: x",
      ...Object.entries(headers).map(([header, value]) => `${header}: ${value}`),
      ...(body === undefined ? [] : [`content-length: ${body.length}`]),
      ...lines,
      "",
      body ?? ""
    ].join("\r\n")
  const list = "POST /ops/api/agent/list_page_views"

  const large = [
    ["with a length", request(list, [], " ".repeat(16 * 1024 * 1024))],
    [
      "in chunks",
      `${request(list, ["transfer-encoding: chunked"])}${`10000\r\n${" ".repeat(65_536)}\r\n`.repeat(256)}0\r\n\r\n`
    ]
  ]
  // Hono's server closes a connection whose body takes it more than half a second, which a busy machine may.
  it.each(isLong || name !== "hono" ? large : [])(
    "E3: who sends 16 MiB %s before they read finds the 413",
    async (_, sent) => {
      const answer = await sendThenRead(port, sent)
      assert.include(answer, " 413 ")
      assert.include(answer, "PAYLOAD_TOO_LARGE")
    }
  )

  it("E1: whatever the path and the method below the prefix, the answer is the kit's", async () => {
    for (const target of [
      "POST /ops//api/agent/list_page_views",
      "POST /ops/api/agent/list_page_views/",
      "POST /ops/api/agent/LIST_PAGE_VIEWS",
      "POST /ops/api/agent/list_page_views;v=1",
      "POST /ops/api/%2e%2e/api/list_page_views",
      "POST /ops/api/agent/%zz",
      "POST /ops/%ff%fe",
      `POST /ops/api/agent/${"x".repeat(8000)}`,
      "GET /ops/",
      "GET /ops/?projectId=%zz",
      ...["GET", "PUT", "DELETE", "OPTIONS", "TRACE", "QUERY", "PROPFIND", "PURGE"].map(
        (method) => `${method} /ops/api/agent/list_page_views`
      )
    ]) {
      const answer = await sendRaw(port, request(target))
      assert.match(answer, /^HTTP\/1\.1 404 /, target)
      assert.match(answer, /content-type: application\/json/i)
      assert.include(answer, '"code":"NOT_FOUND"', target)
    }
  })

  it("E1, E3: headers reach the kit as they were sent, and as often", async () => {
    const status = async (...lines: ReadonlyArray<string>) => {
      const answer = await sendRaw(port, request(list, lines, "{}"))
      assert.match(answer, /"error":\{"code":"[A-Z_]+"|"data":/)
      return Number(answer.slice(9, 12))
    }
    assert.strictEqual(await status(), 200)
    assert.strictEqual(await status("x-project-id: p"), 400)
    assert.strictEqual(await status("authorization: Bearer let-me-in"), 401)
    assert.strictEqual(await status("content-type: application/json"), 400)
    assert.strictEqual(await status("content-encoding: gzip"), 400)
    const odd = request(list, [], "{}").replace("application/json", "application/")
    assert.match(await sendRaw(port, odd), /^HTTP\/1\.1 400 [^]*"code":"VALIDATION_ERROR"/)
  })

  it("E1: a body may come slowly and in chunks, or not at all", async () => {
    const chunked = request(list, ["transfer-encoding: chunked"])
    const inParts = await sendRaw(port, chunked, [
      [30, "1\r\n{\r\n"],
      [30, "1\r\n}\r\n"],
      [30, "0\r\n\r\n"]
    ])
    assert.match(inParts, /^HTTP\/1\.1 200 /)
    assert.match(await sendRaw(port, request(list)), /^HTTP\/1\.1 400 [^]*"code":"VALIDATION_ERROR"/)
  })

  it("E3: a create that is cut off creates nothing, and the next request is answered", async () => {
    const body = '{"name":"Cut off","source":{"type":"table"},"settings":{"target":"traces"}}'
    const whole = request("POST /ops/api/agent/create_page_view", [], body)
    await hangUp(port, whole.slice(0, -1))
    await hangUp(port, request("POST /ops/api/agent/create_page_view", ["transfer-encoding: chunked"]) + '5\r\n{"n')
    const { body: found } = await call("list_page_views", '{"search":"Cut off"}')
    assert.deepStrictEqual(found, { data: { items: [], nextCursor: null } } as never)
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

describe("C1: MCP and documentation beside the operations", () => {
  it("in a route handler of Next.js", async () => {
    assert.isBelow(readFileSync(`${examples}/next/route.ts`, "utf8").split("\n").length, 40)
    const { url } = await createDatabase(inject("postgresUrl"))
    vi.stubEnv("DATABASE_URL", url)
    const { GET, POST } = await import("../examples/next/route.ts")
    assert.deepStrictEqual(await toolsOf(POST, "http://test/ops"), idsOf(viewFamilies))
    assert.include(await pageOf(GET, "http://test/ops", "get_page_view"), "/api/agent/get_page_view")
  })

  it("with a kind and an operation of a product's own", async () => {
    const { url: database, drop } = await createDatabase(inject("postgresUrl"))
    const { url, stop } = await start("own-kind/server", Boolean, { DATABASE_URL: database })
    const tools = await toolsOf(fetch, `${url}/ops`, "ada-s-token", "analytical-web")
    assert.deepStrictEqual(tools, idsOf(familiesOf(ownKind)))
    assert.include(tools, "test_alert")
    assert.include(await pageOf(fetch, `${url}/ops`, "test_alert"), "Sends a test alert to one of the channels")
    await stop()
    await drop()
  })

  it("of a product without page views", async () => {
    const { url, stop } = await start("saved-searches/server", Boolean)
    assert.deepStrictEqual(await toolsOf(fetch, url), idsOf(familiesOf(savedSearches)))
    for (const id of idsOf(familiesOf(savedSearches))) assert.include(await pageOf(fetch, url, id), `/api/agent/${id}`)
    await stop()
  })
})
