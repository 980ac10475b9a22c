import { describeOnBothDatabases } from "@agent-operations/testing"
import { layer } from "@effect/vitest"
import { getAuthTables } from "better-auth/db"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import {
  CamelCasePlugin,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler
} from "kysely"
import { assert } from "vitest"
import { LibraryService } from "../src/library/LibraryService.ts"
import { identityOn, origin } from "./support/world.ts"

const kysely = new Kysely<Record<string, Record<string, unknown>>>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler()
  },
  plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })]
})

/** A name as statements of the library have it. */
const inSql = (name: string) => /"(\w+)"$/.exec(kysely.selectFrom(name).selectAll().compile().sql)![1]!

describeOnBothDatabases("the tables that the library keeps", (database) => {
  const everything = Layer.merge(
    identityOn(database),
    LibraryService.layer({ origin, secret: Redacted.make("a".repeat(43)) }).pipe(Layer.provide(identityOn(database)))
  )
  layer(everything, { excludeTestServices: true })((it) => {
    it.effect("have the columns that it wants, and one of ours", () =>
      Effect.gen(function* () {
        const { library } = yield* LibraryService
        const sql = yield* SqlClient.SqlClient
        const columns = yield* sql<{ table_name: string; column_name: string; nullable: boolean }>`
          select table_name, column_name, is_nullable = 'YES' as nullable from information_schema.columns
          where table_schema = 'agent_operations_identity' and table_name not in ('sign_in_links', 'consent_requests', 'repeated_refreshes')
            and (table_name, column_name) <> ('oauth_clients', 'network')
          order by table_name, column_name`
        const tables = Object.values(getAuthTables(library.options)).filter(
          ({ disableMigrations }) => disableMigrations !== true
        )
        const wanted = tables.flatMap(({ modelName, fields }) => [
          { table: inSql(modelName), column: "id", required: true },
          ...Object.entries(fields).map(([name, { fieldName = name, required = true }]) => ({
            table: inSql(modelName),
            column: inSql(fieldName),
            required
          }))
        ])
        const named = (all: ReadonlyArray<{ table: string; column: string }>) =>
          all.map(({ table, column }) => `${table}.${column}`).toSorted()
        const there = columns.map(({ table_name, column_name, nullable }) => ({
          table: table_name,
          column: column_name,
          nullable
        }))
        assert.deepStrictEqual(named(there), named(wanted))
        assert.deepStrictEqual(
          named(there.filter(({ nullable }) => nullable)),
          named(wanted.filter(({ required }) => !required))
        )
      })
    )
  })
})
