import type { PgConnection } from "@effect/sql-pg"
import { Effect, Stream } from "effect"
import type { SqlConnection, SqlError } from "effect/sql"
import { sqlState } from "../sql-error.ts"

type Failure = SqlError.SqlError
type Transform = Parameters<SqlConnection.Connection["execute"]>[2]

/** Bounds one statement and gives the session up when it goes unanswered. */
export type Bound = <A>(
  session: PgConnection.PgConnection,
  statement: Effect.Effect<A, Failure>
) => Effect.Effect<A, Failure>

/** That a prepared statement is not there: somebody's `DEALLOCATE` or `DISCARD` ended those of the driver. */
const noSuchStatement = "26000"

/** A session of the driver as `effect/sql` wants it, each statement bounded in time. */
export class BoundedConnection implements SqlConnection.Connection {
  readonly session: PgConnection.PgConnection
  readonly bound: Bound
  readonly drop: (session: PgConnection.PgConnection) => Effect.Effect<void>
  /** Set once a statement found the session gone, or useless; the server rolls back whatever was open in it. */
  lost = false

  constructor(session: PgConnection.PgConnection, bound: Bound, drop: BoundedConnection["drop"]) {
    this.session = session
    this.bound = bound
    this.drop = drop
  }

  /** One that forgot what the driver has prepared could not even be rolled back, and is given up. */
  private lose(error: Failure): Effect.Effect<void> {
    const forgot = sqlState(error) === noSuchStatement
    if (error.reason._tag === "ConnectionError" || forgot) this.lost = true
    return forgot ? this.drop(this.session) : Effect.void
  }

  private run<A>(statement: Effect.Effect<A, Failure>): Effect.Effect<A, Failure> {
    return Effect.tapError(this.bound(this.session, statement), (error) => this.lose(error))
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
