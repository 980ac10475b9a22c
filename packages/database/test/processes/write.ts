import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Pglite } from "../../src/index.ts"

/** Opens a directory and writes numbers there, telling each one when it is written, until it is killed. */
const program = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`create table if not exists written (n integer primary key)`
  for (let n = Number(process.argv[3] ?? 1); ; n++) {
    yield* sql`insert into written values (${n})`
    console.log(n)
  }
})

const exit = await Effect.runPromiseExit(
  Effect.provide(program, Pglite.layer({ directory: process.argv[2]! }).pipe(Layer.fresh))
)
console.log(JSON.stringify(exit))
