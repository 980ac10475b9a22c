import type { MigrationSet } from "@agent-operations/database"
import { migratedImage } from "@agent-operations/database/testing"
import { Effect } from "effect"
import { mkdirSync, renameSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"

/** Writes the image of a PGlite that has the tables of some sets, for `preload.mjs`. Others may read the file meanwhile. */
export const writeImage = async (sets: ReadonlyArray<MigrationSet>, path: string): Promise<void> => {
  const { bytes } = await Effect.runPromise(migratedImage(sets))
  mkdirSync(dirname(path), { recursive: true })
  const own = `${path}.${process.pid}`
  writeFileSync(own, bytes)
  renameSync(own, path)
}
