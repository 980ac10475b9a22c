import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll } from "vitest"
import { migratedDatabase } from "../migrated.ts"

/** Where a server keeps its data: both sorts of database, an empty one each, for one test file. */
export const freshPlaces = () => {
  const directory = mkdtempSync(join(tmpdir(), "server-"))
  const drops: Array<() => Promise<void>> = []
  afterAll(async () => {
    for (const drop of drops) await drop()
    rmSync(directory, { recursive: true, force: true })
  })
  return [
    ["PGlite", () => Promise.resolve({ DATA_DIR: join(directory, "data") })],
    [
      "PostgreSQL",
      async () => {
        const { url, drop } = await migratedDatabase()
        drops.push(drop)
        return { DATABASE_URL: url, DATA_DIR: join(directory, "beside") }
      }
    ]
  ] as const
}
