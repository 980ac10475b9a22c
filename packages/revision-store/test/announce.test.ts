import { RevisionStore } from "@agent-operations/revision-store"
import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { onWrite } from "../src/events/announce.ts"
import { actor, content, failure, ownStores, space, Widget } from "./kinds.ts"

describe.each(ownStores)("who listens for writes on $name", ({ layer: store }) => {
  layer(store, { timeout: 60_000 })((it) => {
    it.effect("R10: is called after each that is committed, until the scope closes", () =>
      Effect.gen(function* () {
        const [store, sql] = [yield* RevisionStore, yield* SqlClient.SqlClient]
        let calls = 0
        const write = (name: string) => store.create(space, Widget, content(name), actor)
        const listening = Effect.gen(function* () {
          yield* onWrite(sql, () => calls++)
          yield* write("One")
          assert.strictEqual(calls, 1)
          yield* failure(write("one"))
          yield* failure(sql.withTransaction(Effect.andThen(write("Undone"), Effect.fail("rolled back"))))
          assert.strictEqual(calls, 1)
          yield* sql.withTransaction(
            Effect.gen(function* () {
              yield* write("Two")
              assert.strictEqual(calls, 1)
            })
          )
          assert.strictEqual(calls, 2)
        })
        yield* Effect.scoped(listening)
        yield* write("Three")
        assert.strictEqual(calls, 2)
      })
    )
  })
})
