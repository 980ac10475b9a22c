import { spawn, spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { createDatabase, freePort } from "@agent-operations/postgres-for-tests"
import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { blocksOf, readDocument, root, shown } from "../src/documents/blocks.ts"
import { matching } from "../src/documents/matching.ts"
import { fileNameOf } from "../src/documents/typeErrors.ts"

const guide = readDocument("docs/embedding.md")
const files = blocksOf(guide).filter(({ text }) => fileNameOf(text) !== undefined)

/** The host that the guide builds: its three files in a folder of this package, which has what they import. */
const cache = join(root, "tooling/readme/.cache")
mkdirSync(cache, { recursive: true })
const folder = mkdtempSync(join(cache, "embedding-"))
let origin = ""
const cleanups: Array<() => unknown> = [() => rmSync(folder, { recursive: true })]

const untilReady = async (tries = 150): Promise<void> => {
  const isReady = await fetch(`${origin}/ops/readyz`).then(
    ({ ok }) => ok,
    () => false
  )
  if (isReady) return
  if (tries === 0) throw new Error("The host of the guide does not become ready.")
  await new Promise((resolve) => setTimeout(resolve, 200))
  return untilReady(tries - 1)
}

beforeAll(async () => {
  for (const { text } of files) writeFileSync(join(folder, fileNameOf(text)!), text)
  const { url, drop } = await createDatabase(inject("postgresUrl"))
  cleanups.push(drop)
  const port = await freePort()
  origin = `http://localhost:${port}`
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
}, 60_000)

afterAll(async () => {
  for (const cleanup of cleanups.toReversed()) await cleanup()
})

test("the guide has its three files", () =>
  expect(files.map(({ text }) => fileNameOf(text))).toEqual(["families.ts", "users.ts", "server.ts"]))

test.each(shown(guide, "bash", "json"))("$code answers as shown", { timeout: 30_000 }, ({ code, output }) => {
  const script = code.replaceAll("http://localhost:3000", origin)
  const { stdout, stderr } = spawnSync("bash", ["-c", script], { encoding: "utf8", timeout: 20_000 })
  expect(stderr).toBe("")
  expect(JSON.parse(stdout)).toEqual(matching(JSON.parse(output)))
})

test("the console and the documentation answer where the guide says", { timeout: 30_000 }, async () => {
  const console = await fetch(`${origin}/ops/`, { headers: { cookie: "session=s-ada" } })
  expect(await console.text()).toContain("alert-rules")
  expect((await fetch(`${origin}/ops/docs/operations/create_alert_rule`)).status).toBe(200)
})
