import type { MigrationSet } from "@agent-operations/database"
import { migratedImage, serverDatabase } from "@agent-operations/database/testing"
import { Effect, Exit, Redacted, Scope } from "effect"
import { inject } from "vitest"
// oxlint-disable-next-line no-restricted-imports -- as a dependency it would make a cycle: the kit's tests need these helpers
import { type AnyModule, migrationsOf } from "../../../packages/kit/src/compose.ts"

/** A migrated database that a kit is to be started over, and what drops it. */
export interface KitDatabase<
  Config = { readonly memory: true; readonly image: Uint8Array<ArrayBuffer> } | { readonly url: string }
> {
  readonly database: Config
  readonly drop: () => Promise<void>
}

/**
 * PGlite in memory with the tables of some families, opened from an image.
 *
 * @example
 * const kit = await createAgentOperations({ families, database: await memoryWith(families) })
 */
export const memoryWith = async (families: ReadonlyArray<AnyModule>) => {
  const { bytes } = await Effect.runPromise(migratedImage(migrationsOf(families)))
  return { memory: true, image: bytes } as const
}

/** A database on the real server with the tables of some sets, copied from a template, and what drops it. */
export const serverCopy = async (sets: ReadonlyArray<MigrationSet>) => {
  const scope = Scope.makeUnsafe()
  const copied = serverDatabase(Redacted.make(inject("postgresUrl")), sets)
  const { url } = await Effect.runPromise(Scope.provide(copied, scope))
  return { url: Redacted.value(url), drop: () => Effect.runPromise(Scope.close(scope, Exit.void)) }
}

/**
 * The same with the tables of some families, for a kit.
 *
 * @example
 * const { database, drop } = await serverWith(families)
 */
export const serverWith = async (
  families: ReadonlyArray<AnyModule>
): Promise<KitDatabase<{ readonly url: string }>> => {
  const { url, drop } = await serverCopy(migrationsOf(families))
  return { database: { url }, drop }
}

/** Either sort of database with the tables of some families, for `describe.each` and loops. */
export const kitDatabases: ReadonlyArray<{
  readonly name: "PGlite" | "PostgreSQL"
  readonly open: (families: ReadonlyArray<AnyModule>) => Promise<KitDatabase>
}> = [
  { name: "PGlite", open: async (families) => ({ database: await memoryWith(families), drop: async () => {} }) },
  { name: "PostgreSQL", open: serverWith }
]
