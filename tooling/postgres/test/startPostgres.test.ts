import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdtempSync, rmdirSync, statSync } from "node:fs"
import { type AddressInfo, createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import pg from "pg"
import { describe, expect, inject, it } from "vitest"
import { waitUntil } from "../../testing/src/waitUntil.ts"
import { createDatabase, freePort, obtainPostgres, startPostgres } from "../src/index.ts"

const select = async (connectionString: string, sql: string) => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

const roleOf = (url: string) => new URL(url).pathname.slice(1)

/** Why no small disk can be had here; undefined where one can. */
const noSmallDisk =
  spawnSync("unshare", ["--mount", "mount", "-t", "tmpfs", "none", "/mnt"]).status === 0
    ? undefined
    : "only root on Linux can mount a small disk"

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
      // A busy machine takes long over a cluster.
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
    await waitUntil("its directory to be gone", () => !existsSync(dataDirectory))
    await expect(select(url, "SELECT 1")).rejects.toThrow("ECONNREFUSED")
  })

  it("takes another port where its own was taken meanwhile", async () => {
    const taken = createServer().listen(0, "127.0.0.1")
    await once(taken, "listening")
    const ports = [(taken.address() as AddressInfo).port, await freePort()]
    const [, free] = ports
    const server = await startPostgres({ port: async () => ports.shift() ?? 0 })
    expect(new URL(server.url).port).toBe(String(free))
    expect(server.description).toContain(`on port ${free}`)
    await server.stop()
    taken.close()
  })

  it.skipIf(noSmallDisk !== undefined)(
    `that finds the disk full says so, and leaves nothing there${noSmallDisk === undefined ? "" : ` (skipped: ${noSmallDisk})`}`,
    () => {
      const script = `
        mount -t tmpfs -o size=20m none "$1" || exit 9
        TMPDIR="$1" "$2" --input-type=module-typescript --eval "$3" 2>&1
        ls "$1"`
      const directory = mkdtempSync(join(tmpdir(), "small-disk-"))
      const { stdout } = spawnSync(
        "unshare",
        ["--mount", "sh", "-c", script, "sh", directory, process.execPath, program],
        {
          encoding: "utf8"
        }
      )
      rmdirSync(directory)
      expect(stdout).toContain(`The disk of ${directory} is full: free about 500 MB`)
      expect(stdout).not.toMatch(/^postgres-for-tests-/m)
    }
  )

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

  it("whose user may create no databases fails with that reason, not the password", async () => {
    const database = await createDatabase(inject("postgresUrl"))
    await select(database.url, `CREATE ROLE "${roleOf(database.url)}" LOGIN PASSWORD 'secret'`)
    const url = new URL(database.url)
    url.username = roleOf(database.url)
    url.password = "secret"
    const failure = await obtainPostgres(url.href).catch(String)
    expect(failure).toMatch(/must be allowed to create databases.*permission denied to create database/)
    expect(failure).not.toContain("secret")
    await database.drop()
    await select(inject("postgresUrl"), `DROP ROLE "${url.username}"`)
  })

  it("that leads nowhere fails with the address and the reason, not the password", async () => {
    const failure = await obtainPostgres("postgres://me:secret@127.0.0.1:1/none").catch(String)
    expect(failure).toMatch(/127\.0\.0\.1:1\/none.*ECONNREFUSED/)
    expect(failure).not.toContain("secret")
  })
})
