import { renameSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { migratedImage as imageOf } from "@agent-operations/database/testing"
import { serverCopy } from "@agent-operations/testing/kit"
import { Effect } from "effect"
import { migrations } from "../src/services.ts"

/** A database of PostgreSQL that has the tables of the server: its start has nothing to migrate. */
export const migratedDatabase = () => serverCopy(migrations)

let written: Promise<string> | undefined

/** The path of the image of a PGlite that has the tables of the server, written beside the empty one. */
export const migratedImage = (empty: string): Promise<string> => {
  written ??= Effect.runPromise(imageOf(migrations)).then(({ bytes }) => {
    const path = join(dirname(empty), "server-pglite.tar")
    // Other workers read it meanwhile.
    const own = `${path}.${process.pid}`
    writeFileSync(own, bytes)
    renameSync(own, path)
    return path
  })
  return written
}
