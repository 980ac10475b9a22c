import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, statSync } from "node:fs"
import { createInterface } from "node:readline"
import pg from "pg"
import { describe, expect, inject, it } from "vitest"
import { createDatabase, obtainPostgres, startPostgres } from "../src/index.ts"

const select = async (connectionString: string, sql: string) => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

const program = `
  import { startPostgres } from ${JSON.stringify(import.meta.resolve("../src/index.ts"))}
  const { url, dataDirectory } = await startPostgres()
  console.log(JSON.stringify({ url, dataDirectory }))
  setInterval(() => {}, 1000)
`

describe("a database of one's own", () => {
  it("is empty, and gone once dropped, even while somebody is connected", async () => {
    const database = await createDatabase(inject("postgresUrl"))
    const client = new pg.Client({ connectionString: database.url })
    client.on("error", () => {})
    await client.connect()
    const { rows } = await client.query("SELECT count(*)::int AS tables FROM pg_tables WHERE schemaname = 'public'")
    expect(rows).toEqual([{ tables: 0 }])
    await database.drop()
    await expect(select(database.url, "SELECT 1")).rejects.toThrow("does not exist")
  })

  it("has a name that no other has", async () => {
    const databases = await Promise.all([1, 2, 3].map(() => createDatabase(inject("postgresUrl"))))
    expect(new Set(databases.map(({ url }) => url)).size).toBe(3)
    await Promise.all(databases.map(({ drop }) => drop()))
  })
})

describe("a server of one's own", () => {
  for (const source of ["embedded", undefined] as const) {
    it(`keeps its data when killed and started again, and leaves nothing behind (${source ?? "any"})`, async () => {
      const server = await startPostgres(source === undefined ? {} : { source })
      expect(server.description).toMatch(/^PostgreSQL \d/)
      await select(server.url, "CREATE TABLE kept AS SELECT 1 AS it")

      const killed = server.serverPid
      process.kill(killed, "SIGKILL")
      await server.restart()
      expect(server.serverPid).not.toBe(killed)
      expect(await select(server.url, "SELECT it FROM kept")).toEqual([{ it: 1 }])

      await server.stop()
      expect(existsSync(server.dataDirectory)).toBe(false)
      await expect(select(server.url, "SELECT 1")).rejects.toThrow("ECONNREFUSED")
    })
  }

  it("ends with the process that started it, even when that is killed", async () => {
    const starter = spawn(process.execPath, ["--input-type=module-typescript", "--eval", program], {
      stdio: ["ignore", "pipe", "inherit"]
    })
    const [line] = (await once(createInterface(starter.stdout), "line")) as [string]
    const { url, dataDirectory } = JSON.parse(line) as { readonly url: string; readonly dataDirectory: string }
    await select(url, "SELECT 1")

    starter.kill("SIGKILL")
    await expect.poll(() => existsSync(dataDirectory), { timeout: 10_000 }).toBe(false)
    await expect(select(url, "SELECT 1")).rejects.toThrow("ECONNREFUSED")
  })

  it("never runs as root, and lets nobody in without the password", async () => {
    const server = await startPostgres()
    expect(statSync(server.dataDirectory).uid).not.toBe(0)
    const stranger = new URL(server.url)
    stranger.password = "guess"
    await expect(select(stranger.href, "SELECT 1")).rejects.toThrow("password authentication failed")
    await server.stop()
  })
})

describe("a DATABASE_URL", () => {
  it("is used when it is set, and left running", async () => {
    const postgres = await obtainPostgres(inject("postgresUrl"))
    expect(postgres.description).toMatch(/DATABASE_URL/)
    await postgres.stop()
    expect(await select(postgres.url, "SELECT 1 AS one")).toEqual([{ one: 1 }])
  })

  it("that leads nowhere fails with the address and the reason, not the password", async () => {
    const failure = await obtainPostgres("postgres://me:secret@127.0.0.1:1/none").catch(String)
    expect(failure).toMatch(/127\.0\.0\.1:1\/none.*ECONNREFUSED/)
    expect(failure).not.toContain("secret")
  })
})
