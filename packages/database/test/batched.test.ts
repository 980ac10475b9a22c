import { assert, describe, layer } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import fc from "fast-check"
import { batched } from "../src/index.ts"
import { databases, hostDatabases } from "./databases.ts"

interface Key {
  readonly group: string
  readonly id: number
}

const makeSquares = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`create table squares as select id, id * id as square from generate_series(0, 20) as id`
)

/** A look-up of the squares that a table has, which notes what it was asked together. */
const squares = (sql: SqlClient.SqlClient) => {
  const asked: Array<ReadonlyArray<Key>> = []
  const lookUp = batched(sql, {
    identity: ({ id }: Key) => String(id),
    group: ({ group }) => group,
    ask: (keys) => {
      asked.push(keys)
      const ids = keys.map(({ id }) => String(id))
      return Effect.map(
        sql<{ id: number; square: number }>`select id, square from squares where id = any(${ids}::integer[])`,
        (rows) => new Map(rows.map(({ id, square }) => [String(id), square]))
      )
    }
  })
  return { asked, lookUp: (id: number, group = "") => lookUp({ group, id }) }
}

describe.each([...databases, ...hostDatabases])("batched on $name", ({ name, layer: database }) => {
  layer(Layer.provideMerge(Layer.effectDiscard(makeSquares), database), { excludeTestServices: true })((it) => {
    it.effect("asks for what is wanted at once with one statement a group, and answers each caller with its own", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const key = fc.record({ group: fc.constantFrom("a", "b"), id: fc.integer({ min: -5, max: 25 }) })
        const run = Effect.runPromiseWith(yield* Effect.context())
        yield* Effect.promise(() =>
          fc.assert(
            fc.asyncProperty(fc.array(key, { minLength: 1, maxLength: 30 }), async (keys) => {
              const { asked, lookUp } = squares(sql)
              const found = await run(
                Effect.all(
                  keys.map(({ id, group }) => lookUp(id, group)),
                  { concurrency: "unbounded" }
                )
              )
              assert.deepStrictEqual(
                found,
                keys.map(({ id }) => (id >= 0 && id <= 20 ? id * id : undefined))
              )
              const groups = new Set(keys.map(({ group }) => group))
              assert.sameMembers(
                asked.map(([first]) => first!.group),
                [...groups]
              )
              for (const together of asked) {
                const wanted = keys.filter(({ group }) => group === together[0]!.group).map(({ id }) => id)
                assert.sameMembers(
                  together.map(({ id }) => id),
                  [...new Set(wanted)]
                )
              }
            }),
            { numRuns: 50 }
          )
        )
      })
    )

    it.effect("sees what was committed before the call, and in a transaction what that has written", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { asked, lookUp } = squares(sql)
        assert.isUndefined(yield* lookUp(100))
        yield* sql`insert into squares values (100, 10000)`
        assert.strictEqual(yield* lookUp(100), 10_000)
        const inside = Effect.gen(function* () {
          yield* sql`insert into squares values (101, 10201)`
          return yield* Effect.all([lookUp(101), lookUp(101)], { concurrency: "unbounded" })
        })
        assert.deepStrictEqual(yield* sql.withTransaction(inside), [10_201, 10_201])
        assert.lengthOf(asked, 4)
      })
    )

    it.effect("goes on for the others when a caller leaves", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { lookUp } = squares(sql)
        for (let round = 0; round < 20; round++) {
          const leaving = yield* Effect.forkChild(lookUp(2), { startImmediately: true })
          const staying = yield* Effect.forkChild(lookUp(3), { startImmediately: true })
          if (round % 2 === 1) yield* Effect.yieldNow
          yield* Fiber.interrupt(leaving)
          assert.strictEqual(yield* Fiber.join(staying), 9)
        }
      })
    )

    it.effect("asks in statements of at most 500 callers, and not for those who left before", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { asked, lookUp } = squares(sql)
        const fork = Effect.runForkWith(yield* Effect.context())
        const callers = Array.from({ length: 1200 }, (_, id) => fork(lookUp(id)))
        for (const caller of callers.slice(0, 300)) caller.interruptUnsafe()
        yield* Fiber.joinAll(callers.slice(300))
        assert.deepStrictEqual(
          asked.map(({ length }) => length),
          [200, 500, 200]
        )
      })
    )

    const ofHost = hostDatabases.some((host) => host.name === name)
    const reason = ofHost ? " (a host's client has connections in its own ways)" : ""
    it.effect.skipIf(ofHost)(
      `what the end of a turn sends shares connections, two and two, and nothing else does${reason}`,
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const pid = Effect.map(sql<{ pid: number }>`select pg_backend_pid() as pid`, ([row]) => row!.pid)
          const look = () =>
            batched(sql, { identity: String, ask: () => Effect.map(pid, (one) => new Map([["", one]])) })("")
          const atOnce = { concurrency: "unbounded" } as const
          const [a, b, c, d] = yield* Effect.all([look(), look(), look(), look()], atOnce)
          assert.deepStrictEqual([a, c], [b, d])
          if (name !== "PostgreSQL") return
          assert.notStrictEqual(a, c)
          assert.lengthOf(new Set(yield* Effect.all([pid, pid], atOnce)), 2)
        })
    )

    it.effect("tells each caller of a failure", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const failing = batched(sql, {
          identity: (id: string) => id,
          ask: () => Effect.map(sql`select 1 / 0`, () => new Map<string, never>())
        })
        const errors = yield* Effect.all([Effect.flip(failing("a")), Effect.flip(failing("b"))], {
          concurrency: "unbounded"
        })
        for (const error of errors) assert.strictEqual(error._tag, "SqlError")
      })
    )
  })
})
