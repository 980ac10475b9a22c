import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll } from "vitest"
import { migratedDatabase } from "../migrated.ts"

/** Where a server keeps its data: both sorts of database, an empty one each, for one test file. */
export const freshPlaces = () => {
  const directory = mkdtempSync(join(tmpdir(), "server-"))
  afterAll(() => rmSync(directory, { recursive: true, force: true }))
  return [
    ["PGlite", () => Promise.resolve({ DATA_DIR: join(directory, "data") })],
    [
      "PostgreSQL",
      async () => ({
        DATABASE_URL: (await migratedDatabase()).url,
        DATA_DIR: join(directory, "beside")
      })
    ]
  ] as const
}
