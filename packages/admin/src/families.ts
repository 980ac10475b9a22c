import { existsSync } from "node:fs"
import { resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { inspect } from "node:util"
import { contractOf, type Family } from "@agent-operations/contract"
import type { MigrationSet } from "@agent-operations/database"
import { type AnyModule, familiesOf, migrationsOf } from "@agent-operations/kit"
import { Console, Effect, Option, Predicate } from "effect"
import type { Mounted } from "./Installation.ts"
import { UsageError } from "./UsageError.ts"

/** Where a host's families are looked for, in the working directory. */
const defaultFiles = ["agent-operations.config.mjs", "agent-operations.config.js", "agent-operations.config.ts"]

const hint =
  "Its default export is the list that you give to createAgentOperations: export default [views(), …]. The file must not start anything."

interface Exports {
  readonly modules: ReadonlyArray<AnyModule>
  readonly migrations: ReadonlyArray<MigrationSet>
}

const reasonOf = (thrown: unknown): string =>
  (thrown instanceof Error ? thrown.message : inspect(thrown)).split("\n")[0]!

const isMigration = (value: unknown): boolean =>
  Predicate.hasProperty(value, "number") &&
  Number.isSafeInteger(value.number) &&
  Predicate.hasProperty(value, "name") &&
  typeof value.name === "string" &&
  Predicate.hasProperty(value, "up") &&
  Effect.isEffect(value.up)

const isMigrationSet = (value: unknown): value is MigrationSet =>
  Predicate.hasProperty(value, "owner") &&
  typeof value.owner === "string" &&
  Predicate.hasProperty(value, "steps") &&
  Array.isArray(value.steps) &&
  value.steps.every(isMigration)

const areMigrations = (value: unknown): value is ReadonlyArray<MigrationSet> =>
  Array.isArray(value) && value.every(isMigrationSet)

const isModule = (value: unknown): value is AnyModule =>
  Predicate.hasProperty(value, "families") &&
  Array.isArray(value.families) &&
  Predicate.hasProperty(value, "migrations") &&
  areMigrations(value.migrations)

/** What a file exports, by what is wrong with it, if anything is. */
const read = (file: string, exports: Readonly<Record<string, unknown>>): Exports => {
  const modules = exports["default"] ?? exports["families"]
  if (!Array.isArray(modules) || !modules.every(isModule))
    throw new Error(`${file} does not export a list of families.`)
  const migrations = exports["migrations"] ?? []
  if (!areMigrations(migrations)) {
    throw new Error(`${file} exports migrations that are not a list of { owner, steps: [{ number, name, up }] }.`)
  }
  return { modules, migrations }
}

/** A file that starts something may never be loaded. */
const longestLoad = "30 seconds"

const load = Effect.fnUntraced(function* (file: string) {
  const path = resolve(file)
  if (!existsSync(path)) return yield* new UsageError({ message: `There is no file ${file}.`, hint })
  const exports: Record<string, unknown> = yield* Effect.tryPromise({
    try: () => import(pathToFileURL(path).href),
    catch: (thrown) => new UsageError({ message: `${file} cannot be loaded: ${reasonOf(thrown)}`, hint })
  }).pipe(
    Effect.timeoutOrElse({
      duration: longestLoad,
      orElse: () => Effect.fail(new UsageError({ message: `${file} was not loaded within ${longestLoad}.`, hint }))
    })
  )
  return yield* Effect.try({
    try: () => read(file, exports),
    catch: (thrown) => new UsageError({ message: reasonOf(thrown), hint })
  })
})

/** Page views and custom fields, where they are installed. */
const installedViews = Effect.tryPromise({
  try: async () => (await import("@agent-operations/views")).views(),
  catch: (thrown) => thrown
}).pipe(
  Effect.map((module): ReadonlyArray<AnyModule> => [module]),
  Effect.catchIf(
    (thrown) => reasonOf(thrown).includes("Cannot find package '@agent-operations/views'"),
    () => Effect.succeed<ReadonlyArray<AnyModule>>([])
  ),
  Effect.mapError(
    (thrown) =>
      new UsageError({
        message: `@agent-operations/views cannot be loaded: ${reasonOf(thrown)}`,
        hint: "Reinstall it, or name your families with --families ./families.mjs."
      })
  )
)

const withoutFile = Effect.gen(function* () {
  const modules = yield* installedViews
  yield* Console.error(
    modules.length === 0
      ? "No families are named, so only organizations, projects, keys and shared tables are managed. Name yours: --families ./families.mjs"
      : "Using the families of @agent-operations/views. Name others: --families ./families.mjs"
  )
  return { modules, migrations: [] }
})

/**
 * What is mounted according to a host's file, or one of its usual names in the working directory, or else
 * `@agent-operations/views`.
 */
export const mountedBy = Effect.fnUntraced(function* (file: Option.Option<string>) {
  const found = Option.getOrUndefined(file) ?? defaultFiles.find((name) => existsSync(name))
  const { modules, migrations }: Exports = yield* found === undefined ? withoutFile : load(found)
  return yield* Effect.try({
    try: (): Mounted => ({
      migrations: migrationsOf(modules, migrations),
      scopes: contractOf<Family.Any>(familiesOf(modules)).scopes
    }),
    catch: (thrown) =>
      new UsageError({
        message: reasonOf(thrown),
        hint: "Correct the declaration that it names, in the families of this file."
      })
  })
})
