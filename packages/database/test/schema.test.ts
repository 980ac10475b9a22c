import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { checkMigrated, Database, defaultSchema, migrate, Pglite, schemaOf } from "../src/index.ts"
import { renameSchema } from "../src/internal/schema-names.ts"
import { emptyImage, serverDatabaseUrl } from "./databases.ts"
import { sets } from "./migration-sets.ts"
import { open } from "./support.ts"

/** Clients of one empty database, by schema. */
const sorts = [
  {
    name: "PostgreSQL",
    clients: Effect.map(serverDatabaseUrl, (url) => (schema: string) => {
      return open(Database.layer({ url: Redacted.make(url), schema, maxConnections: 2 }))
    })
  },
  {
    name: "PGlite",
    clients: Effect.succeed((schema: string) =>
      Effect.flatMap(Effect.promise(emptyImage), (image) => open(Pglite.layer({ directory: undefined, image, schema })))
    )
  }
]

const tablesOf = (sql: SqlClient.SqlClient) =>
  Effect.map(
    sql<{ name: string }>`
      select n.nspname || '.' || c.relname as name from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
      where c.relname in ('trees', 'birds', 'migrations') order by 1`,
    (rows) => rows.map(({ name }) => name)
  )

describe("names of schemas", () => {
  it("replace the default one wherever it is an identifier, and nothing that only looks like it", () => {
    assert.strictEqual(
      renameSchema(
        "User",
        `select "agent_operations"."a", agent_operations.b, 'agent_operations.c', agent_operations_identity.d,
          my_agent_operations.e, agent_operations_requests, "agent_operations_identity".f`
      ),
      `select "User"."a", "User".b, '"User".c', "User_identity".d,
          my_agent_operations.e, agent_operations_requests, "User_identity".f`
    )
  })

  for (const schema of ["", "1st", "a-b", 'a"b', "a b", "é", "pg_own", "PG_own", "a".repeat(55), "x; drop table t"]) {
    it.effect(`${JSON.stringify(schema.slice(0, 20))} is refused before anything is opened`, () =>
      Effect.gen(function* () {
        for (const url of [Redacted.make("postgres://nobody@127.0.0.1:1/none"), undefined]) {
          const error = yield* Effect.flip(open(Database.layer({ url, schema })))
          assert.strictEqual(error.reason, "InvalidSchema")
          assert.match(error.hint, /^Name one of at most 54 letters/)
        }
      })
    )
  }
})

describe.each(sorts)("another schema on $name", ({ clients }) => {
  it.live("has all tables, whatever word it is, and the default one has none", () =>
    Effect.gen(function* () {
      const sql = yield* (yield* clients)("Select")
      assert.strictEqual(schemaOf(sql), "Select")
      const on = Effect.provideService(SqlClient.SqlClient, sql)
      assert.strictEqual((yield* on(migrate(sets))).length, 4)
      yield* on(checkMigrated(sets))
      assert.deepStrictEqual(yield* tablesOf(sql), ["Select.birds", "Select.migrations", "Select.trees"])
      yield* sql`insert into agent_operations.trees ${sql.insert({ id: 1, leaves: 2 })}`
      // Values are never part of the text.
      const [row] = yield* sql`select ${defaultSchema}::text as value, id from ${sql("agent_operations.trees")}`
      assert.deepStrictEqual(row, { value: defaultSchema, id: 1 })
    })
  )
})

it.live("two schemas of one PostgreSQL do not wait for each other's migrations, and keep apart", () =>
  Effect.gen(function* () {
    const client = yield* sorts[0]!.clients
    const [one, two] = [yield* client("one"), yield* client(defaultSchema)]
    const migrated = (sql: SqlClient.SqlClient) => Effect.provideService(migrate(sets), SqlClient.SqlClient, sql)
    const third = yield* client("one")
    // The first holds its lock until it is told to go on.
    const held = yield* Effect.exit(
      one.withTransaction(
        Effect.gen(function* () {
          yield* Effect.provideService(migrate([]), SqlClient.SqlClient, one)
          assert.strictEqual((yield* migrated(two)).length, 4)
          // It is to wait for as long as the lock is held; beside load it may not have begun to
          const waits = yield* Effect.exit(Effect.timeout(migrated(third), "300 millis"))
          assert.isTrue(Exit.isFailure(waits))
        })
      )
    )
    assert.isTrue(Exit.isSuccess(held), String(held))
    assert.strictEqual((yield* migrated(third)).length, 4)
    assert.deepStrictEqual(
      (yield* tablesOf(one)).filter((name) => name.endsWith("trees")),
      ["agent_operations.trees", "one.trees"]
    )
  }).pipe(Effect.scoped, Effect.provide(Layer.empty))
)
