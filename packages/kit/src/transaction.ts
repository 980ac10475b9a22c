import { joinTransaction, type PgClient, sqlState, translateSqlErrors } from "@agent-operations/database"
import { Timeout } from "@agent-operations/error-envelope"
import { Context, Data, Duration, Effect, Fiber, Option, Semaphore } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { type CallOptions, type Run, runWith } from "./promises.ts"
import { statementFault } from "./statement-fault.ts"

/** A row that a statement of the host returned, by column. */
export type Row = Readonly<Record<string, unknown>>

/** What the function of `kit.transaction` works with, until it returns. */
export interface Transaction<Operations> {
  /** The same as the kit has, as a part of the transaction: `operations.as(access).pageViews.create(input)`. */
  readonly operations: Operations
  /**
   * Runs one statement of the host's own, with values for `$1`, `$2` and so on, and returns its rows. Rejects with
   * `QueryFailed`, which has the SQLSTATE as its `code`.
   */
  readonly query: <R extends object = Row>(text: string, values?: ReadonlyArray<unknown>) => Promise<ReadonlyArray<R>>
  /** Aborts when the transaction is given up: at its deadline, or by the signal of who began it. */
  readonly signal: AbortSignal
}

/** The deadline and the isolation level of a transaction. */
export interface TransactionOptions extends CallOptions {
  /** How long it may take from `BEGIN` to `COMMIT`. Default: the kit's deadline, 30 seconds. */
  readonly deadline?: Duration.Input | undefined
  /** Default: the database's, which is `"read committed"` unless somebody set another. */
  readonly isolation?: (typeof isolations)[number] | undefined
}

const isolations = ["read committed", "repeatable read", "serializable"] as const

/** For hosts in JavaScript: what is written into the statement that begins is one of these, and no other. */
const checkOptions = ({ deadline, isolation }: TransactionOptions) => {
  if (isolation !== undefined && !isolations.includes(isolation)) {
    throw new TypeError(`isolation is one of ${isolations.join(", ")}.`)
  }
  if (deadline !== undefined && Option.isNone(Duration.fromInput(deadline))) {
    throw new TypeError('deadline has to be a duration, such as "30 seconds".')
  }
}

/** A statement of the host failed. Only that statement was undone; the transaction can go on. */
export class QueryFailed extends Data.TaggedError("QueryFailed")<{
  readonly message: string
  /** The SQLSTATE that the server gave, such as `23505`. */
  readonly code: string | undefined
  /** The driver's error. */
  readonly cause: unknown
}> {}

const queryFailed = (error: SqlError.SqlError) => {
  const { cause } = error.reason
  const message = cause instanceof Error ? cause.message : error.message
  return new QueryFailed({ message, code: sqlState(error), cause })
}

/** A statement as a part of the transaction: a savepoint of it. It is sent as it is, whatever schema the kit is in. */
const statement = (sql: SqlClient.SqlClient, text: string, values: ReadonlyArray<unknown>) => {
  const fault = statementFault(text)
  if (fault !== undefined) return Effect.fail(new TypeError(fault))
  const sent = Effect.withFiber(({ context }) => {
    const [connection] = Context.getUnsafe(context, sql.transactionService)
    return connection.execute(text, values, undefined)
  })
  return sql.withTransaction(sent).pipe((ran) =>
    Effect.catchCause(translateSqlErrors(ran), (cause): Effect.Effect<never, unknown> => {
      const defect = cause.reasons.find((reason) => reason._tag === "Die")?.defect
      return SqlError.isSqlError(defect) ? Effect.fail(queryFailed(defect)) : Effect.failCause(cause)
    })
  )
}

/** What the host's function came to. What it threw is to be thrown again as it was. */
type Outcome<A> = { readonly returned: A } | { readonly thrown: unknown }

class Thrown extends Data.TaggedError("Thrown")<{ readonly thrown: unknown }> {}

const ended = () =>
  new Error("The transaction has ended. Await every call in the function that kit.transaction is given.")

