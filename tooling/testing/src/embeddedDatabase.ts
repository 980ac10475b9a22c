import { type DatabaseStartError, type MigrateError, type MigrationSet, Pglite } from "@agent-operations/database"
import { migratedImage } from "@agent-operations/database/testing"
import { PGlite } from "@electric-sql/pglite"
import { Effect, Layer } from "effect"
import type { SqlClient } from "effect/sql"
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"

const require = createRequire(import.meta.url)
const { version } = require(join(dirname(require.resolve("@electric-sql/pglite")), "..", "package.json")) as {
  readonly version: string
}
const directory = join(import.meta.dirname, "..", "node_modules", ".cache")
const path = join(directory, `pglite-${version}.tar`)

// Making an empty data directory takes PGlite seconds, loading the image of one half a second.
const makeImage = async (): Promise<void> => {
  const database = await PGlite.create()
  const image = await database.dumpDataDir("none")
  await database.close()
  mkdirSync(directory, { recursive: true })
  const own = `${path}.${process.pid}`
  writeFileSync(own, await image.bytes())
  renameSync(own, path)
}

/** The image of an empty PGlite, for `Pglite.layer({ image })`. */
export const emptyImage = async (): Promise<Uint8Array<ArrayBuffer>> => {
  try {
    return readFileSync(path)
  } catch {
    await makeImage()
    return readFileSync(path)
  }
}

/** An empty PGlite in memory, its own each time the layer is built. */
export const embeddedDatabase: Layer.Layer<SqlClient.SqlClient, DatabaseStartError> = Layer.unwrap(
  Effect.map(Effect.promise(emptyImage), (image) => Pglite.layer({ directory: undefined, image }))
)

/** PGlite in memory with the tables of some sets, opened from an image, its own each time the layer is built. */
export const embeddedWith = (
  sets: ReadonlyArray<MigrationSet>
): Layer.Layer<SqlClient.SqlClient, DatabaseStartError | MigrateError> =>
  Layer.unwrap(Effect.map(migratedImage(sets), ({ bytes }) => Pglite.layer({ directory: undefined, image: bytes })))
