/**
 * What is used of [node-postgres](https://node-postgres.com), by its shape: the package itself is the host's.
 *
 * @module
 */

/** Parsers of column text, by the OID of the type. */
export interface PgTypes {
  getTypeParser(oid: number, format?: string): (text: string) => unknown
}

/** A statement as it is sent: parsed by its own `types`, whatever the host set for all others. */
export interface PgQuery {
  readonly text: string
  readonly values: Array<unknown>
  readonly types: PgTypes
  readonly rowMode?: "array"
  /** Has `pg` send it as one statement also where it has no values: of several none is run. */
  readonly queryMode?: "extended"
}

/** What a statement returns. */
export interface PgResult {
  readonly rows: ReadonlyArray<unknown>
  readonly rowCount: number | null
  readonly command: string
}

/**
 * A client of `pg` that is connected: a `Client`, or one that a `Pool` lent. It is what Drizzle (`node-postgres`), Kysely
 * (`PostgresDialect`) and Knex (`pg`) run their statements on.
 */
export interface PgClient {
  query(statement: PgQuery): Promise<PgResult>
  on?(event: "error", listener: (error: Error) => void): unknown
  removeListener?(event: "error", listener: (error: Error) => void): unknown
}

/** A client that a pool lent. */
export interface PgPoolClient extends PgClient {
  /** Gives it back; with an error, for the pool to end it. */
  release(error?: Error): void
}

/** A `Pool` of `pg`, or another of its shape. */
export interface PgPool {
  readonly options?: { readonly max?: number | undefined } | undefined
  connect(): Promise<PgPoolClient>
}