/**
 * Runs a function of the host's in one transaction. Its calls and statements are savepoints, of which `effect/sql` has one
 * open at a time; none outlives it.
 */
const within = <Operations, A>(
  sql: SqlClient.SqlClient,
  operationsBy: (run: Run<never>) => Operations,
  body: (transaction: Transaction<Operations>) => A | Promise<A>
) =>
  Effect.contextWith((context: Context.Context<never>) => {
    const running = new Set<Fiber.Fiber<unknown, unknown>>()
    let open = true
    const run = runWith<never>((effect) => {
      if (!open) return Effect.runFork(Effect.fail(ended()))
      const fiber = Effect.runForkWith(context)(effect)
      running.add(fiber)
      fiber.addObserver(() => running.delete(fiber))
      return fiber
    })
    const query = <R extends object>(text: string, values: ReadonlyArray<unknown> = []) =>
      run(statement(sql, text, values)) as Promise<ReadonlyArray<R>>
    const operations = operationsBy((effect, options) => run(asPart(sql)(effect), options))
    return Effect.tryPromise({
      try: async (signal) => body({ operations, query, signal }),
      catch: (thrown) => new Thrown({ thrown })
    }).pipe(
      // What was begun and not awaited is a part of it still.
      Effect.tap(() => Fiber.awaitAll(running)),
      Effect.ensuring(
        Effect.suspend(() => {
          open = false
          return Fiber.interruptAll(running)
        })
      )
    )
  })

/** An effect as a savepoint: what fails is undone alone. */
const asPart =
  (sql: SqlClient.SqlClient) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    translateSqlErrors(sql.withTransaction(effect))

const tooLate = () =>
  new Timeout({
    message: "The transaction did not end in time, and was rolled back.",
    hint: "Move slow work before or after the transaction, or set a longer deadline."
  })

/** Makes `kit.transaction`. */
export const makeTransaction =
  <Operations>(
    sql: SqlClient.SqlClient,
    run: Run<never>,
    operationsBy: (run: Run<never>) => Operations,
    standardDeadline: Duration.Input
  ) =>
  async <A>(
    body: (transaction: Transaction<Operations>) => A | Promise<A>,
    options: TransactionOptions = {}
  ): Promise<A> => {
    checkOptions(options)
    const { signal, deadline = standardDeadline, isolation } = options
    const begin = isolation === undefined ? undefined : `BEGIN ISOLATION LEVEL ${isolation.toUpperCase()}`
    const whole: Effect.Effect<Outcome<A>, unknown> = within(sql, operationsBy, body).pipe(
      Effect.timeoutOrElse({ duration: deadline, orElse: () => Effect.fail(tooLate()) }),
      sql.withTransaction,
      Effect.provideService(SqlClient.BeginTransaction, begin),
      translateSqlErrors,
      Effect.map((returned) => ({ returned })),
      Effect.catchTag("Thrown", ({ thrown }) => Effect.succeed({ thrown }))
    )
    const outcome = await run(whole, { signal })
    if ("thrown" in outcome) throw outcome.thrown
    return outcome.returned
  }

/** Whose turn it is on a client of the host's. */
const turns = new WeakMap<PgClient, Semaphore.Semaphore>()

const turnOf = (client: PgClient): Semaphore.Semaphore => {
  const turn = turns.get(client) ?? Semaphore.makeUnsafe(1)
  turns.set(client, turn)
  return turn
}

/** Runs what is called as a part of the transaction that the host has open on a client of `pg`. */
export const runOn = (client: PgClient, sql: SqlClient.SqlClient, run: Run<never>): Run<never> => {
  if (typeof (client as Partial<PgClient> | null | undefined)?.query !== "function") {
    throw new TypeError(
      "kit.within needs a client of pg: lease one with pool.connect(), and begin a transaction on it."
    )
  }
  return (effect, options) => {
    const joined = translateSqlErrors(Effect.provideService(joinTransaction(client)(effect), SqlClient.SqlClient, sql))
    return run(turnOf(client).withPermit(joined), options)
  }
}
