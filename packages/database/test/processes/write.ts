import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { emptyImage } from "../../../../tooling/testing/src/embeddedDatabase.ts"
import { Pglite } from "../../src/index.ts"

/**
 * Opens a directory and writes numbers there, telling each one when it is written, until it is killed. Parameters: the
 * directory, the first number, and the umask, with which it starts from an image.
 */
const [, , directory, first = "1", umask] = process.argv
if (umask !== undefined) process.umask(umask)
const image = umask === undefined ? undefined : await emptyImage()

const program = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`create table if not exists written (n integer primary key)`
  for (let n = Number(first); ; n++) {
    yield* sql`insert into written values (${n})`
    console.log(n)
  }
})

const exit = await Effect.runPromiseExit(Effect.provide(program, Pglite.layer({ directory, image }).pipe(Layer.fresh)))
console.log(JSON.stringify(exit))
