import { execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { createServer, type IncomingMessage } from "node:http"
import { type AddressInfo, connect, type Socket } from "node:net"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll, assert, beforeAll, beforeEach, describe, it } from "vitest"
import { commandLine, credentialsFor } from "./command-line.ts"

const run = promisify(execFile)
const directory = mkdtempSync(join(tmpdir(), "proxies-"))
const main = join(directory, "dist", "main.js")

const server = createServer((request, response) => {
  request.resume()
  response.setHeader("content-type", "application/json").end('{"data":{"items":[],"nextCursor":null}}')
})

/** What a proxy was asked for, and by whom. */
let through: Array<{ readonly host: string | undefined; readonly authorization: string | undefined }> = []
let password: string | undefined
const proxy = createServer().on("connect", (request: IncomingMessage, socket: Socket) => {
  const authorization = request.headers["proxy-authorization"]
  through.push({ host: request.url, authorization })
  socket.on("error", () => undefined)
  if (password !== undefined && authorization !== `Basic ${btoa(`ada:${password}`)}`) {
    socket.end("HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n")
    return
  }
  // The names of servers are known to it alone.
  const { port } = server.address() as AddressInfo
  const there = connect(port, "127.0.0.1", () => {
    socket.write("HTTP/1.1 200 OK\r\n\r\n")
    there.pipe(socket).pipe(there)
  }).on("error", () => socket.destroy())
})

const addressOf = (of: typeof server) => `127.0.0.1:${(of.address() as AddressInfo).port}`
/** Where nobody listens. */
let nobody: string

beforeAll(async () => {
  await run(process.execPath, [join(import.meta.dirname, "..", "scripts", "bundle.ts"), join(directory, "dist")])
  writeFileSync(join(directory, "package.json"), readFileSync(join(import.meta.dirname, "..", "package.json")))
  const gone = createServer()
  await Promise.all([server, proxy, gone].map((one) => once(one.listen(0, "127.0.0.1"), "listening")))
  nobody = addressOf(gone)
  await promisify(gone.close.bind(gone))()
})
beforeEach(() => {
  through = []
  password = undefined
})
afterAll(() => {
  for (const one of [server, proxy]) one.closeAllConnections()
  server.close()
  proxy.close()
  rmSync(directory, { recursive: true, force: true })
})

const environment = (given: Readonly<Record<string, string>>) => ({
  ...{ PATH: process.env["PATH"], HOME: directory, NODE_COMPILE_CACHE: join(directory, "compiled") },
  ...credentialsFor("http://ops.internal:4400"),
  ...given
})

/** How a command ends behind proxies. */
const ended = (given: Readonly<Record<string, string>>, ...args: ReadonlyArray<string>) =>
  run(process.execPath, [main, ...args], { env: environment(given), cwd: directory }).then(
    ({ stdout, stderr }) => ({ exit: 0, out: stdout, error: stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      exit: code,
      out: stdout,
      error: stderr
    })
  )

const list = ["page-views", "list", "--json"]
const create = [
  "page-views",
  "create",
  "--name",
  "Slow",
  "--source",
  '{"type":"table"}',
  "--settings",
  '{"target":"traces"}'
]
const hosts = () => through.map(({ host }) => host)

describe("a command behind a proxy", () => {
  it("reaches the server through it", async () => {
    const { exit, error } = await ended({ HTTP_PROXY: addressOf(proxy) }, ...list)
    assert.strictEqual(exit, 0, error)
    assert.deepStrictEqual(hosts(), ["ops.internal:4400"])
  })

  it("asks the proxy of https:// for a server with https://", async () => {
    const env = {
      AGENT_OPERATIONS_URL: "https://ops.internal",
      HTTPS_PROXY: `http://${addressOf(proxy)}`,
      HTTP_PROXY: nobody
    }
    await ended(env, ...list)
    assert.include(hosts(), "ops.internal:443")
  })

  it("takes the variable of small letters before the other", async () => {
    const { exit } = await ended({ http_proxy: addressOf(proxy), HTTP_PROXY: nobody }, ...list)
    assert.strictEqual(exit, 0)
  })

  it("reaches what NO_PROXY names without one", async () => {
    const url = `http://${addressOf(server)}`
    const { exit, error } = await ended(
      { AGENT_OPERATIONS_URL: url, HTTP_PROXY: nobody, NO_PROXY: "127.0.0.1" },
      ...list
    )
    assert.strictEqual(exit, 0, error)
    assert.isEmpty(through)
  })

  it("sends a name and a password", async () => {
    password = "s3cret"
    const { exit } = await ended({ HTTP_PROXY: `http://ada:s3cret@${addressOf(proxy)}` }, ...list)
    assert.strictEqual(exit, 0)
  })

  it.each([
    ["of a read", list],
    ["of a write, which was not sent", create]
  ])("says that the proxy did not let it in, %s, and shows no password", async (_, args) => {
    password = "s3cret"
    const { exit, error } = await ended({ HTTP_PROXY: `http://ada:wr0ng@${addressOf(proxy)}` }, ...args)
    assert.strictEqual(exit, 8, error)
    assert.include(error, "HTTP_PROXY is set: see that the proxy is there")
    assert.notInclude(error, "wr0ng")
  })

  it("says through which proxy a server is not reached", async () => {
    const { exit, error } = await ended({ HTTP_PROXY: `http://ada:s3cret@${nobody}` }, ...list)
    assert.strictEqual(exit, 8)
    assert.include(error, "HTTP_PROXY is set: see that the proxy is there")
    assert.include(error, "NO_PROXY")
    assert.notInclude(error, "s3cret")
  })

  it.each(["socks5://ada:s3cret@127.0.0.1:1", "http://", "ht tp://ada:s3cret@proxy"])(
    "is refused a proxy that is none, whose password is not shown: %s",
    async (HTTPS_PROXY) => {
      const ended = commandLine({ env: environment({ HTTPS_PROXY }), cwd: directory })
      const { exit, error } = await ended(list)
      assert.strictEqual(exit, 2)
      assert.include(error, "HTTPS_PROXY is not the address of an HTTP proxy.")
      assert.notInclude(error, "s3cret")
      assert.strictEqual((await ended(["--help"])).exit, 0)
    }
  )

  it("signs in, and serves an assistant, through it", async () => {
    const HTTP_PROXY = addressOf(proxy)
    await ended({ HTTP_PROXY, AGENT_OPERATIONS_URL: "http://localhost:4401" }, "login", "--browser")
    assert.include(hosts(), "localhost:4401")
    const child = spawn(process.execPath, [main, "mcp", "--toolsets", "page-views"], {
      env: environment({ HTTP_PROXY }),
      cwd: directory
    })
    const say = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`)
    const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } }
    say({ id: 1, method: "initialize", params })
    await once(child.stdout, "data")
    say({ method: "notifications/initialized" })
    say({ id: 2, method: "tools/call", params: { name: "list_page_views", arguments: {} } })
    await once(child.stdout, "data")
    child.stdin.end()
    await once(child, "close")
    assert.include(hosts(), "ops.internal:4400")
  })
})
