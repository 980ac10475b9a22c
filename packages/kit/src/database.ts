import { Database, type HostClient, type HostPool, type Pglite, type Postgres } from "@agent-operations/database"
import { Redacted } from "effect"

/** The database of a kit: a PostgreSQL server, a pool or client of the host, or embedded PGlite. */
export type DatabaseOptions =
  | UrlDatabase
  | DirectoryDatabase
  | MemoryDatabase
  | HostPool.HostPoolConfig
  | HostClient.HostClientConfig<unknown>

/** A PostgreSQL server by its URL, `postgres://user:password@host:5432/database`, and the settings of the pool. */
export interface UrlDatabase extends Omit<Postgres.PostgresConfig, "url"> {
  readonly url: string
}

/**
 * Embedded PGlite in a directory of its own. `worker` starts PGlite's worker where a bundler moves it away from
 * `pglite-worker.js` beside the code.
 */
export interface DirectoryDatabase extends Omit<Pglite.PgliteConfig, "directory" | "image"> {
  readonly directory: string
}

/** Embedded PGlite in memory, gone with the process. */
export interface MemoryDatabase extends Omit<Pglite.PgliteConfig, "directory" | "fsync"> {
  readonly memory: true
}

/** What can be said beside each of the places. */
const settings = {
  url: [
    "schema",
    "maxConnections",
    "statementTimeout",
    "connectTimeout",
    "startTimeout",
    "multiplex",
    "prepare",
    "applicationName"
  ],
  directory: ["schema", "statementTimeout", "upkeepInterval", "fsync", "worker"],
  memory: ["schema", "statementTimeout", "upkeepInterval", "worker", "image"],
  pool: ["schema", "statementTimeout", "startTimeout"],
  client: ["schema"]
} as const satisfies Readonly<Record<string, ReadonlyArray<string>>>

type Place = keyof typeof settings

const isPlace = (name: string): name is Place => Object.hasOwn(settings, name)

/** What is wrong with a place, if anything is. */
const placeFault: { readonly [P in Place]: (value: unknown) => string | undefined } = {
  url: (url) =>
    typeof url === "string" && url !== "" ? undefined : "database.url has to be text: postgres://user@host/database",
  directory: (directory) =>
    typeof directory === "string" && directory !== "" ? undefined : 'database.directory has to be a path: ".data"',
  memory: (memory) => (memory === true ? undefined : "database.memory can only be true"),
  pool: (pool) =>
    typeof (pool as Partial<HostPool.HostPoolConfig["pool"]> | null)?.connect === "function"
      ? undefined
      : "database.pool has to be a Pool of pg, with a method connect",
  client: (client) =>
    typeof client === "object" && client !== null
      ? undefined
      : "database.client has to be a layer of an SqlClient, as PgClient.layer of @effect/sql-pg gives"
}

/** What is wrong with the database that a host names, if anything is. */
export const databaseFault = (database: unknown): string | undefined => {
  const given = typeof database === "object" && database !== null ? database : {}
  const names = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  const [place, another] = names.filter(isPlace)
  if (place === undefined) {
    return "database is missing: pass { url }, { directory }, { memory: true }, { pool } or { client }"
  }
  if (another !== undefined) return `database has both ${place} and ${another}: pass only one of them`
  const allowed: ReadonlyArray<string> = settings[place]
  const stray = names.find((name) => name !== place && !allowed.includes(name))
  if (stray !== undefined)
    return `database.${stray} cannot be combined with ${place}, which takes ${allowed.join(", ")}`
  return placeFault[place]((given as Readonly<Record<string, unknown>>)[place])
}

/** The client of the database that a host names. */
export const databaseLayer = (database: DatabaseOptions) => {
  if ("pool" in database || "client" in database) return Database.layer(database)
  if ("url" in database) {
    return Database.layer({ ...database, url: Redacted.make(database.url, { label: "database url" }) })
  }
  if ("directory" in database) return Database.layer(database)
  const { memory: _, ...rest } = database
  return Database.layer({ ...rest, directory: undefined })
}
