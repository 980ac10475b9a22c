import { PgClient } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { SqlClient, type SqlConnection } from "effect/sql"
import { DatabaseStartError } from "./DatabaseStartError.ts"
import { sameValues } from "./internal/same-values.ts"
import { checkSchema, compilerFor, defaultSchema, withSchema } from "./internal/schema-names.ts"

/** An SQL client of `effect/sql` that the host already has. */
export interface HostClientConfig<E> {
  /** One of PostgreSQL, as `PgClient.layer` of `@effect/sql-pg` gives. What it was opened with is the host's concern. */
  readonly client: Layer.Layer<SqlClient.SqlClient, E>
  /** The schema of all tables: a plain identifier of at most 54 characters. Default: `agent_operations`. */
  readonly schema?: string | undefined
}

/** Statements as the host's client sends them, on whichever connection it takes for them; one span each is enough. */
const connectionOf = (host: SqlClient.SqlClient): SqlConnection.Connection => {
  const send = (text: string, values: ReadonlyArray<unknown>) => host.unsafe<never>(text, values)
  const once = Effect.withTracerEnabled(false)
  return {
    execute: (text, values) => once(send(text, values)),
    executeRaw: (text, values) => once(send(text, values).raw),
    executeValues: (text, values) => once(send(text, values).values),
    executeValuesUnprepared: (text, values) => once(send(text, values).valuesUnprepared),
    executeUnprepared: (text, values) => once(send(text, values).unprepared),
    executeStream: (text, values) => send(text, values).stream
  }
}

/** The same client, naming another schema. Transactions are the host's, so that either's may be a part of the other's. */
const renamed = Effect.fnUntraced(function* (host: SqlClient.SqlClient, schema: string) {
  const client = yield* SqlClient.make({
    acquirer: Effect.succeed(connectionOf(host)),
    compiler: compilerFor(schema, PgClient.makeCompiler()),
    transactionService: host.transactionService,
    driver: host.driver,
    spanAttributes: []
  })
  const { withTransaction, afterCommit, reserve } = host
  return withSchema(Object.assign(client, { withTransaction, afterCommit, reserve }), schema)
})

const notPostgres = new DatabaseStartError({
  reason: "ClientUnsuitable",
  message: "The host's SQL client is not a PostgreSQL client.",
  hint: "Pass a client of @effect/sql-pg, or a URL, a directory or a pool of pg."
})

const make = Effect.fnUntraced(function* <E>({ schema: name }: HostClientConfig<E>) {
  const schema = yield* checkSchema(name ?? defaultSchema)
  const host = (yield* SqlClient.SqlClient).withoutTransforms()
  if (!host.onDialectOrElse({ pg: () => true, orElse: () => false })) return yield* notPostgres
  yield* sameValues(host, "the host's client")
  return schema === defaultSchema ? host : yield* renamed(host, schema)
})

/**
 * The host's own client of `effect/sql`: its connections, its bounds in time, and its transactions, of which these
 * operations are a part where they run in one.
 *
 * @example
 * Effect.provide(program, HostClient.layer({ client: PgClient.layer({ url }) }))
 */
export const layer = <E>(config: HostClientConfig<E>): Layer.Layer<SqlClient.SqlClient, DatabaseStartError | E> =>
  Layer.effect(SqlClient.SqlClient, make(config)).pipe(Layer.provide([config.client, Reactivity.layer]))
