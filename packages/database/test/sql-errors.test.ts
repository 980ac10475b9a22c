import { assert, describe, layer } from "@effect/vitest"
import { Cause, Effect, References } from "effect"
import { SqlClient } from "effect/sql"
import { constraintName, sqlState, translateSqlErrors } from "../src/index.ts"
import { databases } from "./databases.ts"

const silently = Effect.provideService(References.MinimumLogLevel, "None")

describe.each(databases)("failures on $name", ({ layer: database }) => {
  layer(database)((it) => {
    it.effect("of a constraint name it", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`create table parents (id integer constraint parents_key primary key)`
        yield* sql`
          create table children (
            id integer not null constraint children_positive check (id > 0),
            name text constraint children_name unique,
            parent integer constraint children_parent references parents
          )`
        yield* sql`insert into children values (1, 'taken')`
        const violations = [
          ["23505", "children_name", sql`insert into children values (2, 'taken')`],
          ["23503", "children_parent", sql`insert into children values (2, 'orphan', 7)`],
          ["23514", "children_positive", sql`insert into children values (-1, 'negative')`],
          ["23502", undefined, sql`insert into children values (null, 'nobody')`],
          ["42P01", undefined, sql`select * from nowhere`]
        ] as const
        for (const [state, constraint, statement] of violations) {
          const error = yield* Effect.flip(statement)
          assert.deepStrictEqual([sqlState(error), constraintName(error)], [state, constraint])
        }
      })
    )

    const raise = (state: string) =>
      Effect.flatMap(SqlClient.SqlClient, (sql) =>
        sql.unsafe(`do $$ begin raise exception using errcode = '${state}'; end $$`)
      )

    it.effect.each([
      ["25006", "UNAVAILABLE"],
      ["53100", "UNAVAILABLE"],
      ["53200", "UNAVAILABLE"],
      ["53300", "UNAVAILABLE"],
      ["53400", "UNAVAILABLE"],
      ["57P01", "UNAVAILABLE"],
      ["57P02", "UNAVAILABLE"],
      ["57P03", "UNAVAILABLE"],
      ["08006", "UNAVAILABLE"],
      ["28000", "UNAVAILABLE"],
      ["58030", "UNAVAILABLE"],
      ["58P02", "UNAVAILABLE"],
      ["40P01", "UNAVAILABLE"],
      ["40001", "UNAVAILABLE"],
      ["57014", "TIMEOUT"],
      ["55P03", "TIMEOUT"],
      ["25P03", "TIMEOUT"]
    ] as const)("with SQLSTATE %s are %s at the edge of a service", ([state, code]) =>
      Effect.gen(function* () {
        const error = yield* Effect.flip(silently(translateSqlErrors(raise(state))))
        assert.strictEqual(error._tag, code)
      })
    )

    it.effect.each(["23505", "23503", "42601", "42P01", "22021", "54001", "XX000", "P0001"])(
      "with SQLSTATE %s are defects, not swallowed",
      (state) =>
        Effect.gen(function* () {
          const exit = yield* Effect.exit(translateSqlErrors(raise(state)))
          assert.isTrue(exit._tag === "Failure" && exit.cause.reasons.every(Cause.isDieReason))
        })
    )

    it.effect("of other sorts pass", () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* Effect.flip(translateSqlErrors(Effect.fail("mine"))), "mine")
        const exit = yield* Effect.exit(translateSqlErrors(Effect.die("a bug")))
        assert.isTrue(
          exit._tag === "Failure" && exit.cause.reasons.some((r) => Cause.isDieReason(r) && r.defect === "a bug")
        )
        assert.strictEqual(yield* translateSqlErrors(Effect.succeed(1)), 1)
      })
    )
  })
})
