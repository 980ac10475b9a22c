import { deepStrictEqual, ok, strictEqual } from "node:assert/strict"
import { execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { freePort } from "@agent-operations/postgres-for-tests"
import * as openid from "openid-client"
import type { Person } from "../identity/person.ts"
import type { Started } from "../process.ts"
import type { Step } from "./walk.ts"

const none = "pv_01k9x3m2h8e7v9q4t6w5z0r1ca"
const redirectUri = "http://127.0.0.1:7777/callback"

/** A command-line client, as one is written with openid-client: it registers, a person lets it in, and it calls by REST. */
export const commandLine = async (url: string, person: Person) => {
  const insecure = { execute: [openid.allowInsecureRequests] }
  const config = await openid.dynamicClientRegistration(
    new URL(`${url}/api/auth`),
    {
      client_name: "A command line",
      redirect_uris: [redirectUri],
      token_endpoint_auth_method: "none",
      grant_types: ["authorization_code", "refresh_token"]
    },
    openid.None(),
    { ...insecure, algorithm: "oauth2" }
  )
  const resource = `${url}/api/cli`
  const verifier = openid.randomPKCECodeVerifier()
  const state = openid.randomState()
  const asked = openid.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: "views:read views:write offline_access",
    resource,
    state,
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256"
  })
  const callback = new URL(await person.allow(asked.href))
  const tokens = await openid.authorizationCodeGrant(
    config,
    callback,
    { pkceCodeVerifier: verifier, expectedState: state },
    { resource }
  )
  return { config, resource, tokens }
}

/** Walks openid-client: it calls with its token, and with the one that it gets for its refresh token. */
export const walkOpenid = async ({ url, projectId }: Started, person: Person): Promise<ReadonlyArray<Step>> => {
  const { config, resource, tokens } = await commandLine(url, person)
  const call = async (operation: string, token: string, input: object) => {
    const response = await fetch(`${url}/api/agent/${operation}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "x-project-id": projectId, "content-type": "application/json" },
      body: JSON.stringify(input)
    })
    return response.status
  }
  strictEqual(await call("list_page_views", tokens.access_token, {}), 200)
  strictEqual(await call("get_page_view", tokens.access_token, { id: none }), 404)
  const renewed = await openid.refreshTokenGrant(config, tokens.refresh_token!, { resource })
  strictEqual(await call("list_page_views", renewed.access_token, {}), 200)
  return ["registration", "sign-in", "call", "error", "refresh"]
}

const remote = join(import.meta.dirname, "../../node_modules/mcp-remote/dist/proxy.js")

/** Walks mcp-remote, which signs a person in and speaks stdio to whoever started it. */
export const walkRemote = async ({ url }: Started, person: Person): Promise<ReadonlyArray<Step>> => {
  const directory = mkdtempSync(join(tmpdir(), "mcp-remote-"))
  const port = String(await freePort())
  const child = spawn(process.execPath, [remote, `${url}/api/mcp`, port, "--header", "X-MCP-Mode:tools"], {
    stdio: ["pipe", "pipe", "pipe"],
    env: { ...process.env, NODE_OPTIONS: "", MCP_REMOTE_CONFIG_DIR: directory, BROWSER: "true" }
  })
  try {
    let told = ""
    const asked = new Promise<string>((resolve, reject) => {
      child.once("exit", () => reject(new Error(told)))
      child.stderr.on("data", (chunk: Buffer) => {
        told += chunk.toString()
        const address = /(http\S+\/oauth2\/authorize\?\S+)/.exec(told)?.[1]
        if (address !== undefined) resolve(address)
      })
    })
    strictEqual((await fetch(await person.allow(await asked))).status, 200)
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
    const ask = async (id: number, method: string, params: object) => {
      child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`)
      return JSON.parse((await lines.next()).value as string).result
    }
    const clientInfo = { name: "compatibility", version: "1" }
    await ask(1, "initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo })
    ok((await ask(2, "tools/list", {})).tools.length > 20)
    const listed = await ask(3, "tools/call", { name: "list_page_views", arguments: {} })
    ok(Array.isArray(listed.structuredContent.items))
    const missing = await ask(4, "tools/call", { name: "get_page_view", arguments: { id: none } })
    deepStrictEqual([missing.isError, missing.structuredContent.error.code], [true, "NOT_FOUND"])
    return ["registration", "sign-in", "list", "call", "error"]
  } finally {
    if (child.exitCode === null && child.kill()) await once(child, "exit")
    rmSync(directory, { recursive: true, force: true })
  }
}

/** What the inspector prints of an answer. */
interface Inspected {
  readonly tools?: ReadonlyArray<unknown>
  readonly structuredContent?: { readonly items?: unknown; readonly error?: { readonly code: string } }
}

/** Walks MCP's inspector, by its command line: `program` is where it was installed, `directory` its home. */
export const walkInspector = async (
  { url, apiKey, projectId }: Started,
  program: string,
  directory: string
): Promise<ReadonlyArray<Step>> => {
  const headers = [`Authorization: Bearer ${apiKey}`, `x-project-id: ${projectId}`].flatMap((one) => ["--header", one])
  const inspect = (...method: ReadonlyArray<string>) =>
    new Promise<{ readonly result: Inspected; readonly told: string }>((resolve, reject) => {
      const args = [program, "--cli", `${url}/api/mcp?mode=tools`, "--transport", "http", ...headers]
      execFile(
        process.execPath,
        [...args, "--method", ...method],
        // It keeps a catalog of servers in the user's directory.
        { env: { ...process.env, NODE_OPTIONS: "", HOME: directory }, maxBuffer: 64 << 20 },
        (error, stdout, stderr) => {
          // It ends with an error where a tool answers one.
          if (stdout === "") reject(error ?? new Error(stderr))
          else resolve({ result: JSON.parse(stdout), told: stderr })
        }
      )
    })
  const { result, told } = await inspect("tools/list", "--strict")
  ok(result.tools!.length > 20)
  ok(!/\b(?:Error|Warning): tool/.test(told), told)
  const listed = await inspect("tools/call", "--tool-name", "list_page_views")
  ok(Array.isArray(listed.result.structuredContent?.items))
  const missing = await inspect("tools/call", "--tool-name", "get_page_view", "--tool-arg", `id=${none}`)
  strictEqual(missing.result.structuredContent?.error?.code, "NOT_FOUND")
  return ["list", "call", "error"]
}
