import { assert, describe, it } from "@effect/vitest"
import { sql as drizzleSql } from "drizzle-orm"
import { drizzle } from "drizzle-orm/node-postgres"
import { Context, Effect, Exit, Layer, Redacted, References, type Scope } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { knex } from "knex"
import { Kysely, PostgresDialect, sql as kyselySql } from "kysely"
import type pg from "pg"
import {
  Database,
  HostPool,
  joinTransaction,
  type PgClient,
  prismaClient,
  sqlState,
  type TransactionNotJoined,
  translateSqlErrors
} from "../src/index.ts"
import { hostPool, serverDatabaseUrl } from "./databases.ts"
import { open } from "./support.ts"

interface World {
  readonly pool: pg.Pool
  readonly sql: SqlClient.SqlClient
  /** Runs an effect as a part of the transaction on a client. */
  readonly on: <A, E>(
    client: PgClient,
    effect: Effect.Effect<A, E>
  ) => Effect.Effect<A, E | SqlError.SqlError | TransactionNotJoined>
  /** The same for hosts that have promises. */
  readonly run: <A, E>(client: PgClient, effect: Effect.Effect<A, E>) => Promise<A>
}

/** What the operations have open: a client of their own, or the host's pool. */
const sorts = [
  {
    over: "a URL",
    clientOf: (url: string, _: pg.Pool) => Database.layer({ url: Redacted.make(url), maxConnections: 1 })
  },
  { over: "the host's pool", clientOf: (_: string, pool: pg.Pool) => HostPool.layer({ pool }) }
]

const tables =
  "create table orders (id integer primary key); create table notes (n integer primary key, at timestamptz)"

/** The host's rows, and those that came by the operations' client, as everybody else sees them. */
const rowsOf = (pool: pg.Pool) =>
  Effect.promise(async () => {
    const orders = await pool.query<{ id: number }>("select id from orders order by id")
    const notes = await pool.query<{ n: number }>("select n from notes order by n")
    return { orders: orders.rows.map(({ id }) => id), notes: notes.rows.map(({ n }) => n) }
  })

/** A client of the host's with a transaction open in it, rolled back if it is still open at the end. */
const begun = (pool: pg.Pool, begin = "begin") =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const client = await pool.connect()
      await client.query(begin)
      return client
    }),
    (client) =>
      Effect.promise(async () => {
        await client.query("rollback")
        client.release()
      })
  )

const query = (client: pg.ClientBase, text: string) => Effect.promise(() => client.query(text))

