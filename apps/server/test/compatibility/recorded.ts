import { deepStrictEqual, ok, strictEqual } from "node:assert/strict"
import { createHash, randomBytes } from "node:crypto"
import type { RecordedClient } from "../../../../tooling/checks/src/compatibility/recorded.ts"
import type { Person } from "../identity/person.ts"
import type { Step } from "./walk.ts"

/** The keywords that the models' API of Google takes, of those in use the strictest: another one fails the whole request. */
const taken = new Set([
  ...["type", "title", "description", "default", "enum", "properties", "required", "additionalProperties"],
  ...["items", "minItems", "minimum", "maximum", "anyOf"]
])

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: Schema | boolean
  readonly items?: Schema
  readonly anyOf?: ReadonlyArray<Schema>
}

/** The keywords of a schema, and of those within. */
const keywordsOf = (schema: Schema): ReadonlyArray<string> => {
  const { properties = {}, additionalProperties, items, anyOf = [] } = schema
  const inner = [...Object.values(properties), ...anyOf, ...[items, additionalProperties]]
  return [...Object.keys(schema), ...inner.flatMap((one) => (typeof one === "object" ? keywordsOf(one) : []))]
}

/** Cursor and Claude Code put the server's name before a tool's, and take about 60 characters of both. */
const longestName = 40

const send = async (url: string, body: unknown, headers: Readonly<Record<string, string>> = {}) => {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body)
  })
  const text = await response.text()
  return { status: response.status, text, json: () => JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text) }
}

const form = async (url: string, parameters: Readonly<Record<string, string>>) => {
  const response = await fetch(url, { method: "POST", body: new URLSearchParams(parameters) })
  const body = (await response.json()) as Readonly<Record<string, string>>
  strictEqual(response.status, 200, JSON.stringify(body))
  return body
}

/** What a client does with MCP once it has a token: greets, asks for a stream, lists and calls. */
const useMcp = async (mcp: string, token: string) => {
  const headers = { authorization: `Bearer ${token}`, accept: "application/json, text/event-stream" }
  const ask = async (method: string, params: object) =>
    (await send(`${mcp}?mode=tools`, { jsonrpc: "2.0", id: 1, method, params }, headers)).json().result
  const clientInfo = { name: "recorded", version: "1" }
  const greeted = await ask("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo })
  ok("tools" in greeted.capabilities)
  const initialized = { jsonrpc: "2.0", method: "notifications/initialized" }
  strictEqual((await send(mcp, initialized, headers)).status, 202)
  strictEqual((await fetch(mcp, { headers: { ...headers, accept: "text/event-stream" } })).status, 405)
  const { tools } = await ask("tools/list", {})
  ok(tools.length > 20)
  for (const { name, inputSchema } of tools) {
    ok(name.length <= longestName, name)
    deepStrictEqual(
      keywordsOf(inputSchema).filter((one) => !taken.has(one)),
      [],
      name
    )
    strictEqual(inputSchema.type, "object", name)
  }
  const call = (name: string, input: object) => ask("tools/call", { name, arguments: input })
  ok(Array.isArray((await call("list_page_views", {})).structuredContent.items))
  const missing = await call("get_page_view", { id: "pv_01k9x3m2h8e7v9q4t6w5z0r1ca" })
  deepStrictEqual([missing.isError, missing.structuredContent.error.code], [true, "NOT_FOUND"])
}

/** What clients read of the metadata of the resource and of its authorization server. */
interface Metadata {
  readonly resource: string
  readonly authorization_servers: ReadonlyArray<string>
  readonly scopes_supported: ReadonlyArray<string>
  readonly registration_endpoint: string
  readonly authorization_endpoint: string
  readonly token_endpoint: string
}

/**
 * Does over HTTP what a client that registers does, as its public sources have it: from the challenge to its calls, and with the
 * token that it gets for its refresh token.
 */
export const walkRecorded = async (
  { as, redirectUri, asks }: RecordedClient & { readonly as: { readonly registration: object } },
  mcp: string,
  person: Person
): Promise<ReadonlyArray<Step>> => {
  const challenge = (await fetch(mcp, { method: "POST" })).headers.get("www-authenticate") ?? ""
  const read = async (url: string) => (await fetch(url)).json() as Promise<Metadata>
  const resource = await read(/resource_metadata="([^"]+)"/.exec(challenge)![1]!)
  strictEqual(resource.resource, mcp)
  const issuer = new URL(resource.authorization_servers[0]!)
  const server = await read(`${issuer.origin}/.well-known/oauth-authorization-server${issuer.pathname}`)
  const registered = await send(server.registration_endpoint, as.registration)
  strictEqual(registered.status, 201, registered.text)
  const { client_id, client_secret } = registered.json()
  const client = { client_id, ...(client_secret !== undefined && { client_secret }) }
  const verifier = randomBytes(32).toString("base64url")
  const url = new URL(server.authorization_endpoint)
  url.search = new URLSearchParams({
    response_type: "code",
    client_id,
    redirect_uri: redirectUri,
    state: "a/b+c==",
    scope: resource.scopes_supported.join(" "),
    resource: mcp,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    ...asks
  }).toString()
  const location = await person.allow(url.href)
  ok(location.startsWith(redirectUri), location)
  const callback = new URL(location).searchParams
  deepStrictEqual([callback.get("state"), callback.get("iss")], ["a/b+c==", issuer.href])
  const token = server.token_endpoint
  const given = await form(token, {
    grant_type: "authorization_code",
    ...client,
    code: callback.get("code")!,
    redirect_uri: redirectUri,
    code_verifier: verifier,
    resource: mcp
  })
  await useMcp(mcp, given["access_token"]!)
  const renewed = await form(token, { grant_type: "refresh_token", ...client, refresh_token: given["refresh_token"]! })
  await useMcp(mcp, renewed["access_token"]!)
  return ["registration", "sign-in", "list", "call", "error", "refresh"]
}
