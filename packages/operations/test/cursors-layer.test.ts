import { setTimeout as passes } from "node:timers/promises"
import { migrate } from "@agent-operations/database"
import { type CursorBinding, Cursors, migrations, positionKey } from "@agent-operations/operations"
import { describeOnBothDatabases } from "@agent-operations/testing"
import { it } from "@effect/vitest"
import { Context, Effect, Layer, Redacted, Result } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { assert } from "vitest"
import { makeCursors } from "../src/paging/cursor.ts"

const binding: CursorBinding = { operation: "list", organizationId: "org", projectId: "prj", filters: [] }

/** The cursors of a process that starts now. */
const started = Effect.map(Layer.build(Layer.fresh(Cursors.layer)), (services) => Context.get(services, Cursors))

// clock: one of up to 200 pauses, between seconds of the clock that is turned
const pause = Effect.promise(() => passes(20))

/** Lets a second pass, and what it wakes be done, until something holds. */
const until = (holds: Effect.Effect<boolean>) =>
  Effect.gen(function* () {
    for (let second = 0; second < 200; second++) {
      yield* TestClock.adjust("1 second")
      yield* pause
      if (yield* holds) return
    }
    assert.fail("It never came.")
  })

describeOnBothDatabases("the cursors of an installation", (database) => {
  it.effect("P3: one process goes on where another began", () =>
    Effect.gen(function* () {
      yield* migrate([migrations])
      const [one, other] = [yield* started, yield* started]
      const cursor = one.of(positionKey).write(42n, binding)
      assert.deepStrictEqual(other.of(positionKey).read(cursor, binding), Result.succeed(42n))
    }).pipe(Effect.provide(database.layer))
  )

  it.effect("are there within a second of the migration where a process started before it, and stay", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const early = (yield* started).of(positionKey)
      const write = () => early.write(42n, binding)
      assert.throws(write, /not migrated/)
      assert.throws(() => early.read("AAAA", binding), /not migrated/)

      yield* sql`create schema agent_operations`
      yield* sql`create sequence agent_operations.asked`
      yield* sql`
        create function agent_operations.refuse() returns bytea language plpgsql as $$
          begin perform nextval('agent_operations.asked'); raise exception using errcode = '53300'; end $$`
      yield* sql`create view agent_operations.instance as select agent_operations.refuse() as cursor_secret`
      const asked = sql<{ asked: boolean }>`select is_called as asked from agent_operations.asked`
      yield* until(Effect.orDie(Effect.map(asked, ([row]) => row!.asked)))
      assert.strictEqual((yield* Effect.flip(started))._tag, "UNAVAILABLE")

      yield* sql`drop schema agent_operations cascade`
      yield* migrate([migrations])
      // clock: for what is not to happen, of which nothing tells
      yield* Effect.promise(() => passes(100))
      assert.throws(write, /not migrated/, "though no second has passed")
      const written = Effect.sync(() => {
        try {
          return write() !== ""
        } catch {
          return false
        }
      })
      yield* until(written)
      const late = (yield* started).of(positionKey)
      assert.deepStrictEqual(late.read(write(), binding), Result.succeed(42n))
      assert.deepStrictEqual(early.read(late.write(7n, binding), binding), Result.succeed(7n))

      yield* sql`drop schema agent_operations cascade`
      for (let second = 0; second < 5; second++) {
        yield* TestClock.adjust("1 second")
        yield* pause
        assert.isTrue(yield* written)
      }
    }).pipe(Effect.provide(database.layer))
  )
})

it.effect("P3: of a host's secret are those that the secret signs", () =>
  Effect.gen(function* () {
    const secret = new Uint8Array(32).fill(7)
    const cursor = (yield* Cursors).of(positionKey).write(42n, binding)
    assert.deepStrictEqual(makeCursors(secret).of(positionKey).read(cursor, binding), Result.succeed(42n))
  }).pipe(Effect.provide(Cursors.layerSecret(Redacted.make(new Uint8Array(32).fill(7)))))
)