describe.each(sorts)("joinTransaction over $over", ({ clientOf }) => {
  const test = <E>(name: string, body: (world: World) => Effect.Effect<void, E, Scope.Scope>) =>
    it.live(name, () =>
      Effect.gen(function* () {
        const url = yield* serverDatabaseUrl
        const pool = yield* hostPool({ connectionString: url, max: 4 })
        yield* Effect.promise(() => pool.query(tables))
        const sql = yield* open(clientOf(url, pool))
        const on: World["on"] = (client, effect) =>
          Effect.provideService(joinTransaction(client)(effect), SqlClient.SqlClient, sql)
        yield* body({ pool, sql, on, run: (client, effect) => Effect.runPromise(on(client, effect)) })
      }).pipe(Effect.provideService(References.MinimumLogLevel, "None"))
    )

  test("what both wrote commits together, and vanishes together", ({ pool, sql, on }) =>
    Effect.gen(function* () {
      for (const [n, end] of [
        [1, "rollback"],
        [2, "commit"]
      ] as const) {
        const client = yield* begun(pool)
        yield* query(client, `insert into orders values (${n})`)
        yield* on(client, sql`insert into notes values (${n}, ${new Date(0)})`)
        // The host's own statements see it, with the types that the host has.
        const { rows } = yield* query(client, "select n::int8, at from notes")
        assert.deepStrictEqual(rows, [{ n: String(n), at: new Date(0) }])
        assert.deepStrictEqual(yield* rowsOf(pool), { orders: [], notes: [] })
        yield* query(client, end)
      }
      assert.deepStrictEqual(yield* rowsOf(pool), { orders: [2], notes: [2] })
    }))

  test("what fails is undone alone, at any depth, and the host's transaction goes on", ({ pool, sql, on }) =>
    Effect.gen(function* () {
      const client = yield* begun(pool)
      yield* query(client, "insert into orders values (1)")
      const insert = (n: number) => sql`insert into notes values (${n})`
      yield* on(client, insert(1))
      const violated = yield* Effect.flip(on(client, Effect.andThen(insert(2), insert(1))))
      assert.strictEqual(violated._tag === "SqlError" && sqlState(violated), "23505")
      yield* Effect.exit(on(client, Effect.andThen(insert(3), Effect.die("a defect"))))
      // An error that is looked away from leaves nothing either.
      const looked = yield* Effect.exit(on(client, Effect.andThen(insert(4), Effect.ignore(insert(1)))))
      assert.isTrue(Exit.isFailure(looked))
      const nested = Effect.andThen(insert(5), Effect.ignore(sql.withTransaction(Effect.andThen(insert(6), insert(1)))))
      yield* on(client, sql.withTransaction(nested))
      yield* query(client, "commit")
      assert.deepStrictEqual(yield* rowsOf(pool), { orders: [1], notes: [1, 5] })
    }))

  test("values are the same as on any other connection", ({ pool, sql, on }) =>
    Effect.gen(function* () {
      const client = yield* begun(pool)
      const [row] = yield* on(
        client,
        sql`select ${1} as int4, ${2n} as int8, ${true} as bool, ${["a", null, '"']} as texts, ${[1, 2]} as ints,
          ${new Uint8Array([0, 255])} as bytea, ${new Date(1)} as time, '$1' as literal, ${"{}"}::json as json`
      )
      assert.deepStrictEqual(row, {
        int4: 1,
        int8: 2n,
        bool: true,
        texts: ["a", null, '"'],
        ints: [1, 2],
        bytea: new Uint8Array([0, 255]),
        time: new Date(1),
        literal: "$1",
        json: {}
      })
    }))

  test("a client without a transaction, with an aborted one, or inside another is refused", ({ pool, sql, on }) =>
    Effect.gen(function* () {
      const reasonOf = <E>(effect: Effect.Effect<unknown, E>) =>
        Effect.map(Effect.flip(effect), (error) => (error as Partial<TransactionNotJoined>).reason)
      const client = yield* begun(pool)
      yield* Effect.ignoreCause(query(client, "select 1 / 0"))
      assert.strictEqual(yield* reasonOf(on(client, sql`select 1`)), "Aborted")
      yield* query(client, "rollback")
      assert.strictEqual(yield* reasonOf(on(client, sql`select 1`)), "NoTransaction")
      yield* query(client, "begin")
      const other = yield* begun(pool)
      assert.strictEqual(yield* reasonOf(on(client, on(other, sql`select 1`))), "Nested")
      yield* on(client, sql`insert into notes values (1)`)
    }))

  test("a serialization failure says to run the whole transaction again", ({ pool, sql, on }) =>
    Effect.gen(function* () {
      yield* Effect.promise(() => pool.query("insert into notes values (1)"))
      const client = yield* begun(pool, "begin isolation level repeatable read")
      yield* query(client, "select n from notes")
      yield* Effect.promise(() => pool.query("update notes set at = now()"))
      const error = yield* Effect.flip(on(client, translateSqlErrors(sql`update notes set at = ${new Date(0)}`)))
      assert.strictEqual(error._tag, "UNAVAILABLE")
      assert.match(error.message, /run the whole transaction again/)
    }))

  test("an error that speaks of another connection undoes its part, and the transaction goes on", ({ pool, sql, on }) =>
    Effect.gen(function* () {
      const client = yield* begun(pool)
      yield* query(client, "insert into orders values (1)")
      const away = sql`do $$ begin raise exception 'the node is away' using errcode = '08006'; end $$`
      const part = Effect.andThen(sql`insert into notes values (1)`, away)
      assert.strictEqual(sqlState((yield* Effect.flip(on(client, part))) as SqlError.SqlError), "08006")
      yield* query(client, "insert into orders values (2)")
      yield* query(client, "commit")
      assert.deepStrictEqual(yield* rowsOf(pool), { orders: [1, 2], notes: [] })
    }))

  test("a lost connection is a 503, and ends no process", ({ pool, sql, on }) =>
    Effect.gen(function* () {
      const client = yield* Effect.promise(() => pool.connect())
      client.on("error", () => {})
      yield* query(client, "begin")
      const kill = Effect.promise(async () => {
        const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid")
        await pool.query("select pg_terminate_backend($1)", [rows[0]?.pid])
      })
      const work = Effect.andThen(kill, sql`insert into notes values (1)`)
      const error = yield* Effect.flip(translateSqlErrors(on(client, work)))
      assert.strictEqual(error._tag, "UNAVAILABLE")
      client.release(new Error("lost"))
      assert.deepStrictEqual(yield* rowsOf(pool), { orders: [], notes: [] })
    }))

  test("the clients beneath Drizzle, Kysely and Knex are joined as they are", ({ pool, sql, run }) =>
    Effect.gen(function* () {
      const insert = (n: number) => sql`insert into notes values (${n})`
      const never = new Error("not this one")
      yield* Effect.promise(async () => {
        const client = await pool.connect()
        const db = drizzle({ client })
        for (const [n, end] of [
          [1, undefined],
          [2, never]
        ] as const) {
          const done = db.transaction(async (tx) => {
            await tx.execute(drizzleSql`insert into orders values (${n})`)
            await run(client, insert(n))
            if (end !== undefined) throw end
          })
          await done.catch((thrown: unknown) => assert.strictEqual(thrown, never))
        }

        const giveBack = client.release.bind(client)
        client.release = () => {}
        const dialect = new PostgresDialect({ pool: { options: {}, connect: async () => client, end: async () => {} } })
        const kysely = new Kysely<{ orders: { id: number } }>({ dialect })
        for (const [n, end] of [
          [3, undefined],
          [4, never]
        ] as const) {
          const done = kysely.transaction().execute(async (tx) => {
            await kyselySql`insert into orders values (${n})`.execute(tx)
            await run(client, insert(n))
            if (end !== undefined) throw end
          })
          await done.catch((thrown: unknown) => assert.strictEqual(thrown, never))
        }
        giveBack()

        const db2 = knex({ client: "pg", connection: pool.options.connectionString! })
        for (const [n, end] of [
          [5, undefined],
          [6, never]
        ] as const) {
          const done = db2.transaction(async (trx) => {
            await trx("orders").insert({ id: n })
            await run((await trx.client.acquireConnection()) as PgClient, insert(n))
            if (end !== undefined) throw end
          })
          await done.catch((thrown: unknown) => assert.strictEqual(thrown, never))
        }
        await db2.destroy()
      })
      assert.deepStrictEqual(yield* rowsOf(pool), { orders: [1, 3, 5], notes: [1, 3, 5] })
    }))

  // Prisma itself generates its client by a program that it downloads: this has the shape of its transaction, over pg.
  test("a transaction of the shape that Prisma's has is joined by its adapter", ({ pool, sql, on }) =>
    Effect.gen(function* () {
      const client = yield* begun(pool)
      const transaction = {
        $queryRawUnsafe: async (text: string, ...values: ReadonlyArray<unknown>) => {
          try {
            return (await client.query(text, [...values])).rows as unknown
          } catch (cause) {
            const { code, message } = cause as pg.DatabaseError
            throw Object.assign(new Error(`Raw query failed. Code: ${code}`), {
              code: "P2010",
              meta: { code, message }
            })
          }
        }
      }
      const insert = sql`insert into notes values (${1}, ${new Date(0)}) returning n`
      assert.deepStrictEqual(yield* on(prismaClient(transaction), insert), [{ n: 1 }])
      const error = yield* Effect.flip(on(prismaClient(transaction), insert))
      assert.strictEqual(error._tag === "SqlError" && error.reason._tag, "UniqueViolation")
      yield* query(client, "commit")
      assert.deepStrictEqual(yield* rowsOf(pool), { orders: [], notes: [1] })
    }))
})

it.live("of a host's own client of effect/sql, its transaction is joined without more", () =>
  Effect.gen(function* () {
    const url = yield* serverDatabaseUrl
    const host = yield* open(Database.layer({ url: Redacted.make(url), maxConnections: 2 }))
    yield* host`create schema "Order" create table notes (n integer primary key)`
    const client = Layer.succeed(SqlClient.SqlClient, host)
    const sql = Context.get(yield* Layer.build(Database.layer({ client, schema: "Order" })), SqlClient.SqlClient)
    const insert = sql`insert into agent_operations.notes values (1)`
    const undone = host.withTransaction(Effect.andThen(sql.withTransaction(insert), Effect.fail("undone" as const)))
    assert.strictEqual(yield* Effect.flip(undone), "undone")
    assert.deepStrictEqual(yield* sql`select n from agent_operations.notes`, [])
  })
)
