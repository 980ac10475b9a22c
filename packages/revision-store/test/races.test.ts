import { RevisionStore } from "@agent-operations/revision-store"
import { eventually } from "@agent-operations/testing/eventually"
import { assert, describe, layer } from "@effect/vitest"
import { type Context, Deferred, Effect, Exit, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { actor, content, failure, space, stores, Widget } from "./kinds.ts"

/** Until as many sessions of this database wait for another's lock. */
const untilWaiting = (sessions: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const waiting = sql<{ n: number }>`
      select count(*)::integer as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    // In a transaction it would stay as it was first seen.
    const now = Effect.andThen(sql`select pg_stat_clear_snapshot()`, waiting)
    yield* eventually(
      `${sessions} sessions that wait`,
      Effect.map(now, ([row]) => (row?.n ?? 0) >= sessions)
    )
  })

/** Writes in a transaction that stays open until it is released, and looks on from its connection. */
const holding = Effect.fnUntraced(function* (writes: Effect.Effect<unknown, unknown>, end: "commit" | "rollback") {
  const sql = yield* SqlClient.SqlClient
  const written = yield* Deferred.make<Context.Context<SqlClient.SqlClient>>()
  const ending = yield* Deferred.make<void, "rolled back">()
  const held = yield* Effect.gen(function* () {
    yield* writes
    yield* Deferred.succeed(written, yield* Effect.context<SqlClient.SqlClient>())
    yield* Deferred.await(ending)
  }).pipe(sql.withTransaction, Effect.exit, Effect.forkChild)
  const inside = yield* Deferred.await(written)
  const ended = end === "commit" ? Deferred.succeed(ending, undefined) : Deferred.fail(ending, "rolled back")
  return {
    untilWaiting: (sessions: number) => Effect.provide(untilWaiting(sessions), inside),
    release: Effect.andThen(ended, Fiber.join(held))
  }
})

// Where there is one session, nothing comes in between.
const shared = stores.filter(({ name }) => name !== "PGlite" && name !== "a pool of one connection")

describe.each(shared)("a copy beside other writes on $name", ({ layer: store }) => {
  layer(store, { excludeTestServices: true })((it) => {
    it.effect("R6, R8: does not take the name of its source that is being deleted, or renamed", () =>
      Effect.gen(function* () {
        const store = yield* RevisionStore
        const remove = (id: string) => store.remove(space, Widget, id, 1, actor)
        const rename = (id: string) =>
          store.append(space, Widget, id, 1, { name: "Renamed", description: "after" }, actor)
        for (const [n, write] of [remove, rename].entries())
          for (const revision of [undefined, 1]) {
            const { id } = yield* store.create(space, Widget, content(`Freed ${n} ${revision}`), actor)
            const { untilWaiting, release } = yield* holding(write(id), "commit")
            const copying = yield* Effect.forkChild(
              Effect.exit(store.copy(space, Widget, id, { name: `freed ${n} ${revision}`, revision }, actor))
            )
            yield* untilWaiting(1)
            yield* release
            const copied = yield* Fiber.join(copying)
            if (write === remove) {
              assert.strictEqual((yield* failure(copied))._tag, "NOT_FOUND")
              continue
            }
            // By then its source has another name, and this is a copy of what it is now.
            const { origin, description } = yield* copied
            assert.deepStrictEqual(
              [origin, description],
              [{ type: "copied", id, revision: revision ?? 2 }, revision === undefined ? "after" : null]
            )
            yield* store.remove(space, Widget, id, 2, actor)
          }
      })
    )

    it.effect("R6: is made while its source is as it is copied, and not after it was changed or deleted", () =>
      Effect.gen(function* () {
        const store = yield* RevisionStore
        const remove = (id: string) => store.remove(space, Widget, id, 1, actor)
        const update = (id: string) => store.append(space, Widget, id, 1, { description: "after" }, actor)
        for (const [n, write] of [remove, update].entries()) {
          const { id } = yield* store.create(space, Widget, content(`Source ${n}`), actor)
          const wanted = store.create(space, Widget, content(`Wanted ${n}`), actor)
          const { untilWaiting, release } = yield* holding(wanted, "rollback")
          const copying = yield* Effect.forkChild(
            Effect.exit(store.copy(space, Widget, id, { name: `Wanted ${n}` }, actor))
          )
          yield* untilWaiting(1)
          const writing = yield* Effect.forkChild(write(id))
          // Whoever looks now sees the source gone, or changed, and no copy yet; or the write waits for the copy.
          const overtaken = yield* Effect.raceFirst(
            Effect.as(Fiber.await(writing), true),
            Effect.as(untilWaiting(2), false)
          )
          yield* release
          const copied = yield* Fiber.join(copying)
          yield* Fiber.join(writing)
          assert.isFalse(overtaken && Exit.isSuccess(copied), "the copy is of what was gone, or changed, before it")
        }
      })
    )

    it.effect("R6: those of one turn of the event loop wait for nobody that writes the source of another", () =>
      Effect.gen(function* () {
        const store = yield* RevisionStore
        const [held, ...others] = yield* Effect.forEach(["held", "free", "free too"], (name) =>
          store.create(space, Widget, content(`Batched ${name}`), actor)
        )
        const { release } = yield* holding(store.append(space, Widget, held!.id, 1, {}, actor), "commit")
        const [waiting, ...copying] = yield* Effect.forEach([held!, ...others], ({ id, name }) =>
          Effect.forkChild(store.copy(space, Widget, id, { name: `${name}, copied` }, actor))
        )
        const copied = yield* Effect.timeout(Effect.forEach(copying, Fiber.join), "60 seconds")
        assert.isTrue(copied.every(({ revision }) => revision === 1))
        yield* release
        assert.deepInclude((yield* Fiber.join(waiting!)).origin, { revision: 2 })
      })
    )
  })
})

describe.each(shared)("a hold beside other writes on $name", ({ layer: store }) => {
  layer(store, { excludeTestServices: true })((it) => {
    it.effect("R2, R8: waits for them, and finds what they made, and not what they took away", () =>
      Effect.gen(function* () {
        const store = yield* RevisionStore
        const update = (id: string) => store.append(space, Widget, id, 1, { description: "after" }, actor)
        const restore = (id: string) => store.restore(space, Widget, id, { revision: 1 }, actor)
        const remove = (id: string) => store.remove(space, Widget, id, 1, actor)
        for (const write of [update, restore, remove])
          for (const revision of [undefined, 1, 2, 3]) {
            const { id } = yield* store.create(space, Widget, content(`Held ${write.name} ${revision}`), actor)
            const { untilWaiting, release } = yield* holding(write(id), "commit")
            const waiting = yield* Effect.forkChild(Effect.exit(store.hold(space, Widget, id, revision)))
            yield* untilWaiting(1)
            yield* release
            const held = yield* Fiber.join(waiting)
            if (write === remove || revision === 3) assert.strictEqual((yield* failure(held))._tag, "NOT_FOUND")
            else assert.strictEqual(yield* held, 2)
          }
      })
    )
  })
})
