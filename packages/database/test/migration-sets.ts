import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Migration, MigrationSet } from "../src/index.ts"

/** A step that runs one statement. */
export const step = (number: number, name: string, statement: string): Migration => ({
  number,
  name,
  up: Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(statement))
})

/** Slow enough for others to meet it halfway. */
export const sets: ReadonlyArray<MigrationSet> = [
  {
    owner: "plants",
    steps: [
      step(1, "trees", "create table agent_operations.trees (id integer primary key)"),
      step(2, "wait", "select pg_sleep(0.5)"),
      step(3, "leaves", "alter table agent_operations.trees add column leaves integer not null default 0")
    ]
  },
  { owner: "animals", steps: [step(1, "birds", "create table agent_operations.birds (id integer primary key)")] }
]
