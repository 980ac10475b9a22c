import { EncodedRevisionStore, RevisionStore } from "@agent-operations/revision-store"
import { assert, describe, layer, vi } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { rememberRevisions } from "../src/internal/remembered.ts"
import { actor, another, content, failure, space, stores, Widget } from "./kinds.ts"

describe.each(stores)("what is remembered of revisions on $name", ({ layer: store }) => {
  layer(store)((it) => {
    it.effect("R2, R8: another process's writes are seen at once", () =>
      Effect.gen(function* () {
        const [here, there] = [yield* RevisionStore, yield* another]
        const made = yield* here.create(space, Widget, content("Shared"), actor)
        const read = (revision?: number) => here.read(space, Widget, made.id, revision)
        assert.deepStrictEqual([yield* read(), yield* read(1), yield* read()], [made, made, made])
        const next = yield* there.append(space, Widget, made.id, 1, { description: "Next" }, actor)
        assert.deepStrictEqual([yield* read(), yield* read(1), yield* read(2), yield* read()], [next, made, next, next])
        assert.strictEqual((yield* failure(read(3)))._tag, "NOT_FOUND")
        yield* there.remove(space, Widget, made.id, 2, actor)
        for (const revision of [undefined, 1, 2]) assert.strictEqual((yield* failure(read(revision)))._tag, "NOT_FOUND")
      })
    )

    it.effect("A3: it is of one space and one kind", () =>
      Effect.gen(function* () {
        const store = yield* RevisionStore
        const { id } = yield* store.create(space, Widget, content("Mine"), actor)
        yield* store.read(space, Widget, id, 1)
        for (const other of [
          { ...space, tenant: "org_b" },
          { ...space, project: "prj_b" }
        ]) {
          assert.strictEqual((yield* failure(store.read(other, Widget, id, 1)))._tag, "NOT_FOUND")
        }
        const Other = { ...Widget, name: "other" }
        assert.strictEqual((yield* failure(store.read(space, Other, id, undefined)))._tag, "NOT_FOUND")
      })
    )

    it.effect("R2: what a transaction read that was rolled back is not remembered", () =>
      Effect.gen(function* () {
        const [store, sql] = [yield* RevisionStore, yield* SqlClient.SqlClient]
        const { id } = yield* store.create(space, Widget, content("Rolled back"), actor)
        const append = (description: string) => store.append(space, Widget, id, 1, { description }, actor)
        const undone = sql.withTransaction(
          Effect.gen(function* () {
            yield* append("never was")
            assert.strictEqual((yield* store.read(space, Widget, id, undefined)).description, "never was")
            assert.strictEqual((yield* store.read(space, Widget, id, 2)).description, "never was")
            yield* store.history(space, Widget, id, { limit: 10, maxBytes: 1e6 })
            return yield* Effect.fail("rolled back" as const)
          })
        )
        assert.strictEqual(yield* failure(undone), "rolled back")
        const real = yield* append("is")
        assert.deepStrictEqual(yield* store.read(space, Widget, id, 2), real)
        assert.deepStrictEqual((yield* store.history(space, Widget, id, { limit: 1, maxBytes: 1e6 })).items, [real])
      })
    )

    it.effect("is not read again", () =>
      Effect.gen(function* () {
        const [store, sql] = [yield* RevisionStore, yield* SqlClient.SqlClient]
        const { id } = yield* store.create(space, Widget, content("Read once"), actor)
        const seen = yield* store.read(space, Widget, id, undefined)
        // Nothing but a test changes a revision: it tells what was read from what was remembered.
        yield* sql`update agent_operations.revisions set description = 'changed' where definition_id = ${id}`
        assert.deepStrictEqual(yield* store.read(space, Widget, id, undefined), seen)
        assert.strictEqual((yield* (yield* another).read(space, Widget, id, undefined)).description, "changed")
      })
    )

    it.effect("is read again after a minute: the database may have been set back to an earlier time", () =>
      Effect.gen(function* () {
        const remembered = rememberRevisions(yield* SqlClient.SqlClient)
        const encoded = yield* (yield* EncodedRevisionStore).create(space, Widget, content("Old"), actor)
        // clock: it is turned by hand from here on
        const start = performance.now()
        const clock = vi.spyOn(performance, "now").mockReturnValue(start)
        vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
        yield* remembered.add(space, Widget, [{ ...encoded, bytes: 1 }])
        const asked = { space, kind: Widget, id: encoded.id }
        const known = [0, 59, 62].map((seconds) => {
          clock.mockReturnValue(start + seconds * 1000)
          vi.advanceTimersByTime(2000)
          return [undefined, 1].map((number) => remembered.get(asked, number)?.revision)
        })
        assert.deepStrictEqual(known, [
          [1, 1],
          [1, 1],
          [undefined, undefined]
        ])
      }).pipe(
        Effect.ensuring(
          Effect.sync(() => {
            vi.useRealTimers()
            vi.restoreAllMocks()
          })
        )
      )
    )
  })
})
