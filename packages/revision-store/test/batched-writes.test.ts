import { RevisionStore } from "@agent-operations/revision-store"
import { assert, describe, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Result, Tracer } from "effect"
import { SqlClient } from "effect/sql"
import { actor, content, Gauge, space, stores, Widget } from "./kinds.ts"

/** Runs an effect, and resolves with how many statements it took as well. */
const counted = <A, E, R>(effect: Effect.Effect<A, E, R>) => {
  let statements = 0
  const tracer = Tracer.make({
    span: (options) => {
      if (options.kind === "client") statements++
      return new Tracer.NativeSpan(options)
    }
  })
  return Effect.map(Effect.provideService(effect, Tracer.Tracer, tracer), (result) => ({ result, statements }))
}

const atOnce = { concurrency: "unbounded" } as const
const many = Array.from({ length: 10 }, (_, n) => n)

describe.each(stores)("writes of one turn of the event loop on $name", ({ name, layer: store }) => {
  layer(store, { excludeTestServices: true })((it) => {
    it.effect("share a statement, and each gets its own answer", () =>
      Effect.gen(function* () {
        const store = yield* RevisionStore
        const created = yield* counted(
          Effect.forEach(many, (n) => store.create(space, Widget, content(`Shared ${n}`), actor), atOnce)
        )
        assert.strictEqual(created.statements, 1)
        assert.deepStrictEqual(
          created.result.map(({ name }) => name),
          many.map((n) => `Shared ${n}`)
        )
        const updated = yield* counted(
          Effect.forEach(
            created.result,
            ({ id }, n) => store.append(space, Widget, id, 1, { description: `${n}`, name: `Renamed ${n}` }, actor),
            atOnce
          )
        )
        assert.strictEqual(updated.statements, 1)
        assert.lengthOf(updated.result, many.length)
        for (const [n, made] of updated.result.entries()) {
          assert.deepInclude(made, {
            id: created.result[n]!.id,
            revision: 2,
            description: `${n}`,
            name: `Renamed ${n}`
          })
          assert.deepStrictEqual(yield* store.read(space, Widget, made.id, undefined), made)
          assert.deepStrictEqual(yield* store.read(space, Widget, made.id, 1), created.result[n])
        }
        const copied = yield* counted(
          Effect.forEach(
            created.result,
            ({ id }, n) =>
              store.copy(space, Widget, id, { name: `Copied ${n}`, revision: n % 2 === 0 ? 1 : undefined }, actor),
            atOnce
          )
        )
        assert.strictEqual(copied.statements, 1)
        assert.lengthOf(copied.result, many.length)
        for (const [n, { origin, description }] of copied.result.entries()) {
          assert.deepStrictEqual(origin, { type: "copied", id: created.result[n]!.id, revision: n % 2 === 0 ? 1 : 2 })
          assert.strictEqual(description, n % 2 === 0 ? null : `${n}`)
        }
      })
    )

    it.effect("share none where they are large, whatever is large of them", () =>
      Effect.gen(function* () {
        const store = yield* RevisionStore
        const gauge = yield* store.create(space, Gauge, content("Of many aliases"), actor)
        const references = Object.fromEntries(
          Array.from({ length: 300 }, (_, n) => [`alias ${n}`, { kind: "gauge", id: gauge.id, revision: null }])
        )
        const text = "x".repeat(16_385)
        for (const large of [{ source: text }, { settings: text }, { references }]) {
          const [of] = Object.keys(large)
          const created = yield* counted(
            Effect.forEach(
              [1, 2],
              (n) => store.create(space, Widget, { ...content(`Large ${of} ${n}`), ...large }, actor),
              atOnce
            )
          )
          assert.strictEqual(created.statements, 2)
          const updated = yield* counted(
            Effect.forEach(created.result, ({ id }) => store.append(space, Widget, id, 1, large, actor), atOnce)
          )
          assert.strictEqual(updated.statements, 2)
        }
      })
    )

    it.effect("R3, R4, R6, R7: what is refused is refused alone, and the others are written", () =>
      Effect.gen(function* () {
        const store = yield* RevisionStore
        const gauge = yield* store.create(space, Gauge, content("A gauge"), actor)
        yield* store.create(space, Widget, content("Taken"), actor)
        const made = yield* Effect.forEach(
          many,
          (n) => store.create(space, Widget, content(`Mixed ${n}`), actor),
          atOnce
        )
        const reference = (id: string) => ({ used: { kind: "gauge", id, revision: null } })
        const append = (n: number, changes: object, expected = 1) =>
          Effect.result(store.append(space, Widget, made[n]!.id, expected, changes, actor))
        const results = yield* Effect.all(
          [
            append(0, { description: "fine" }),
            append(0, { description: "second of two" }),
            append(1, { description: "stale" }, 2),
            append(2, { name: "TAKEN" }),
            append(3, { references: reference(gauge.id) }),
            append(4, { references: reference(gauge.id.replace(/.$/, (last) => (last === "0" ? "1" : "0"))) }),
            append(5, { name: "Two want it" }),
            append(6, { name: "Two want it" }),
            append(7, { description: "fine too" }),
            Effect.result(store.create(space, Widget, content("taken"), actor)),
            Effect.result(store.create(space, Widget, content("Free"), actor)),
            Effect.result(store.copy(space, Widget, "wd_00000000000000000000000000", { name: "Of nothing" }, actor)),
            Effect.result(store.copy(space, Widget, made[8]!.id, { name: "Of something" }, actor))
          ],
          atOnce
        )
        const ends = results.map((result) => (Result.isFailure(result) ? result.failure._tag : "done"))
        assert.deepStrictEqual(
          [ends[2], ends[3], ends[4], ends[5], ends[8], ends[9], ends[10], ends[11], ends[12]],
          ["CONFLICT", "NAME_TAKEN", "done", "REFERENCE_NOT_FOUND", "done", "NAME_TAKEN", "done", "NOT_FOUND", "done"]
        )
        assert.sameMembers(ends.slice(0, 2), ["done", "CONFLICT"])
        assert.sameMembers(ends.slice(6, 8), ["done", "NAME_TAKEN"])
        for (const [n, revision] of [2, 1, 1, 2, 1].entries()) {
          assert.strictEqual((yield* store.read(space, Widget, made[n]!.id, undefined)).revision, revision)
        }
      })
    )

    it.effect("R3, R4: of updates of one definition one wins, and its revision is what the others are told", () =>
      Effect.gen(function* () {
        const store = yield* RevisionStore
        const { id } = yield* store.create(space, Widget, content("Raced"), actor)
        const append = (expected: number) => Effect.result(store.append(space, Widget, id, expected, {}, actor))
        const { result, statements } = yield* counted(Effect.forEach(many, () => append(1), atOnce))
        assert.strictEqual(statements, 1)
        const lost = result.flatMap((one) => (Result.isFailure(one) ? [one.failure] : []))
        assert.lengthOf(lost, many.length - 1)
        for (const failure of lost) {
          assert.deepInclude(failure, { _tag: "CONFLICT", details: { expectedRevision: 1, currentRevision: 2 } })
        }
        const stale = yield* counted(append(1))
        assert.strictEqual(stale.statements, 1)
        assert.isTrue(Result.isFailure(stale.result))
        assert.strictEqual((yield* store.history(space, Widget, id, { limit: 10, maxBytes: 1e6 })).items.length, 2)
      })
    )

    it.effect("wait for nobody that writes one of them", () =>
      Effect.gen(function* () {
        const store = yield* RevisionStore
        const sql = yield* SqlClient.SqlClient
        const made = yield* Effect.forEach(
          many,
          (n) => store.create(space, Widget, content(`Held ${n}`), actor),
          atOnce
        )
        const append = ({ id }: { readonly id: string }) => store.append(space, Widget, id, 1, {}, actor)
        // Where there is one session, whoever holds a lock has it to itself.
        if (name === "PGlite" || name === "a pool of one connection")
          return assert.lengthOf(yield* Effect.forEach(made, append, atOnce), many.length)
        const [locked, release] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        const holder = yield* Effect.forkChild(
          sql.withTransaction(
            Effect.gen(function* () {
              yield* sql`select from agent_operations.definitions where id = ${made[0]!.id} for update`
              yield* Deferred.succeed(locked, undefined)
              yield* Deferred.await(release)
            })
          )
        )
        yield* Deferred.await(locked)
        const [held, ...others] = yield* Effect.forEach(made, (one) => Effect.forkChild(append(one)))
        const written = yield* Effect.timeout(Effect.forEach(others, Fiber.join), "60 seconds")
        assert.isTrue(written.every(({ revision }) => revision === 2))
        yield* Deferred.succeed(release, undefined)
        yield* Fiber.join(holder)
        assert.strictEqual((yield* Fiber.join(held!)).revision, 2)
        return undefined
      })
    )
  })
})
