import type { PgConnection } from "@effect/sql-pg"
import { Effect, Stream } from "effect"
import type { SqlConnection, SqlError } from "effect/sql"
import { sqlState } from "../sql-error.ts"
import { SessionState } from "./session-state.ts"

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
  readonly state = new SessionState()

  constructor(session: PgConnection.PgConnection, bound: Bound, drop: BoundedConnection["drop"]) {
    this.session = session
    this.bound = bound
    this.drop = drop
  }

  /** A session that forgot what the driver has prepared could not even be rolled back, and is given up. */
  private giveUpForgetful(error: Failure): Effect.Effect<void> {
    if (sqlState(error) !== noSuchStatement) return Effect.void
    this.state.lost = true
    return this.drop(this.session)
  }

  private run<A>(sql: string, statement: Effect.Effect<A, Failure>): Effect.Effect<A, Failure> {
    const bounded = this.bound(this.session, statement)
    return Effect.tapError(this.state.watch(sql, bounded), (error) => this.giveUpForgetful(error))
  }

  /** For when a transaction has had the session: one that is still open in it would be the next one's. */
  close(): Effect.Effect<void> {
    return this.state.open ? this.drop(this.session) : Effect.void
  }

  private rows(sql: string, params: ReadonlyArray<unknown>, transform: Transform, prepare: boolean) {
    return Effect.map(this.run(sql, this.session.query(sql, params, prepare)), ({ rows }) =>
      transform === undefined ? rows : transform(rows)
    )
  }

  execute(sql: string, params: ReadonlyArray<unknown>, transform: Transform) {
    return this.rows(sql, params, transform, true)
  }

  executeUnprepared(sql: string, params: ReadonlyArray<unknown>, transform: Transform) {
    return this.rows(sql, params, transform, false)
  }

  /** Of COMMIT: not prepared, since the driver repeats a prepared statement that failed with 0A000 or 26000, as if done. */
  executeRaw(sql: string, params: ReadonlyArray<unknown>) {
    return this.run(sql, this.session.query(sql, params, false))
  }

  executeValues(sql: string, params: ReadonlyArray<unknown>) {
    return this.run(sql, this.session.queryValues(sql, params))
  }

  executeValuesUnprepared(sql: string, params: ReadonlyArray<unknown>) {
    return this.run(sql, this.session.queryValues(sql, params, false))
  }

  executeStream(sql: string, params: ReadonlyArray<unknown>, transform: Transform) {
    const stream = this.session.stream(sql, params)
    return transform === undefined ? stream : Stream.mapArray(stream, (rows) => transform(rows) as typeof rows)
  }
}
