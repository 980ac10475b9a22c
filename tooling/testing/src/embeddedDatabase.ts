import { type DatabaseStartError, type MigrateError, type MigrationSet, Pglite } from "@agent-operations/database"
import { migratedImage } from "@agent-operations/database/testing"
import { Effect, Layer } from "effect"
import type { SqlClient } from "effect/sql"

/** The image of an empty PGlite, for `Pglite.layer({ image })`. */
export const emptyImage = async (): Promise<Uint8Array<ArrayBuffer>> => {
  const { bytes } = await Effect.runPromise(migratedImage([]))
  return bytes
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
