import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult
} from "kysely"

interface Result {
  readonly rows: ReadonlyArray<unknown>
  readonly rowCount: number
}

/** Runs one statement of the library. */
export type RunStatement = (text: string, parameters: ReadonlyArray<unknown>) => Promise<Result>

const refuse = (what: string) => () => Promise.reject(new Error(`The library may not ${what} by itself.`))

/**
 * Kysely over the kit's one SQL client, on PostgreSQL and PGlite alike. Transactions are the caller's: a statement runs
 * in whichever is open around the call of the library.
 */
export const makeDialect = (run: RunStatement): Dialect => {
  const connection: DatabaseConnection = {
    executeQuery: async <R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> => {
      const { rows, rowCount } = await run(sql, parameters)
      return { rows: rows as Array<R>, numAffectedRows: BigInt(rowCount) }
    },
    streamQuery: () => {
      throw new Error("The library may not stream.")
    }
  }
  const driver: Driver = {
    init: () => Promise.resolve(),
    acquireConnection: () => Promise.resolve(connection),
    beginTransaction: refuse("begin a transaction"),
    commitTransaction: refuse("commit"),
    rollbackTransaction: refuse("roll back"),
    releaseConnection: () => Promise.resolve(),
    destroy: () => Promise.resolve()
  }
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler()
  }
}
