import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { freePort } from "@agent-operations/postgres-for-tests"
import { isLong } from "@agent-operations/testing/long"
import { UnauthorizedError } from "@modelcontextprotocol/sdk/client/auth.js"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import * as openid from "openid-client"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { Kept } from "../compatibility/kept.ts"
import { commandLine } from "../compatibility/programs.ts"
import { start, type Started } from "../process.ts"
import { Person } from "./person.ts"
import { freshPlaces } from "./places.ts"

// The identity's own suites hold what it stores on both.
const places = freshPlaces().slice(isLong ? 0 : 1)

/** Refreshes with the token that it is given and once more with the one that it got, and lists page views with each. */
const refreshTwice = `
  import { text } from "node:stream/consumers"
  process.stdout.write("ready")
  const { url, projectId, resource, clientId, token } = JSON.parse(await text(process.stdin))
  let refreshToken = token
  const statuses = []
  for (let time = 0; time < 2; time++) {
    const body = new URLSearchParams({
      grant_type: "refresh_token", client_id: clientId, refresh_token: refreshToken, resource
    })
    const refreshed = await fetch(url + "/api/auth/oauth2/token", { method: "POST", body })
    const pair = await refreshed.json()
    refreshToken = pair.refresh_token
    const listed = await fetch(url + "/api/agent/list_page_views", {
      method: "POST",
      headers: {
        authorization: "Bearer " + pair.access_token, "x-project-id": projectId, "content-type": "application/json"
      },
      body: "{}"
    })
    statuses.push(refreshed.status, listed.status)
  }
  console.log(JSON.stringify(statuses))
`

const list = (url: string, projectId: string, token: string) =>
  fetch(`${url}/api/agent/list_page_views`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "x-project-id": projectId, "content-type": "application/json" },
    body: "{}"
  }).then(({ status }) => status)

const initialize = (url: string, token: string) =>
  fetch(`${url}/api/mcp`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: {} })
  }).then(({ status }) => status)

describe.each(places)("programs of other makes (%s)", (_, settings) => {
  let server: Started
  let person: Person

  beforeAll(async () => {
    server = await start([], { PORT: "0", ...(await settings()) })
    person = new Person(server.url)
    await person.open(server.signInUrl)
    const { status, html } = await person.signIn("owner@localhost")
    assert.strictEqual(status, 200, html)
  })
  afterAll(() => server?.stop())

  it("C2: the document names both ways in, with the addresses that the authorization server gives of itself", async () => {
    const read = async (path: string) => (await fetch(`${server.url}${path}`)).json()
    const { servers, components } = (await read("/openapi.json")) as {
      servers: ReadonlyArray<unknown>
      components: {
        securitySchemes: { bearer: object; oauth2: { flows: { authorizationCode: Readonly<Record<string, unknown>> } } }
      }
    }
    const metadata = (await read("/.well-known/oauth-authorization-server")) as Readonly<Record<string, unknown>>
    assert.deepStrictEqual(servers, [{ url: server.url }])
    assert.hasAllKeys(components.securitySchemes, ["bearer", "oauth2"])
    const { authorizationUrl, tokenUrl } = components.securitySchemes.oauth2.flows.authorizationCode
    assert.deepStrictEqual(
      [authorizationUrl, tokenUrl],
      [metadata["authorization_endpoint"], metadata["token_endpoint"]]
    )
    assert.isTrue(String(tokenUrl).startsWith(`${server.url}/`))
  })

  it("A6: openid-client registers, is let in, refreshes and revokes; its token works at REST only", async () => {
    const { config, resource, tokens } = await commandLine(server.url, person)
    assert.strictEqual(await list(server.url, server.projectId, tokens.access_token), 200)
    assert.strictEqual(await initialize(server.url, tokens.access_token), 401)
    const renewed = await openid.refreshTokenGrant(config, tokens.refresh_token!, { resource })
    assert.strictEqual(await list(server.url, server.projectId, renewed.access_token), 200)
    await openid.tokenRevocation(config, renewed.refresh_token!)
    assert.strictEqual(await list(server.url, server.projectId, renewed.access_token), 401)
  })

  it("A9: eight processes that refresh with one token at once all keep access", async () => {
    const { config, resource, tokens } = await commandLine(server.url, person)
    const { client_id: clientId } = config.clientMetadata()
    const processes = Array.from({ length: 8 }, () => {
      const child = spawn(process.execPath, ["--input-type=module", "-e", refreshTwice], {
        stdio: ["pipe", "pipe", "inherit"],
        env: { ...process.env, NODE_OPTIONS: "" }
      })
      const ready = once(child.stdout, "data")
      return { child, ready }
    })
    await Promise.all(processes.map(({ ready }) => ready))
    const given = { url: server.url, projectId: server.projectId, resource, clientId, token: tokens.refresh_token }
    const ended = processes.map(({ child }) => {
      child.stdin.end(JSON.stringify(given))
      return text(child.stdout)
    })
    assert.deepStrictEqual(
      (await Promise.all(ended)).map((printed) => printed.trim()),
      Array.from({ length: 8 }, () => "[200,200,200,200]")
    )
  })

  it("A6: the client of the MCP SDK finds its way in from a 401; its token works at MCP only", async () => {
    const program = new Kept()
    const transport = () =>
      new StreamableHTTPClientTransport(new URL(`${server.url}/api/mcp`), { authProvider: program })
    const first = transport()
    const refused = await new Client({ name: "test", version: "1" })
      .connect(first as never)
      .catch((error: unknown) => error)
    assert.instanceOf(refused, UnauthorizedError)
    const callback = new URL(await person.allow(program.asked!.href))
    assert.strictEqual(callback.searchParams.get("iss"), `${server.url}/api/auth`)
    await first.finishAuth(callback.searchParams.get("code")!)
    const client = new Client({ name: "test", version: "1" })
    await client.connect(transport() as never)
    assert.strictEqual(client.getServerVersion()?.name, "agent-operations")
    await client.ping()
    await client.close()
    assert.strictEqual(await list(server.url, server.projectId, program.tokens()!.access_token), 401)
  })

  it("MCP's own conformance suite for authorization servers passes", async () => {
    const port = await freePort()
    const registered = await fetch(`${server.url}/api/auth/oauth2/register`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        client_name: "Conformance",
        redirect_uris: [`http://127.0.0.1:${port}/callback`],
        token_endpoint_auth_method: "none"
      })
    })
    const { client_id: clientId } = (await registered.json()) as { client_id: string }
    const suite = spawn(
      process.execPath,
      [
        ...[join(import.meta.dirname, "../../node_modules/@modelcontextprotocol/conformance/dist/index.js")],
        ...["authorization", "--url", `${server.url}/api/auth`, "--client-id", clientId],
        ...["--resource", `${server.url}/api/mcp`, "--port", String(port)]
      ],
      { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, NODE_OPTIONS: "" } }
    )
    let printed = ""
    let allowed = false
    suite.stdout.on("data", (chunk: Buffer) => {
      printed += chunk.toString()
      const asked = /(http\S+\/oauth2\/authorize\?\S+)/.exec(printed)?.[1]
      if (asked === undefined || allowed) return
      allowed = true
      void person.allow(asked).then((location) => fetch(location))
    })
    const errors = text(suite.stderr)
    const code = await new Promise((resolve) => suite.once("exit", resolve))
    assert.strictEqual(code, 0, printed + (await errors))
    assert.isTrue(allowed, printed)
  })
})
