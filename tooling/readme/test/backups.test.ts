import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createDatabase, query } from "@agent-operations/postgres-for-tests"
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest"
import { blocksOf, readDocument, sectionOf } from "../src/documents/blocks.ts"
import { startServer } from "../src/documents/server.ts"
import { runScript } from "./run-script.ts"

const backups = readDocument("docs/backups.md")

/** The commands under a heading, without the start of a server, which is the test's. */
const [postgres, pglite] = ["## PostgreSQL", "## PGlite"].map((heading) =>
  blocksOf(sectionOf(backups, heading))
    .filter(({ language }) => language === "sh")
    .map(({ text }) => text.replaceAll(/^.*npm start\n/gm, ""))
)

const noTools =
  ["pg_dump", "psql", "createdb"].filter((name) => spawnSync(name, ["--version"]).error).join(", ") || undefined

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "backups-"))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

const run = (script = "", env: NodeJS.ProcessEnv = {}) => runScript(script, directory, env)

type Exports = NodeJS.ProcessEnv

const call = async (exports: Exports, operation: string, input: object) => {
  const response = await fetch(`${exports["AGENT_OPERATIONS_URL"]}/api/agent/${operation}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${exports["AGENT_OPERATIONS_API_KEY"]}`,
      "x-project-id": exports["AGENT_OPERATIONS_PROJECT_ID"]!,
      "content-type": "application/json"
    },
    body: JSON.stringify(input)
  })
  return response.json()
}

/** What a server holds before it ends, for the credential that it printed at its first start. */
const fill = async (settings: NodeJS.ProcessEnv, meanwhile?: () => void) => {
  const server = await startServer(settings)
  try {
    const draft = { name: "Kept", source: { type: "table" }, settings: { target: "traces" } }
    const { data } = await call(server.exports, "create_page_view", draft)
    const changed = { id: data.id, expectedRevision: 1, description: "Changed once" }
    const { data: kept } = await call(server.exports, "update_page_view", changed)
    expect(kept.revision).toBe(2)
    meanwhile?.()
    return { credential: server.exports, kept }
  } finally {
    await server.stop()
  }
}

/** Starts a server over what was restored; the credential of before reads what was written, and changes it. */
const expectKept = async (settings: NodeJS.ProcessEnv, { credential, kept }: Awaited<ReturnType<typeof fill>>) => {
  const server = await startServer(settings)
  try {
    const exports = { ...credential, AGENT_OPERATIONS_URL: server.url }
    expect(await call(exports, "get_page_view", { id: kept.id })).toEqual({ data: kept })
    const { data } = await call(exports, "restore_page_view", { id: kept.id, revision: 1, expectedRevision: 2 })
    expect(data.revision).toBe(3)
  } finally {
    await server.stop()
  }
}

describe("backups, by the commands of the page", () => {
  test.skipIf(noTools !== undefined)(
    `PostgreSQL${noTools === undefined ? "" : `: ${noTools} are not installed here`}`,
    async () => {
      const [dump, restore] = postgres!
      expect(restore).toContain("psql")
      const database = await createDatabase(inject("postgresUrl"))
      const restored = new URL(database.url)
      restored.pathname += "_restored"
      const environment = {
        DATABASE_URL: database.url,
        ADMIN_URL: inject("postgresUrl"),
        RESTORED_URL: restored.href
      }
      const DATA_DIR = join(directory, "data")
      try {
        const filled = await fill({ DATABASE_URL: database.url, DATA_DIR }, () => run(dump, environment))
        const named = restore!
          .replace("--owner=app restored", `--owner="${restored.username}" "${restored.pathname.slice(1)}"`)
          .replace('--owner=""', "")
        run(named, environment)
        await expectKept({ DATABASE_URL: restored.href, DATA_DIR }, filled)
      } finally {
        await query(inject("postgresUrl"), `drop database if exists ${restored.pathname.slice(1)} with (force)`)
        await database.drop()
      }
    }
  )

  test("PGlite", async () => {
    const [copy, restore] = pglite!
    const filled = await fill({ DATA_DIR: join(directory, ".data") })
    run(copy)
    rmSync(join(directory, ".data"), { recursive: true })
    run(restore)
    await expectKept({ DATA_DIR: join(directory, "restored") }, filled)
  })
})
