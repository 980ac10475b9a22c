import type { PgConnection } from "@effect/sql-pg"
import { Effect, Stream } from "effect"
import type { SqlConnection, SqlError } from "effect/sql"

type Failure = SqlError.SqlError
type Transform = Parameters<SqlConnection.Connection["execute"]>[2]

/** Bounds one statement and gives the session up when it goes unanswered. */
export type Bound = <A>(
  session: PgConnection.PgConnection,
  statement: Effect.Effect<A, Failure>
) => Effect.Effect<A, Failure>

/** A session of the driver as `effect/sql` wants it, each statement bounded in time. */
export class BoundedConnection implements SqlConnection.Connection {
  readonly session: PgConnection.PgConnection
  readonly bound: Bound
  /** Set once a statement found the session gone; the server has rolled back whatever was open in it. */
  lost = false

  constructor(session: PgConnection.PgConnection, bound: Bound) {
    this.session = session
    this.bound = bound
  }

  private run<A>(statement: Effect.Effect<A, Failure>): Effect.Effect<A, Failure> {
    return Effect.tapError(this.bound(this.session, statement), (error) =>
      Effect.sync(() => {
        if (error.reason._tag === "ConnectionError") this.lost = true
      })
    )
  }

  private rows(sql: string, params: ReadonlyArray<unknown>, transform: Transform, prepare: boolean) {
    return Effect.map(this.run(this.session.query(sql, params, prepare)), ({ rows }) =>
      transform === undefined ? rows : transform(rows)
    )
  }

  execute(sql: string, params: ReadonlyArray<unknown>, transform: Transform) {
    return this.rows(sql, params, transform, true)
  }

  executeUnprepared(sql: string, params: ReadonlyArray<unknown>, transform: Transform) {
    return this.rows(sql, params, transform, false)
  }

  executeRaw(sql: string, params: ReadonlyArray<unknown>) {
    return this.run(this.session.query(sql, params))
  }

  executeValues(sql: string, params: ReadonlyArray<unknown>) {
    return this.run(this.session.queryValues(sql, params))
  }

  executeValuesUnprepared(sql: string, params: ReadonlyArray<unknown>) {
    return this.run(this.session.queryValues(sql, params, false))
  }

  executeStream(sql: string, params: ReadonlyArray<unknown>, transform: Transform) {
    const stream = this.session.stream(sql, params)
    return transform === undefined ? stream : Stream.mapArray(stream, (rows) => transform(rows) as typeof rows)
  }
}
