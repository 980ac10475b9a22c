import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createDatabase, startPostgres } from "@agent-operations/postgres-for-tests"

/** An empty database, as the server's settings name it. */
export interface Place {
  readonly settings: Record<string, string>
  readonly remove: () => Promise<void>
}

export const pglite = async (): Promise<Place> => {
  const directory = mkdtempSync(join(tmpdir(), "faults-"))
  return {
    settings: { DATA_DIR: join(directory, "data") },
    remove: async () => rmSync(directory, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** A server of one's own, to freeze and to kill, with an empty database in it. */
export const postgres = async () => {
  const server = await startPostgres()
  const database = await createDatabase(server.url)
  return { settings: { DATABASE_URL: database.url }, server, remove: () => server.stop() }
}

/** Both sorts, by name. */
export const places: ReadonlyArray<readonly [string, () => Promise<Place>]> = [
  ["PGlite", pglite],
  ["PostgreSQL", postgres]
]
