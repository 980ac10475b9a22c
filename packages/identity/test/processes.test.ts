import { describeOnBothDatabases } from "@agent-operations/testing"
import { layer } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { assert } from "vitest"
import { LibraryService } from "../src/library/LibraryService.ts"
import { identityOn } from "./support/world.ts"

describeOnBothDatabases("processes that share a database", (database) => {
  layer(identityOn(database), { excludeTestServices: true })((it) => {
    it.effect("may start at one moment, the first ones too", () =>
      Effect.gen(function* () {
        const sql = Layer.succeed(SqlClient.SqlClient, yield* SqlClient.SqlClient)
        const start = Layer.build(
          Layer.fresh(
            LibraryService.layer({ origin: "https://other.example", secret: Redacted.make("a".repeat(43)) })
          ).pipe(Layer.provide(sql))
        )
        yield* Effect.all(
          Array.from({ length: 8 }, () => start),
          { concurrency: "unbounded" }
        )
        const rows = yield* (yield* SqlClient.SqlClient)`
          select identifier from agent_operations_identity.oauth_resources where identifier like 'https://other.example/%'`
        assert.strictEqual(rows.length, 2)
      }).pipe(Effect.scoped)
    )
  })
})
