import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createDatabase } from "@agent-operations/postgres-for-tests"
import { afterAll, inject } from "vitest"

/** Where a server keeps its data: both sorts of database, an empty one each, for one test file. */
export const freshPlaces = () => {
  const directory = mkdtempSync(join(tmpdir(), "server-"))
  afterAll(() => rmSync(directory, { recursive: true, force: true }))
  return [
    ["PGlite", () => Promise.resolve({ DATA_DIR: join(directory, "data") })],
    [
      "PostgreSQL",
      async () => ({
        DATABASE_URL: (await createDatabase(inject("postgresUrl"))).url,
        DATA_DIR: join(directory, "beside")
      })
    ]
  ] as const
}
