import { randomBytes } from "node:crypto"
import pg from "pg"

/** A database of one's own. */
export interface Database {
  /** The URL of its owner. */
  readonly url: string
  /** Drops it, ending every connection to it first. */
  readonly drop: () => Promise<void>
}

/**
 * Creates an empty database with a random name on the server of `adminUrl`.
 *
 * @example
 * const database = await createDatabase(inject("postgresUrl"))
 * // … connect to database.url …
 * await database.drop()
 *
 * `options` follow the name: `template template0 locale 'C'`.
 */
export const createDatabase = async (adminUrl: string, options = ""): Promise<Database> => {
  const name = `test_${randomBytes(8).toString("hex")}`
  await query(adminUrl, `CREATE DATABASE ${name} ${options}`)
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => query(adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`).then(() => {}) }
}

/** The version of the server at `url`, such as `18.4`. */
export const describeServer = async (url: string): Promise<string> => {
  const [row] = await query(url, "SHOW server_version")
  return String(row?.["server_version"])
}

/** Runs a statement on a connection of its own, and returns its rows. */
export const query = async (
  connectionString: string,
  sql: string
): Promise<ReadonlyArray<Readonly<Record<string, unknown>>>> => {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 })
  // A server that goes away after the answer is no concern of ours; without a listener it would end the process.
  client.on("error", () => {})
  try {
    await client.connect()
    return (await client.query<Record<string, unknown>>(sql)).rows
  } catch (cause) {
    throw new Error(`PostgreSQL at ${withoutPassword(connectionString)} did not run "${sql}": ${String(cause)}`, {
      cause
    })
  } finally {
    await client.end().catch(() => {})
  }
}

const withoutPassword = (url: string): string => {
  const { hostname, port, pathname } = new URL(url)
  return `${hostname}:${port || "5432"}${pathname}`
}
