import { type Duration, Effect, Stream } from "effect"
import { type SqlConnection, SqlError } from "effect/sql"
import type { PgClient, PgQuery, PgResult } from "../../pg.ts"
import { boundBy } from "../deadline.ts"
import { isSendable, makeTypeParameters } from "../parameters.ts"
import { SessionState } from "../session-state.ts"
import { silence } from "../silence.ts"
import { sqlErrorOf } from "./failures.ts"
import { resultTypes } from "./result-types.ts"

type Failure = SqlError.SqlError
type Transform = Parameters<SqlConnection.Connection["execute"]>[2]

const typeParameters = makeTypeParameters()

const unsendable = new SqlError.SqlError({
  reason: new SqlError.UnknownError({
    cause: undefined,
    message: "A parameter cannot be encoded: pass it as text and cast it in SQL",
    operation: "query"
  })
})

/**
 * A client of `pg` as `effect/sql` wants it. Its statements run one after the other; one that nobody waits for any more
 * is not sent, or goes on until it is answered.
 */
export class PgConnection implements SqlConnection.Connection {
  readonly client: PgClient
  readonly #deadline: Duration.Duration | undefined
  readonly state = new SessionState()
  /** Settles when the last statement that was asked for is answered. */
  #last: Promise<unknown> | undefined

  /** Without a `deadline`, whoever lends it bounds its statements. */
  constructor(client: PgClient, deadline?: Duration.Duration) {
    this.client = client
    this.#deadline = deadline
  }

  get isIdle(): boolean {
    return this.#last === undefined
  }

  /** Resolves when nothing is under way. */
  async idle(): Promise<void> {
    while (this.#last !== undefined) await this.#last
  }

  #ask(query: PgQuery): Effect.Effect<PgResult, Failure> {
    return Effect.callback((resume) => {
      let wanted = true
      const send = async () => (wanted ? await this.client.query(query) : undefined)
      const answer = this.#last === undefined ? send() : this.#last.then(send)
      const end = (): void => {
        if (this.#last === last) this.#last = undefined
      }
      const last = answer.then(
        (result) => {
          end()
          resume(result === undefined ? Effect.interrupt : Effect.succeed(result))
        },
        (cause: unknown) => {
          end()
          resume(Effect.fail(sqlErrorOf(cause, "query")))
        }
      )
      this.#last = last
      return Effect.sync(() => {
        wanted = false
      })
    })
  }

  #bounded<A>(statement: Effect.Effect<A, Failure>): Effect.Effect<A, Failure> {
    return this.#deadline === undefined ? statement : boundBy(this.#deadline)(statement, () => Effect.fail(silence()))
  }

  /** Runs one statement. */
  protected run(text: string, values: ReadonlyArray<unknown>, rowMode?: "array"): Effect.Effect<PgResult, Failure> {
    return Effect.suspend(() => {
      if (!values.every(isSendable)) return Effect.fail(unsendable)
      const query: PgQuery = {
        text: typeParameters(text, values),
        values: [...values],
        types: resultTypes,
        queryMode: "extended",
        ...(rowMode === undefined ? {} : { rowMode })
      }
      return this.state.watch(text, this.#bounded(this.#ask(query)))
    })
  }

  execute(text: string, values: ReadonlyArray<unknown>, transform: Transform) {
    return Effect.map(this.run(text, values), ({ rows }) =>
      transform === undefined ? rows : transform(rows as ReadonlyArray<object>)
    )
  }

  executeUnprepared(text: string, values: ReadonlyArray<unknown>, transform: Transform) {
    return this.execute(text, values, transform)
  }

  executeRaw(text: string, values: ReadonlyArray<unknown>): Effect.Effect<unknown, Failure> {
    return this.run(text, values)
  }

  executeValues(text: string, values: ReadonlyArray<unknown>) {
    return Effect.map(this.run(text, values, "array"), ({ rows }) => rows as ReadonlyArray<ReadonlyArray<unknown>>)
  }

  executeValuesUnprepared(text: string, values: ReadonlyArray<unknown>) {
    return this.executeValues(text, values)
  }

  /** Not row by row: the driver has that in another package only. */
  executeStream(text: string, values: ReadonlyArray<unknown>, transform: Transform) {
    return Stream.fromIterableEffect(this.execute(text, values, transform))
  }
}
