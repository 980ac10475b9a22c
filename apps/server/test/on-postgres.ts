import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { migratedDatabase } from "./migrated.ts"
import { start, type Started } from "./process.ts"

/**
 * Starts a server on a database of PostgreSQL and a directory of its own, which its stop removes: for what the database does
 * not decide. On PGlite, a process takes twice as long until it listens.
 */
export const startOnPostgres = async (settings: Record<string, string> = {}): Promise<Started> => {
  const database = await migratedDatabase()
  const directory = mkdtempSync(join(tmpdir(), "server-"))
  const server = await start([], { PORT: "0", DATABASE_URL: database.url, DATA_DIR: directory, ...settings })
  return {
    ...server,
    stop: async (signal) => {
      const code = await server.stop(signal)
      await database.drop()
      rmSync(directory, { recursive: true, force: true })
      return code
    }
  }
}
