import type { MigrationSet } from "@agent-operations/database"
import { migratedImage } from "@agent-operations/database/testing"
import { Effect } from "effect"
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"

/** Writes the image of a PGlite that has the tables of some sets, for `preload.mjs`. Others may read the file meanwhile. */
export const writeImage = async (sets: ReadonlyArray<MigrationSet>, path: string): Promise<void> => {
  const { bytes } = await Effect.runPromise(migratedImage(sets))
  const own = `${path}.${process.pid}`
  try {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(own, bytes)
    renameSync(own, path)
  } catch (cause) {
    if (existsSync(own)) rmSync(own)
    const size = Math.ceil(bytes.length / 1e6)
    throw new Error(`The tests need ${size} MB for ${path}, which could not be written: ${String(cause)}`, { cause })
  }
}
