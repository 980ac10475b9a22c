import { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import * as Statement from "effect/sql/Statement"
import { describe, expect, test } from "vitest"
import { compilerFor, defaultSchema } from "../src/internal/schema-names.ts"
import { textOnce } from "../src/internal/text-once.ts"

/** Constructors are remembered by what acquires their connections, so that each has its own here. */
const constructorOver = (compiler: Statement.Compiler) =>
  Statement.make(
    Effect.suspend(() => Effect.never),
    compiler,
    [],
    undefined
  )

const statements: ReadonlyArray<[string, (sql: Statement.Constructor, value: string) => Statement.Statement<unknown>]> =
  [
    ["parameters", (sql, value) => sql`select ${value}::text, ${value}::text`],
    ["a parameter at either end", (sql, value) => sql`${value}`],
    ["literals and fragments", (sql, value) => sql`select ${sql.literal("a.b")} from a where ${sql`a.c = ${value}`}`],
    ["lists of fragments", (sql, value) => sql`select ${sql.csv([sql`${value}::text`, sql`${1}::integer`])}`],
    ["identifiers", (sql, value) => sql`select * from ${sql("of")} where a = ${value}`],
    ["lists of values", (sql, value) => sql`select * from a where b in ${sql.in([value, "other"])}`],
    ["rows", (sql, value) => sql`insert into a ${sql.insert({ b: value, c: 1 })}`],
    ["texts with parameters of their own", (sql, value) => sql.unsafe("select $1::text", [value])],
    ["a name of the schema", (sql, value) => sql`select * from agent_operations.projects where id = ${value}`]
  ]

describe.each([defaultSchema, "other"])("statements that name the schema %s", (schema) => {
  const plain = constructorOver(compilerFor(schema, PgClient.makeCompiler()))
  const remembering = constructorOver(textOnce(compilerFor(schema, PgClient.makeCompiler())))

  test.each(statements)("with %s have the text and the values that the driver gives them", (_, statement) => {
    for (const value of ["first", "second", "it's $1"]) {
      expect(statement(remembering, value).compile()).toEqual(statement(plain, value).compile())
    }
  })
})

test("literals that differ only in where a parameter stands are told apart", () => {
  const sql = constructorOver(textOnce(PgClient.makeCompiler()))
  const texts = [sql`a${1}b`, sql`${1}ab`, sql`ab${1}`, sql`ab`, sql`a${1}${2}b`, sql`a${1}`]
  expect(texts.map((text) => text.compile())).toEqual([
    ["a$1b", [1]],
    ["$1ab", [1]],
    ["ab$1", [1]],
    ["ab", []],
    ["a$1$2b", [1, 2]],
    ["a$1", [1]]
  ])
})

test("a text is put together once, and again after more literals than a program has", () => {
  let compiled = 0
  const driver = PgClient.makeCompiler()
  const counting: Statement.Compiler = {
    dialect: driver.dialect,
    compile: (statement, withoutTransform) => {
      compiled++
      return driver.compile(statement, withoutTransform)
    },
    get withoutTransform() {
      return counting as never
    }
  }
  const sql = constructorOver(textOnce(counting))
  const ask = (id: number) => sql`select ${id}::integer`.compile()
  expect([ask(1), ask(2)]).toEqual([
    ["select $1::integer", [1]],
    ["select $1::integer", [2]]
  ])
  expect(compiled).toBe(1)
  for (let n = 0; n < 6_000; n++) sql`select ${sql.literal(String(n))}`.compile()
  compiled = 0
  expect(ask(3)).toEqual(["select $1::integer", [3]])
  expect(compiled).toBe(1)
})
