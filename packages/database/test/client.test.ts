import { describeOnBothDatabases } from "./databases.ts"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

describeOnBothDatabases("the client", (database) => {
  layer(database.layer)((it) => {
    it.effect("runs statements", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        assert.deepStrictEqual(yield* sql`select ${1} + 1 as two`, [{ two: 2 }])
      }))
  })
})
