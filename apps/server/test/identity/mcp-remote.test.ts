import { type ChildProcessByStdio, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import type { Readable, Writable } from "node:stream"
import { findChromium, launchBrowser } from "@agent-operations/browser-for-tests"
import { freePort } from "@agent-operations/postgres-for-tests"
import type { Browser } from "playwright-core"
import { afterAll, assert, beforeAll, it } from "vitest"
import { start, type Started } from "../process.ts"
import { freshPlaces } from "./places.ts"

const chromium = await findChromium()
const main = join(import.meta.dirname, "../../node_modules/mcp-remote/dist/proxy.js")
const [[, settings]] = freshPlaces()

let server: Started
let browser: Browser
let directory: string
let remote: ChildProcessByStdio<Writable, Readable, Readable> | undefined
beforeAll(async () => {
  if (chromium.path === undefined) return
  server = await start([], { PORT: "0", ...(await settings()) })
  browser = await launchBrowser(chromium.path)
  directory = await mkdtemp(join(tmpdir(), "mcp-remote-"))
}, 120_000)
afterAll(async () => {
  if (remote?.kill() === true) await once(remote, "exit")
  await browser?.close()
  await server?.stop()
  if (directory !== undefined) await rm(directory, { recursive: true })
})

const signIn = async () => {
  const page = await (await browser.newContext()).newPage()
  await page.goto(server.signInUrl)
  await page.goto(`${server.url}/sign-in`)
  await page.getByLabel("E-mail address").fill("owner@localhost")
  await page.getByRole("button", { name: "Mail me a sign-in link" }).click()
  await page.getByRole("heading", { name: "Check your mail" }).waitFor()
  await page.goto(`${server.url}/outbox`)
  const link = await page.locator('a[href*="/sign-in/link?token="]').first().getAttribute("href")
  await page.goto(new URL(link!, server.url).href)
  await page.getByRole("button", { name: "Sign in" }).click()
  await page.waitForURL((url) => !url.pathname.includes("/sign-in"))
  return page
}

it("mcp-remote signs in, in Chromium, and then lists and calls tools over stdio", async ({ skip }) => {
  if (chromium.path === undefined) return skip(chromium.reason)
  const page = await signIn()
  const port = String(await freePort())
  remote = spawn(process.execPath, [main, `${server.url}/api/mcp`, port], {
    stdio: ["pipe", "pipe", "pipe"],
    env: { ...process.env, NODE_OPTIONS: "", MCP_REMOTE_CONFIG_DIR: directory, BROWSER: "true" }
  })
  const { stdin, stdout, stderr } = remote
  let told = ""
  const asked = new Promise<string>((resolve) =>
    stderr.on("data", (chunk: Buffer) => {
      told += chunk.toString()
      const address = /(http\S+\/oauth2\/authorize\?\S+)/.exec(told)?.[1]
      if (address !== undefined) resolve(address)
    })
  )
  const lines = createInterface(stdout)[Symbol.asyncIterator]()
  const ask = async (id: number, method: string, params: object) => {
    stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`)
    return JSON.parse((await lines.next()).value as string).result
  }
  await page.goto(await asked)
  await page.getByRole("button", { name: "Allow" }).click()
  await page.waitForURL((url) => url.port === port)

  const clientInfo = { name: "test", version: "1" }
  const greeted = await ask(1, "initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo })
  assert.strictEqual(greeted.serverInfo.name, "agent-operations", told)
  assert.lengthOf((await ask(2, "tools/list", {})).tools, 18)
  const listed = await ask(3, "tools/call", { name: "list_page_views", arguments: {} })
  assert.isArray(listed.structuredContent.items)
}, 120_000)
