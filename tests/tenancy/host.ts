import type { PgPool } from "@agent-operations/database"
import { createAgentOperations, migrationsOf } from "@agent-operations/kit"
import { serverCopy } from "@agent-operations/testing/kit"
import { DatabaseError, Pool } from "pg"
import { everyScope } from "./contract.ts"
import { everyFamily } from "./families.ts"
import { predicatesOf, shapeOf } from "./predicates.ts"

/** What a host's pool is asked to run. */
export interface Statements {
  /** The texts that were sent since it was emptied, by their shapes. */
  readonly sent: Map<string, string>
  /** How many were sent since then, those that begin and end transactions among them. */
  count: number
  /** The condition that is taken away from statements of a shape: the first, or one after it. */
  without: { readonly shape: string; readonly predicate: number } | undefined
  /** Why the server did not take what was sent instead. */
  refused: string | undefined
}

export const noStatements = (): Statements => ({ sent: new Map(), count: 0, without: undefined, refused: undefined })

/** A pool that notes each statement, and may send another in its place. */
const noting = (pool: Pool, statements: Statements): PgPool => ({
  connect: async () => {
    const client = await pool.connect()
    return {
      query: async (statement) => {
        const { sent, without } = statements
        const shape = shapeOf(statement.text)
        if (!statement.text.includes("analyze_grown")) statements.count++
        sent.set(shape, statement.text)
        if (without?.shape !== shape) return client.query(statement)
        try {
          return await client.query({ ...statement, text: predicatesOf(statement.text)[without.predicate]!.without })
        } catch (error) {
          if (error instanceof DatabaseError && error.code?.startsWith("42")) statements.refused = error.message
          throw error
        }
      },
      on: (event, listener) => client.on(event, listener),
      removeListener: (event, listener) => client.removeListener(event, listener),
      release: (error) => client.release(error)
    }
  }
})

/** A pool of sessions with settings. The server may end a connection that is being closed when its database goes. */
export const openPool = (url: string, settings: ReadonlyArray<string>): Pool =>
  new Pool({ connectionString: url, max: 6, options: settings.map((one) => `-c ${one}`).join(" ") })
    .on("connect", (client) => client.on("error", () => {}))
    .on("error", () => {})

/** A database with the tables of every family, and the pool of a host on it. */
export const openDatabase = async () => {
  const { url, drop } = await serverCopy(migrationsOf(everyFamily(false)))
  const pool = openPool(url, ["jit=off"])
  const statements = noStatements()
  return {
    pool,
    statements,
    database: { pool: noting(pool, statements) },
    close: async () => {
      await pool.end()
      await drop()
    }
  }
}

export type OpenDatabase = Awaited<ReturnType<typeof openDatabase>>

/** A kit of every family on the host's pool, which people sign in to by a header. */
export const startKit = ({ database }: OpenDatabase, ...of: Parameters<typeof everyFamily>) =>
  createAgentOperations({
    families: everyFamily(...of),
    database,
    migrate: false,
    requestsPerMinute: "off",
    logLevel: "None",
    authenticate: (request, { projectId }) => {
      const [id, organizationId, scopes, other] = ["person", "organization", "scopes", "project"].map((name) =>
        request.headers.get(`x-${name}`)
      )
      if (id == null || organizationId == null) return null
      const actor = { type: "user", id: `usr_${id}`, name: id } as const
      return {
        actor,
        organizationId,
        projectId: other ?? projectId ?? "none",
        scopes: scopes?.split(" ") ?? everyScope
      }
    }
  })
