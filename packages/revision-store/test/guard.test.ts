import { CurrentGuard, type Guard } from "@agent-operations/database"
import { RevisionStore } from "@agent-operations/revision-store"
import { assert, describe, layer } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { SqlClient } from "effect/sql"
import { actor, content, failure, space, stores, Widget } from "./kinds.ts"

const asked: Array<Date> = []

/** Guards that hold while a row of a table says so. */
const gates = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`create table if not exists gates (name text primary key, open boolean not null)`
  const gate = Effect.fnUntraced(function* (name: string) {
    yield* sql`insert into gates values (${name}, true)`
    const guard: Guard = {
      name,
      condition: (now) => {
        asked.push(now)
        return sql`exists (select from gates where name = ${name} and open and ${now}::timestamptz is not null)`
      }
    }
    return { guard, close: sql`update gates set open = false where name = ${name}` }
  })
  return gate
})

/** Runs an effect under a guard, and says how it ended and whether the guard was found to hold. */
const under = <A, E, R>(guard: Guard, effect: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    const guarding = { guard, held: false }
    return effect.pipe(
      Effect.provideService(CurrentGuard, guarding),
      Effect.exit,
      Effect.map((exit) => ({ held: guarding.held, exit }))
    )
  })

const many = Array.from({ length: 6 }, (_, n) => n)
const atOnce = { concurrency: "unbounded" } as const

describe.each(stores)("statements under a guard on $name", ({ layer: store }) => {
  layer(store, { excludeTestServices: true })((it) => {
    it.effect("A1: read and write while it holds, and neither once it does not", () =>
      Effect.gen(function* () {
        const store = yield* RevisionStore
        const { guard, close } = yield* (yield* gates)("alone")
        const made = yield* store.create(space, Widget, content("Guarded"), actor)
        const read = (revision?: number) => under(guard, store.read(space, Widget, made.id, revision))
        const append = (expected: number) =>
          under(guard, store.append(space, Widget, made.id, expected, { description: "Next" }, actor))

        assert.deepStrictEqual(yield* read(), { held: true, exit: Exit.succeed(made) })
        const next = yield* append(1)
        assert.isTrue(next.held)
        assert.deepInclude(yield* next.exit, { id: made.id, revision: 2, description: "Next" })
        const stale = yield* append(1)
        assert.isTrue(stale.held)
        assert.strictEqual((yield* failure(stale.exit))._tag, "CONFLICT")

        yield* close
        for (const attempt of [read(), read(1), append(2), append(1)]) {
          const { held, exit } = yield* attempt
          assert.isFalse(held)
          assert.strictEqual((yield* failure(exit))._tag, "NOT_FOUND")
        }
        assert.strictEqual((yield* store.read(space, Widget, made.id, undefined)).revision, 2)
        assert.isTrue(asked.every((now) => Math.abs(now.getTime() - asked[0]!.getTime()) < 60_000))
      })
    )

    it.effect("A1: share a statement with those under the same guard alone", () =>
      Effect.gen(function* () {
        const store = yield* RevisionStore
        const gate = yield* gates
        const [open, shut] = [yield* gate("open"), yield* gate("shut")]
        const made = yield* Effect.forEach(many, (n) => store.create(space, Widget, content(`Beside ${n}`), actor))
        yield* shut.close
        const guardOf = (n: number) => (n % 2 === 0 ? open : shut).guard

        const read = yield* Effect.forEach(
          made,
          ({ id }, n) => under(guardOf(n), store.read(space, Widget, id, undefined)),
          atOnce
        )
        const written = yield* Effect.forEach(
          made,
          ({ id }, n) => under(guardOf(n), store.append(space, Widget, id, 1, { description: `${n}` }, actor)),
          atOnce
        )
        for (const [n, { id }] of made.entries()) {
          assert.deepStrictEqual([read[n]!.held, written[n]!.held], [n % 2 === 0, n % 2 === 0])
          assert.deepStrictEqual(
            [Exit.isSuccess(read[n]!.exit), Exit.isSuccess(written[n]!.exit)],
            [n % 2 === 0, n % 2 === 0]
          )
          assert.strictEqual((yield* store.read(space, Widget, id, undefined)).revision, n % 2 === 0 ? 2 : 1)
        }
      })
    )
  })
})
