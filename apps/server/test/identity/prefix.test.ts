import { createServer, request } from "node:http"
import type { AddressInfo } from "node:net"
import { freePort } from "@agent-operations/postgres-for-tests"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { startOnPostgres } from "../on-postgres.ts"
import type { Started } from "../process.ts"
import { startMailServer } from "./mail-server.ts"
import { Person } from "./person.ts"
import { Program } from "./program.ts"

/** A reverse proxy of a host that has other things at its root: it passes on a prefix, and the documents for it. */
const startFront = async (target: string, prefix: string) => {
  const refused: Array<string> = []
  const server = createServer((message, response) => {
    const { url = "/", method, headers } = message
    const isOwn = url === prefix || url.startsWith(`${prefix}/`) || /^\/\.well-known\/[\w-]+\/ops\//.test(url)
    if (!isOwn) {
      refused.push(url)
      return void response.writeHead(418).end("the host's own")
    }
    const onward = request(`${target}${url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    onward.on("error", () => response.destroy())
    message.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { origin, refused, close: () => server.close() }
}

describe("a server below a prefix, behind a proxy", () => {
  const redirectUri = "http://127.0.0.1:7777/callback"
  let front: Awaited<ReturnType<typeof startFront>>
  let server: Started
  let mailServer: Awaited<ReturnType<typeof startMailServer>>
  let base = ""
  let direct = ""

  beforeAll(async () => {
    const port = await freePort()
    direct = `http://127.0.0.1:${port}`
    front = await startFront(direct, "/ops")
    mailServer = await startMailServer()
    base = `${front.origin}/ops`
    server = await startOnPostgres({
      PORT: String(port),
      PREFIX: "/ops",
      PUBLIC_URL: front.origin,
      PROMETHEUS: "true",
      SMTP_URL: mailServer.url,
      OWNER_EMAIL: "owner@example.com",
      CLIENT_ADDRESS_HEADER: "x-forwarded-for"
    })
  })
  afterAll(async () => {
    front?.close()
    await server?.stop()
    await mailServer?.close()
  })

  const json = async (url: string) => {
    const response = await fetch(url)
    assert.strictEqual(response.status, 200, url)
    return (await response.json()) as Record<string, unknown>
  }

  it("RFC 8414, RFC 9728: its documents are where programs look for them, with the path of the issuer behind", async () => {
    const found = await json(`${front.origin}/.well-known/oauth-authorization-server/ops/api/auth`)
    assert.strictEqual(found["issuer"], `${base}/api/auth`)
    const addresses = Object.entries(found).filter(([name]) => name.endsWith("_endpoint"))
    assert.lengthOf(addresses, 4)
    for (const [name, address] of addresses) assert.match(String(address), new RegExp(`^${base}/api/auth/`), name)
    for (const [path, resource] of [
      ["cli", "list_page_views"],
      ["mcp", ""]
    ] as const) {
      const refused = await fetch(resource === "" ? `${base}/api/mcp` : `${base}/api/agent/${resource}`, {
        method: "POST"
      })
      assert.strictEqual(refused.status, 401)
      const url = /resource_metadata="([^"]+)"/.exec(refused.headers.get("www-authenticate") ?? "")?.[1] ?? ""
      assert.strictEqual(url, `${front.origin}/.well-known/oauth-protected-resource/ops/api/${path}`)
      const metadata = await json(url)
      assert.strictEqual(metadata["resource"], `${base}/api/${path}`)
      assert.deepStrictEqual(metadata["authorization_servers"], [`${base}/api/auth`])
    }
    const { servers } = (await json(`${base}/openapi.json`)) as { servers: ReadonlyArray<{ url: string }> }
    assert.deepStrictEqual(servers, [{ url: base }])
  })

  it("A6: people sign in by mail and consent, and programs get tokens that work, through the prefix alone", async () => {
    const person = new Person(base)
    const asked = await person.open("/organizations?x=1")
    assert.strictEqual(asked.url, `${base}/sign-in?returnTo=%2Fops%2Forganizations%3Fx%3D1`)
    const returnTo = new URL(asked.url).searchParams.get("returnTo")!
    assert.strictEqual((await person.submit("/sign-in", { email: "owner@example.com", returnTo })).status, 200)
    const links = mailServer.mails.flatMap((mail) => mail.match(/http:\/\/[^\s"<>]+/g) ?? [])
    assert.deepStrictEqual([...new Set(links.map((link) => link.split("?")[0]))], [`${base}/sign-in/link`])
    const token = new URL(links.at(-1)!).searchParams.get("token")!
    assert.strictEqual((await person.submit("/sign-in/link", { token })).url, `${base}/organizations?x=1`)
    const program = new Program(base, redirectUri)
    await program.take(new URL(await person.allow((await program.ask("rest", "A program")).href)))
    assert.deepStrictEqual(await program.works(server.projectId), { rest: 200, mcp: 401 })
    assert.isUndefined(await program.refresh())
    const assistant = new Program(base, redirectUri)
    await assistant.take(new URL(await person.allow((await assistant.ask("mcp", "An assistant")).href)))
    assert.deepStrictEqual(await assistant.works(server.projectId), { rest: 401, mcp: 200 })
    assert.include((await person.open("/account")).html, "An assistant")
    assert.strictEqual((await person.submit("/sign-out", {})).url, `${base}/sign-in?done=signed-out`)
    assert.deepStrictEqual(front.refused, [])
  })

  it("answers nothing outside of it but those documents", async () => {
    for (const path of ["/", "/sign-in", "/healthz", "/api/mcp", "/opsign-in", "/metrics"]) {
      assert.strictEqual((await fetch(direct + path)).status, 404, path)
    }
    for (const path of ["/ops/healthz", "/ops/readyz", "/ops/metrics", "/ops/sign-in"]) {
      assert.strictEqual((await fetch(front.origin + path)).status, 200, path)
    }
  })
})
