import { type ChildProcessByStdio, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import type { Readable, Writable } from "node:stream"
import { sharedBrowser } from "@agent-operations/browser-for-tests"
import { freePort, query } from "@agent-operations/postgres-for-tests"
import type { Browser, Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { migratedDatabase } from "../migrated.ts"
import { list, start, type Started } from "../process.ts"
import { type CommandLine, installCommandLine } from "./command-line.ts"
import { Person } from "./person.ts"
import { contract } from "../../src/services.ts"

const chromium = await sharedBrowser()
const main = join(import.meta.dirname, "../../node_modules/mcp-remote/dist/proxy.js")

let server: Started
let database: Awaited<ReturnType<typeof migratedDatabase>>
let directory: string
let line: CommandLine
let remote: ChildProcessByStdio<Writable, Readable, Readable> | undefined
beforeAll(async () => {
  database = await migratedDatabase()
  directory = await mkdtemp(join(tmpdir(), "programs-"))
  const starting = start([], {
    PORT: "0",
    DATABASE_URL: database.url,
    DATA_DIR: join(directory, "beside"),
    // Whoever shows a spent refresh token loses access.
    REFRESH_GRACE: "0 seconds"
  })
  line = await installCommandLine()
  server = await starting
})
afterAll(async () => {
  if (remote?.kill() === true) await once(remote, "exit")
  for (const context of chromium.browser?.contexts() ?? []) await context.close()
  await server?.stop()
  await database?.drop()
  await line?.remove()
  if (directory !== undefined) await rm(directory, { recursive: true })
})

const spent = "select count(*) from agent_operations_identity.oauth_refresh_tokens where revoked is not null"
const table = ["--source", '{"type":"table"}', "--settings", '{"target":"traces"}']

const signIn = async (browser: Browser) => {
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
  if (chromium.browser === undefined) return skip(chromium.reason)
  const page = await signIn(chromium.browser)
  const port = String(await freePort())
  remote = spawn(process.execPath, [main, `${server.url}/api/mcp`, port, "--header", "X-MCP-Mode:tools"], {
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
  const { tools } = await ask(2, "tools/list", {})
  assert.sameMembers(
    tools.map(({ name }: { name: string }) => name),
    contract.operations.map(({ id }) => id)
  )
  const listed = await ask(3, "tools/call", { name: "list_page_views", arguments: {} })
  assert.isArray(listed.structuredContent.items)
})

describe("the command line", () => {
  const url = () => ["--url", server.url]
  const json = async (...args: ReadonlyArray<string>) => {
    const { exit, out, error } = await line.run([...args, "--json"]).ended
    assert.deepStrictEqual([exit, error], [0, ""], args.join(" "))
    return JSON.parse(out)
  }

  it("A9: signs a person in by a pasted address, says who it is, and eight that refresh at once do so once", async () => {
    const person = new Person(server.url)
    await person.open(server.signInUrl)
    await person.signIn("owner@localhost")
    const login = line.run(["login", ...url(), "--no-browser", "--json"])
    const location = await person.allow(await login.address)
    login.answer("http://127.0.0.1:1/callback?code=x&state=y")
    login.answer(location)
    const { exit, out, error } = await login.ended
    assert.strictEqual(exit, 0, error)
    assert.include(error, "That is not the address")
    assert.include(error, "mode 600")
    const { actor, projectId, scopes } = JSON.parse(out)
    assert.deepStrictEqual([actor.type, projectId, scopes], ["user", server.projectId, Object.keys(contract.scopes)])
    assert.strictEqual((await stat((await line.tokensFile())!)).mode & 0o777, 0o600)

    const status = await json("status")
    assert.deepStrictEqual(status.actor, actor)
    assert.deepStrictEqual(status.from, { url: "profile", projectId: "profile", credential: "file" })

    const refreshes = async () => Number((await query(database.url, spent))[0]!["count"])
    assert.strictEqual(await refreshes(), 0)
    await line.setTokens({ expiresAt: 0 })
    await line.leaveLock(login.pid)
    const before = await line.tokens()
    const ended = await Promise.all(Array.from({ length: 8 }, () => line.run(["page-views", "list", "--json"]).ended))
    assert.deepStrictEqual(
      ended.map(({ exit, error }) => [exit, error]),
      Array.from({ length: 8 }, () => [0, ""])
    )
    assert.strictEqual(await refreshes(), 1)
    assert.notStrictEqual((await line.tokens())["refreshToken"], before["refreshToken"])
    await json("page-views", "list")

    const { id } = await json("page-views", "create", "--name", "Seen in the console", ...table)
    const opened = await line.run(["open", id]).ended
    assert.deepStrictEqual([opened.exit, opened.error], [0, ""])
    const { status: answered, html } = await person.open(opened.out.trim())
    assert.deepStrictEqual([answered, /<h1[^>]*>[^]*?Seen in the console/.test(html)], [200, true])
  })

  /** Has a person change a definition in the console, while the same one is changed in a folder. */
  const changeInBoth = async (page: Page, id: string) => {
    const opened = await line.run(["open", id, "--print"]).ended
    await page.goto(`${opened.out.trim()}/edit`)
    await page.getByLabel("Description").fill("From the console.")
    await page.getByRole("button", { name: "Save changes" }).click()
    await page.waitForURL((address) => !address.pathname.endsWith("/edit"))
    const file = join(line.directory, "page-views", "mine.json")
    const document = JSON.parse(await readFile(file, "utf8"))
    await writeFile(file, JSON.stringify({ ...document, settings: { ...document.settings, groupBy: "trace.name" } }))
  }

  it("R4: signs a person in, in Chromium, merges their folder with what they change in the console, and after logout is refused", async ({
    skip
  }) => {
    if (chromium.browser === undefined) return skip(chromium.reason)
    const page = await signIn(chromium.browser)
    const login = line.run(["login", ...url(), "--browser"])
    await page.goto(await login.address)
    await page.getByRole("button", { name: "Allow" }).click()
    await page.waitForURL((address) => address.pathname === "/callback")
    assert.include(await page.locator("body").textContent(), "You are signed in")
    const { exit, out, error } = await login.ended
    assert.strictEqual(exit, 0, error)
    assert.include(out, server.projectId)
    const { accessToken } = await line.tokens()
    const made = await json("page-views", "create", "--name", "Mine", ...table)
    assert.strictEqual(made.createdBy.type, "user")
    assert.strictEqual((await list(server, String(accessToken))).status, 200)

    const step = async (name: string) => line.run([name]).ended
    assert.include((await step("pull")).out, "added  page-views/mine\n")
    await changeInBoth(page, made.id)
    const refused = await step("push")
    assert.deepStrictEqual(
      [refused.exit, /Here:[^]*trace\.name[^]*There:[^]*From the console/.test(refused.error)],
      [5, true]
    )
    assert.include((await step("pull")).out, "merged  page-views/mine")
    assert.include((await step("push")).out, "updated  page-views/mine  (settings.groupBy)\n")
    const { description, settings, revision } = await json("page-views", "get", made.id)
    assert.deepStrictEqual([description, settings.groupBy, revision], ["From the console.", "trace.name", 3])

    assert.deepStrictEqual(await json("logout"), { profile: "default", url: server.url, revoked: true })
    assert.strictEqual((await list(server, String(accessToken))).status, 401)
    assert.isUndefined(await line.tokensFile())
    const after = await line.run(["page-views", "list"]).ended
    assert.deepStrictEqual([after.exit, after.out], [2, ""])
    assert.include(after.error, "agent-operations login")
  })
})
