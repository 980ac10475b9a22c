import { spawn, spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { delimiter, dirname, join } from "node:path"
import { createDatabase, freePort } from "@agent-operations/postgres-for-tests"
import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { waitUntil } from "../../testing/src/waitUntil.ts"
import { blocksOf, patternOf, readDocument, root, shown } from "../src/documents/blocks.ts"
import { matching } from "../src/documents/matching.ts"
import { fileNameOf } from "../src/documents/typeErrors.ts"

const guide = readDocument("docs/embedding.md")
const files = blocksOf(guide).filter(({ text }) => fileNameOf(text) !== undefined)

/** The host that the guide builds: its files in a folder of this package, which has what they import. */
const cache = join(root, "tooling/readme/.cache")
mkdirSync(cache, { recursive: true })
const folder = mkdtempSync(join(cache, "embedding-"))
let origin = ""
const cleanups: Array<() => unknown> = [() => rmSync(folder, { recursive: true })]

const untilReady = () =>
  waitUntil("the host of the guide to be ready", async () => (await fetch(`${origin}/ops/readyz`)).ok)

beforeAll(async () => {
  const { url, drop } = await createDatabase(inject("postgresUrl"))
  cleanups.push(drop)
  const port = await freePort()
  origin = `http://localhost:${port}`
  for (const { text } of files) {
    writeFileSync(join(folder, fileNameOf(text)!), text.replaceAll("http://localhost:3000", origin))
  }
  const host = spawn(process.execPath, ["--conditions=@agent-operations/source", "server.ts"], {
    cwd: folder,
    env: { ...process.env, DATABASE_URL: url, PORT: String(port) },
    stdio: "ignore"
  })
  const ended = new Promise((resolve) => host.once("close", resolve))
  cleanups.push(() => {
    host.kill()
    return ended
  })
  await untilReady()
})

afterAll(async () => {
  for (const cleanup of cleanups.toReversed()) await cleanup()
})

test("the guide has its three files, and two of a client", () => {
  const names = ["families.ts", "users.ts", "server.ts", "write-client.ts", "call.ts"]
  expect(files.map(({ text }) => fileNameOf(text))).toEqual(names)
})

test.each(shown(guide, "bash", "json"))("$code answers as shown", ({ code, output }) => {
  const script = code.replaceAll("http://localhost:3000", origin)
  const { stdout, stderr } = spawnSync("bash", ["--norc", "-c", script], { encoding: "utf8", timeout: 60_000 })
  expect(stderr).toBe("")
  expect(JSON.parse(stdout)).toEqual(matching(JSON.parse(output)))
})

test("the client is written, calls as shown, and all files of the guide compile", () => {
  const [{ code, output } = { code: "", output: "" }] = shown(guide, "sh", "text").filter(({ code }) =>
    code.includes("write-client.ts")
  )
  const env = {
    ...process.env,
    NODE_OPTIONS: "--conditions=@agent-operations/source",
    PATH: [dirname(process.execPath), process.env["PATH"]].join(delimiter)
  }
  const called = spawnSync("bash", ["--norc", "-ec", code], { cwd: folder, env, encoding: "utf8", timeout: 60_000 })
  expect(called.stderr).toBe("")
  expect(called.stdout.trim()).toMatch(patternOf(output))
  const settings = blocksOf(guide).find(({ text }) => text.includes('"compilerOptions"'))?.text ?? "{}"
  const { compilerOptions } = JSON.parse(settings) as { compilerOptions: object }
  // The packages are not built here: their sources are read instead, which have settings of their own.
  const customConditions = ["@agent-operations/source"]
  // What they say is known from the run before.
  const known = { incremental: true, tsBuildInfoFile: join(root, ".cache", "embedding-guide.tsbuildinfo") }
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions: { ...compilerOptions, ...known, customConditions } })
  )
  const tsc = join(root, "node_modules", ".bin", "tsc")
  const { stdout } = spawnSync(tsc, ["--pretty", "false"], { cwd: folder, encoding: "utf8" })
  expect(stdout.split("\n").filter((line) => line !== "" && !/^(?:\.\.\/|\s)/.test(line))).toEqual([])
})

test("the console and the documentation answer where the guide says", async () => {
  const get = (path: string, session: string) =>
    fetch(`${origin}${path}`, { headers: { cookie: `session=${session}` } }).then((answer) => answer.text())
  expect(await get("/ops/", "s-ada")).toContain("Conformance 2")
  const rules = "/ops/o/acme/p/web/alert-rules"
  expect(await get(rules, "s-ada")).toContain(`${rules}/new`)
  const asBob = await fetch(`${origin}/login?as=bob`, { redirect: "manual" })
  expect(asBob.headers.get("set-cookie")).toContain("session=s-bob")
  expect(asBob.headers.get("location")).toBe("/ops/")
  const ofBob = await get(rules, "s-bob")
  expect(ofBob).toContain("Bob")
  expect(ofBob).toContain('"/logout"')
  expect(ofBob).not.toContain(`${rules}/new`)
  expect((await fetch(`${origin}/ops/openapi.json`).then((answer) => answer.json())).info.title).toBe("Acme")
  expect((await fetch(`${origin}/ops/docs/operations/create_alert_rule`)).status).toBe(200)
})
