import { createDatabase, describeServer } from "./createDatabase.ts"
import { startPostgres } from "./startPostgres.ts"

/** Some PostgreSQL server on which databases can be created. */
export interface Postgres {
  /** The URL of an administrator, who may create and drop databases. */
  readonly url: string
  /** Which server this is, in one line for people. */
  readonly description: string
  /** Lets go of the server, which ends only if it was started here. */
  readonly stop: () => Promise<void>
}

/**
 * The server of `DATABASE_URL` if that is set, else one started for the occasion.
 *
 * Rejects with the reason if the server can't be reached, makes no databases, or no server can be started; it never goes on without.
 */
export const obtainPostgres = async (databaseUrl = process.env["DATABASE_URL"]): Promise<Postgres> => {
  // No test takes the power from it, and many files make and drop databases, for each of which it would sync its disk.
  if (databaseUrl === undefined || databaseUrl === "") return startPostgres({ settings: { fsync: "off" } })
  const version = await describeServer(databaseUrl)
  const database = await createDatabase(databaseUrl).catch((cause: unknown) => {
    throw new Error(`The user of DATABASE_URL must be allowed to create databases. ${String(cause)}`, { cause })
  })
  await database.drop()
  return { url: databaseUrl, description: `PostgreSQL ${version} of DATABASE_URL`, stop: async () => {} }
}
