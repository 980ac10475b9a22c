import { Effect, Layer } from "effect"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { lockDirectory } from "../internal/pglite/directory-lock.ts"
import type { DatabaseStartError } from "../DatabaseStartError.ts"
import { migrate, type MigrateError } from "../migrations/migrate.ts"
import type { MigrationSet } from "../migrations/model.ts"
import * as Pglite from "../Pglite.ts"
import { cacheDirectories, readCached, writeCached } from "./cache.ts"
import { migrationsHash } from "./hash.ts"

/** A tar archive of the data directory of a migrated PGlite, and the hash of its migrations. */
export interface Image {
  readonly hash: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

const engineVersion = (): string => {
  const require = createRequire(import.meta.url)
  const file = join(dirname(require.resolve("@electric-sql/pglite")), "..", "package.json")
  return (JSON.parse(readFileSync(file, "utf8")) as { readonly version: string }).version
}

/** Another one where an image is made in another way. */
const recipe = 2

const prefix = (): string => `pglite-${engineVersion()}-${recipe}-`
const nameOf = (hash: string): string => `${prefix()}${hash}.tar`

/** The hash of the migrations of an image by its name, if this version of the engine can open it. */
export const hashOfImage = (name: string): string | undefined =>
  name.startsWith(prefix()) ? name.slice(prefix().length, -".tar".length) : undefined

/** The images that were read last, of 25 MB each: to read one and to see that it is whole takes 30 ms. */
const remembered = new Map<string, Image>()
const mostRemembered = 3

/** Another package has another cache. */
const keyOf = (hash: string): string => `${process.cwd()} ${hash}`

const remember = (image: Image): Image => {
  const key = keyOf(image.hash)
  remembered.delete(key)
  remembered.set(key, image)
  const [oldest] = remembered.keys()
  if (remembered.size > mostRemembered) remembered.delete(oldest!)
  return image
}

/** An image that is in the cache. */
export const cachedImage = (hash: string): Image | undefined => {
  const bytes = remembered.get(keyOf(hash))?.bytes ?? readCached(nameOf(hash))
  return bytes && remember({ hash, bytes })
}

const temporaryDirectory = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "agent-operations-image-"))),
  (directory) => Effect.sync(() => rmSync(directory, { recursive: true, force: true, maxRetries: 3 }))
)

/**
 * Nobody creates a database in an embedded one: without its templates, an image is a third smaller. Its engine makes all of
 * its shared buffers as it starts: with 128 MB of them that takes three times as long, and tests need few.
 */
const small = [
  "alter system set shared_buffers = '8MB'",
  "update pg_database set datistemplate = false where datname in ('template0', 'template1')",
  "drop database if exists template0",
  "drop database if exists template1",
  "checkpoint"
]

const dump = async (directory: string, isNew: boolean): Promise<Uint8Array<ArrayBuffer>> => {
  const { PGlite } = await import("@electric-sql/pglite")
  const database = await PGlite.create(`file://${directory}`)
  try {
    for (const statement of isNew ? small : ["checkpoint"]) await database.exec(statement)
    const archive = await database.dumpDataDir("none")
    return new Uint8Array(await archive.arrayBuffer())
  } finally {
    await database.close()
  }
}

/** Making a data directory takes the engine seconds: that of others begins with the empty one. */
const make = Effect.fnUntraced(function* (sets: ReadonlyArray<MigrationSet>, empty: Image | undefined) {
  const directory = yield* temporaryDirectory
  const database = Pglite.layer({ directory, fsync: false, image: empty?.bytes, statementTimeout: "2 minutes" })
  yield* Effect.provide(sets.length === 0 ? Effect.void : migrate(sets), Layer.fresh(database))
  return yield* Effect.promise(() => dump(join(directory, "pglite"), empty === undefined))
}, Effect.scoped)

/** Takes the right to make what has a name, in all processes; "elsewhere" while another one has it. */
const takeTurn = (name: string): (() => void) | "elsewhere" => {
  for (const directory of cacheDirectories()) {
    try {
      const lock = lockDirectory(join(directory, name))
      return typeof lock === "function" ? lock : "elsewhere"
    } catch {
      // It cannot be written, and the next one may.
    }
  }
  return () => {}
}

/**
 * The image of an embedded database that has the migrations, for `Pglite.layer({ image })`: 25 MB that open in half a
 * second, where PGlite with all migrations takes 5 to 10; of no migrations, that of an empty database. Kept in
 * `node_modules/.cache/agent-operations`, or where that cannot be written, in the user's temporary directory, and the last
 * three in memory; of several processes one makes it. One that is damaged, or of other migrations, of another week or of
 * another PGlite, is made anew.
 *
 * @example
 * const { bytes } = yield* migratedImage([RevisionStore.migrations])
 * const database = Pglite.layer({ directory: undefined, image: bytes })
 */
export const migratedImage = Effect.fnUntraced(function* (
  sets: ReadonlyArray<MigrationSet>
): Effect.fn.Return<Image, DatabaseStartError | MigrateError> {
  const hash = yield* migrationsHash(sets)
  const empty = sets.length === 0 || cachedImage(hash) !== undefined ? undefined : yield* migratedImage([])
  for (;;) {
    const found = cachedImage(hash)
    if (found !== undefined) return found
    const turn = takeTurn(`${nameOf(hash)}.lock`)
    if (turn === "elsewhere") {
      // Not by the clock of the caller's, which a test may have stopped.
      yield* Effect.promise(() => setTimeout(100))
      continue
    }
    return yield* Effect.ensuring(
      Effect.suspend(() => {
        const meanwhile = cachedImage(hash)
        if (meanwhile !== undefined) return Effect.succeed(meanwhile)
        return Effect.map(make(sets, empty), (bytes) => {
          writeCached(nameOf(hash), bytes)
          return remember({ hash, bytes })
        })
      }),
      Effect.sync(turn)
    )
  }
})
