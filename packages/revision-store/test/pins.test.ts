import { retryDeadlocks } from "@agent-operations/database"
import { definitionPins, pinIsGone, RevisionStore } from "@agent-operations/revision-store"
import { assert, describe, layer } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { SqlClient } from "effect/sql"
import { actor, content, failure, Gauge, ownStores, space, Widget } from "./kinds.ts"

const run = { kind: "run", id: "run_a" }

describe.each(ownStores)("what work in progress pins on $name", ({ layer: store }) => {
  layer(store, { excludeTestServices: true })((it) => {
    it.effect("R7, P7: stays until the work has ended, and is told after the definitions that refer to it", () =>
      Effect.gen(function* () {
        const [store, pins] = [yield* RevisionStore, definitionPins(yield* SqlClient.SqlClient)]
        const { id } = yield* store.create(space, Gauge, content("Pinned"), actor)
        const other = yield* store.create(space, Gauge, content("Another"), actor)
        const uses = { g: { kind: "gauge", id, revision: null } }
        const widget = yield* store
          .create(space, Widget, content("Uses it"), actor)
          .pipe(Effect.flatMap((made) => store.append(space, Widget, made.id, 1, { references: uses }, actor)))
        const pin = (alias: string) => ({ alias, kind: "gauge", id, revision: 1 })
        yield* pins.set(space, { ...run, name: "Nightly" }, [pin("b"), pin("a"), pin("a")])
        yield* pins.set({ ...space, project: "another" }, { ...run, name: "Elsewhere" }, [])
        const told = (limit: number) =>
          Effect.map(store.referrers(space, Gauge, id, limit), ({ items, hasMore }) => [
            items.map((one) => [one.id, one.name, one.alias, one.revision, one.pinnedRevision]),
            hasMore
          ])
        const all = [
          [widget.id, "Uses it", "g", 2, null],
          ["run_a", "Nightly", "a", 1, 1],
          ["run_a", "Nightly", "b", 1, 1]
        ]
        assert.deepStrictEqual(yield* Effect.all([told(3), told(2)], { concurrency: 2 }), [
          [all, false],
          [all.slice(0, 2), true]
        ])
        yield* store.remove(space, Widget, widget.id, 2, actor)
        const held = yield* failure(store.remove(space, Gauge, id, 1, actor))
        assert.strictEqual(held._tag, "STILL_REFERENCED")
        const { items: referencedBy, hasMore } = yield* store.referrers(space, Gauge, id, 20)
        assert.deepStrictEqual(held.details, { referencedBy, hasMore })
        // Another revision may be made, and what nothing pins may go.
        yield* store.append(space, Gauge, id, 1, { description: "more" }, actor)
        yield* store.remove(space, Gauge, other.id, 1, actor)
        yield* pins.release(space, { ...run, id: "run_b" })
        assert.strictEqual((yield* failure(store.remove(space, Gauge, id, 2, actor)))._tag, "STILL_REFERENCED")
        yield* pins.release(space, run)
        yield* store.remove(space, Gauge, id, 2, actor)
      })
    )

    it.effect("R7: a delete that races the beginning of work has one winner", () =>
      Effect.gen(function* () {
        const [store, sql] = [yield* RevisionStore, yield* SqlClient.SqlClient]
        const pins = definitionPins(sql)
        for (let round = 0; round < 20; round++) {
          const { id } = yield* store.create(space, Gauge, content(`Raced ${round}`), actor)
          const pinned = [{ alias: "g", kind: "gauge", id, revision: 1 }]
          const begin = sql.withTransaction(pins.set(space, { ...run, id: `run_${round}`, name: "Race" }, pinned))
          const [removed, begun] = yield* Effect.all(
            [Effect.exit(store.remove(space, Gauge, id, 1, actor)), Effect.exit(retryDeadlocks(begin))],
            { concurrency: "unbounded" }
          )
          assert.notStrictEqual(Exit.isSuccess(removed), Exit.isSuccess(begun))
          if (Exit.isFailure(begun)) assert.isTrue(pinIsGone(yield* Effect.flip(begun)))
        }
      })
    )
  })
})
