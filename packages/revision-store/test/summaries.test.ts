import { EncodedRevisionStore } from "@agent-operations/revision-store"
import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { actor, content, failure, ownStores, space, Widget } from "./kinds.ts"

const page = { limit: 10, maxBytes: 1e6 }

describe.each(ownStores)("summaries on $name", ({ layer: store }) => {
  layer(store, { timeout: 60_000 })((it) => {
    it.effect.each(["source", "settings", "refs"])("P5: do not read the %s of a revision", (column) =>
      Effect.gen(function* () {
        const [store, sql] = [yield* EncodedRevisionStore, yield* SqlClient.SqlClient]
        const { id } = yield* store.create(space, Widget, content(`Without ${column}`), actor)
        const summaries = Effect.all([
          store.listSummaries(space, Widget, page),
          store.historySummaries(space, Widget, id, page)
        ])
        const expected = yield* summaries
        const hidden = yield* failure(
          sql.withTransaction(
            Effect.gen(function* () {
              const revisions = sql.literal(`agent_operations.revisions rename column ${column}`)
              yield* sql`alter table ${revisions} to hidden`
              assert.deepStrictEqual(yield* summaries, expected)
              return yield* Effect.fail("rolled back" as const)
            })
          )
        )
        assert.strictEqual(hidden, "rolled back")
      })
    )

    it.effect("P2: of nothing are none", () =>
      Effect.gen(function* () {
        const store = yield* EncodedRevisionStore
        const nowhere = { ...space, project: "empty" }
        assert.deepStrictEqual(yield* store.listSummaries(nowhere, Widget, page), { items: [], next: null })
        const { id } = yield* store.create(nowhere, Widget, content("One"), actor)
        assert.deepStrictEqual(yield* store.historySummaries(nowhere, Widget, id, { ...page, before: 1 }), {
          items: [],
          nextBefore: null
        })
      })
    )
  })
})
