import { renameSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { migratedImage as imageOf, serverDatabase } from "@agent-operations/database/testing"
import { Effect, Exit, Redacted, Scope } from "effect"
import { inject } from "vitest"
import { migrations } from "../src/services.ts"

/** A database of PostgreSQL that has the tables of the server, copied from a template: its start has nothing to migrate. */
export const migratedDatabase = async () => {
  const scope = Scope.makeUnsafe()
  const copied = serverDatabase(Redacted.make(inject("postgresUrl")), migrations)
  const { url } = await Effect.runPromise(Scope.provide(copied, scope))
  return { url: Redacted.value(url), drop: () => Effect.runPromise(Scope.close(scope, Exit.void)) }
}

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
