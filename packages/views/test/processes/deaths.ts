import { spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Database } from "@agent-operations/database"
import { createDatabase } from "@agent-operations/postgres-for-tests"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { assert, inject } from "vitest"

export const script = `${import.meta.dirname}/writer.ts`
export const execArgv = ["--conditions=@agent-operations/source"]

/** Acknowledged writes before a kill, at least: four to a definition. */
const enough = 32

/** Kills a process that writes to a database, a few times, and holds the database to what was acknowledged. */
export const loseNothing = async (kind: "PGlite" | "PostgreSQL", rounds: number): Promise<void> => {
  const directory = mkdtempSync(join(tmpdir(), "crash-"))
  const database = kind === "PostgreSQL" ? await createDatabase(inject("postgresUrl")) : undefined
  const place = database === undefined ? { WRITER_DIRECTORY: directory } : { WRITER_URL: database.url }
  const acknowledged = new Map<string, number>()
  try {
    for (let round = 0; round < rounds; round++) {
      await new Promise<void>((resolve, reject) => {
        const child = spawn(process.execPath, [...execArgv, script], {
          env: { ...process.env, ...place, CRASH: "1" },
          stdio: ["ignore", "pipe", "inherit"]
        })
        let [rest, told] = ["", 0]
        let aim: NodeJS.Timeout | undefined
        child.stdout.on("data", (chunk: Buffer) => {
          const lines = (rest + chunk.toString()).split("\n")
          rest = lines.pop() ?? ""
          for (const line of lines.filter((text) => text.startsWith("{"))) {
            told++
            const { id, revision } = JSON.parse(line) as { id: string; revision: number }
            if (revision !== undefined) acknowledged.set(id, revision)
          }
          // clock: any moment will do to be killed at, once enough was written to be lost
          if (told >= enough) aim ??= setTimeout(() => child.kill("SIGKILL"), Math.random() * 400)
        })
        child.once("exit", (_code, signal) =>
          signal === "SIGKILL" ? resolve() : reject(new Error(`The writer ended by itself: ${signal}`))
        )
      })
    }
    assert.isAbove(acknowledged.size, 10)
    const layer = Database.layer({ url: database && Redacted.make(database.url), directory })
    const { rows, broken } = await Effect.runPromise(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const rows = yield* sql<{
          id: string
          revision: number
        }>`select id, revision from agent_operations.definitions`
        // A head without all of its revisions, or revisions without their head.
        const broken = yield* sql`
          select d.id, r.definition_id from agent_operations.definitions as d
          full join (
            select definition_id, count(*)::integer as n, max(revision) as top
            from agent_operations.revisions group by definition_id
          ) as r on r.definition_id = d.id
          where d.revision is distinct from r.n or d.revision is distinct from r.top`
        return { rows, broken }
      }).pipe(Effect.provide(layer))
    )
    assert.deepStrictEqual(broken, [])
    const found = new Map(rows.map(({ id, revision }) => [id, revision]))
    for (const [id, revision] of acknowledged) assert.isAtLeast(found.get(id) ?? 0, revision, id)
  } finally {
    await database?.drop()
    rmSync(directory, { recursive: true, force: true })
  }
}
