import { PgClient } from "@effect/sql-pg"
import { Effect, Stream } from "effect"
import { SqlClient, type SqlConnection } from "effect/sql"
import { compilerFor, withSchema } from "../internal/schema-names.ts"

/** A client that hands on the statements that it is to run, and answers with no rows. */
export const recorder = Effect.fnUntraced(function* (
  schema: string,
  write: (text: string, values: ReadonlyArray<unknown>) => void
) {
  const record = (text: string, values: ReadonlyArray<unknown>) =>
    Effect.sync(() => {
      write(text, values)
      return []
    })
  const connection: SqlConnection.Connection = {
    execute: record,
    executeUnprepared: record,
    executeRaw: (text, values) =>
      Effect.map(record(text, values), (rows) => ({ rows, fields: [], rowCount: 0, command: "", oid: null })),
    executeValues: record,
    executeValuesUnprepared: record,
    executeStream: (text, values) => Stream.fromIterableEffect(record(text, values))
  }
  const client = yield* SqlClient.make({
    acquirer: Effect.succeed(connection),
    compiler: compilerFor(schema, PgClient.makeCompiler()),
    driver: "pg",
    releaseSavepoint: (name) => `RELEASE SAVEPOINT ${name}`,
    spanAttributes: []
  })
  return withSchema(client, schema)
})
