import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import fc from "fast-check"
import pg from "pg"
import { sqlState } from "../src/index.ts"
import { databases, hostDatabases } from "./databases.ts"

// What a host may have set for its own statements.
const { BOOL, BYTEA, INT8, INT4, JSON: json, JSONB, FLOAT8, TIMESTAMPTZ } = pg.types.builtins
for (const type of [BOOL, BYTEA, INT8, INT4, json, JSONB, FLOAT8, TIMESTAMPTZ])
  pg.types.setTypeParser(type, (text) => `${text} of the host`)
pg.defaults.parseInputDatesAsUTC = true

describe.each([...databases, ...hostDatabases])("values on $name", ({ layer: database }) => {
  layer(database)((it) => {
    it.effect("come back as the README says", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const [row] = yield* sql`
          select 1 as int4, 9007199254740993 as int8, 1.50 as numeric, 1.5::float8 as float8, true as bool, 'a' as text,
            '2015-11-20T10:00:00.123999Z'::timestamptz as timestamptz, '2015-11-20'::date as date,
            array['a', null] as texts, '{"a":[1]}'::json as json, '{"a":[1]}'::jsonb as jsonb, decode('00ff', 'hex') as bytea,
            null::text as nothing, count(*) as count from (values (1)) as one`
        assert.deepStrictEqual(row, {
          int4: 1,
          int8: 9007199254740993n,
          numeric: "1.50",
          float8: 1.5,
          bool: true,
          text: "a",
          // To the millisecond: what is finer is dropped.
          timestamptz: new Date("2015-11-20T10:00:00.123Z"),
          date: "2015-11-20",
          texts: ["a", null],
          json: { a: [1] },
          jsonb: { a: [1] },
          bytea: new Uint8Array([0, 255]),
          nothing: null,
          count: 1n
        })
      })
    )

    it.effect("JSON text is kept to the letter in json, and read so with ::text", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const text = '{"b": 1.0, "a":12345678901234567890, "10":null}'
        const [row] = yield* sql<{ text: string }>`select ${text}::json::text as text`
        assert.strictEqual(row?.text, text)
      })
    )

    it.effect("any text and any list of texts come back as they went", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const context = yield* Effect.context()
        // PostgreSQL has no NUL, and UTF-8 no lone surrogate.
        const text = fc.string({ unit: "grapheme" }).map((value) => value.replaceAll("\0", ""))
        yield* Effect.promise(() =>
          fc.assert(
            fc.asyncProperty(text, fc.array(text), async (one, many) => {
              const statement = sql`select ${one}::text as one, ${many}::text[] as many`
              const rows = await Effect.runPromiseWith(context)(statement)
              assert.deepStrictEqual(rows, [{ one, many }])
            }),
            { numRuns: 50 }
          )
        )
      })
    )

    it.effect("a NUL is refused with 22021", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const error = yield* Effect.flip(sql`select ${"a\0b"}::text as text`)
        assert.strictEqual(sqlState(error), "22021")
      })
    )

    it.effect("JSON as deep as a request of 1 MiB can nest it is refused with 54001, and the database goes on", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const deep = "[".repeat(524_288) + "]".repeat(524_288)
        const error = yield* Effect.flip(sql`select ${deep}::jsonb`)
        assert.strictEqual(sqlState(error), "54001")
        assert.deepStrictEqual(yield* sql`select 1 as one`, [{ one: 1 }])
      })
    )

    it.effect("a value of 10 MB goes and comes back whole", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const value = "é".repeat(5_000_000)
        const [row] = yield* sql<{ value: string }>`select ${value}::text as value`
        assert.isTrue(row?.value === value)
      })
    )

    it.effect("statements sent together fail apart", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const statements = [sql`select 1 as n`, sql`select 1 / 0`, sql`select 2 as n`, sql`selec`, sql`select 3 as n`]
        const results = yield* Effect.all(
          statements.map((statement) =>
            Effect.match(statement, { onFailure: sqlState, onSuccess: ([row]) => row?.["n"] })
          ),
          { concurrency: "unbounded" }
        )
        assert.deepStrictEqual(results, [1, "22012", 2, "42601", 3])
      })
    )
  })
})
