import type { Question, ReviewSession } from "@agent-operations/contract/reviews"
import { describeOnBothDatabases } from "@agent-operations/testing"
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { setImmediate } from "node:timers/promises"
import { SessionFigures } from "../../src/reviews/session-figures.ts"
import { migrations } from "../../src/reviews/store/migrations.ts"
import { ReviewStore } from "../../src/reviews/store/ReviewStore.ts"
import { plainFigures, type Value } from "./plain-figures.ts"

const space = { tenant: "org_a", project: "prj_a" }
const by = { type: "user", id: "usr_1", name: "Ada" } as const

const question = (output: Question["output"]): Question => ({
  ...{ id: "sc_1", revision: 1, name: "Asked", question: "Is it?", guidance: "" },
  ...{ passAt: 1, higherIsBetter: true, output }
})

/** Labels as long as they may be, which differ at their ends. */
const labels = Array.from({ length: 64 }, (_, value) => ({
  label: "😀".repeat(97) + String(value).padStart(3, "0"),
  value
}))
const rubric = {
  number: question({ type: "number", min: null, max: null }),
  yes: question({ type: "boolean" }),
  label: question({ type: "label", labels })
}

const numbers = [0, 0.1, -1e21, 1e-7, 123_456_789.123_456_79]
/** What somebody says of an item: of the slots of an item, the last corrects what they said. */
const answer = (ordinal: number, slot: number, number: number): Readonly<Record<keyof typeof rubric, Value>> => ({
  number: numbers[(ordinal * 7 + slot + number) % numbers.length]!,
  yes: (ordinal + slot * number) % 3 === 0,
  label: labels[(ordinal * slot + number) % 64]!.label
})

let keys = 0
/** A session of which each of its people said something about every item, and the first corrected it. */
const said = Effect.fnUntraced(function* (items: number, people: number) {
  const [sql, store] = [yield* SqlClient.SqlClient, yield* ReviewStore]
  const { id } = yield* store.create(
    space,
    { requestKey: `key ${keys++}`, inputsHash: "hash" },
    {
      ...{ name: "Answers", rubric, assignees: [], reservationMinutes: 60, blind: true, browserOnly: false },
      ...{ instructions: "", subject: { type: "traces" }, createdBy: by, reviewersPerItem: people },
      subjects: Array.from({ length: items }, (_, n) => ({ type: "trace", id: `trace ${n}` }))
    }
  )
  const rows = Array.from({ length: items }, (_, n) => n + 1).flatMap((ordinal) =>
    Array.from({ length: people }, (_, n) => n + 1).flatMap((slot) =>
      (slot === 1 ? [1, 2] : [1]).map((number) => {
        const told = Object.entries(answer(ordinal, slot, number)).map(([alias, value]) => [
          alias,
          { value, comment: "why" }
        ])
        return { ordinal, slot, number, scores: JSON.stringify(Object.fromEntries(told)) }
      })
    )
  )
  yield* sql`
    insert into agent_operations.review_submissions
      (tenant_id, project_id, session_id, ordinal, slot, number, reviewer, via, scores)
    select ${space.tenant}, ${space.project}, ${id}, m.ordinal, m.slot, m.number, '{}', 'rest', m.scores
    from json_to_recordset(${JSON.stringify(rows)}::json) as m(ordinal int, slot int, number int, scores text)`
  yield* sql`
    update agent_operations.review_sessions set reviews = ${items * people}
    where tenant_id = ${space.tenant} and project_id = ${space.project} and id = ${id}`
  return (yield* store.session(space, id))!
})

const plain = (items: number, people: number) =>
  Object.fromEntries(
    Object.entries(rubric).map(([alias, asked]) => {
      const of = Array.from({ length: items }, (_, n) => n + 1).map((ordinal) => ({
        ordinal,
        values: Array.from(
          { length: people },
          (_, n) => answer(ordinal, n + 1, n === 0 ? 2 : 1)[alias as keyof typeof rubric]
        )
      }))
      return [alias, plainFigures(asked, of)]
    })
  )

/** The store, and how many rows and bytes each of its reads of answers has returned since. */
const counting = Effect.map(ReviewStore, (store) => {
  const reads: Array<{ readonly rows: number; readonly bytes: number }> = []
  const counted: typeof store.counted = (...args) =>
    Effect.tap(store.counted(...args), (rows) =>
      Effect.sync(() => reads.push({ rows: rows.length, bytes: Buffer.byteLength(JSON.stringify(rows)) }))
    )
  return { reads, store: { ...store, counted } }
})

describeOnBothDatabases("the figures of a session", (database) => {
  const stored = ReviewStore.layer.pipe(Layer.provideMerge(database.migrated([migrations])), Layer.orDie)

  layer(stored, { excludeTestServices: true })((it) => {
    it.effect("N1: are those of a plain computation, of few answers read at once, and of many page by page", () =>
      Effect.gen(function* () {
        const { reads, store } = yield* counting
        const counted = Layer.provide(SessionFigures.layer, Layer.succeed(ReviewStore, store))
        const figures = Context.get(yield* Layer.build(counted), SessionFigures)
        for (const [items, people, pages] of [
          [40, 3, 1],
          [1000, 3, 1],
          [400, 10, 2]
        ] as const) {
          reads.length = 0
          const told = yield* figures(space, yield* said(items, people))
          assert.deepStrictEqual(told, plain(items, people))
          assert.lengthOf(reads, pages)
          // The answers of a page are told in fewer bytes than one label may have.
          for (const { rows, bytes } of reads) {
            assert.isAtMost(rows * 3, 10_000)
            assert.isAtMost(bytes, rows * 200)
          }
        }
      })
    )
  })
})

const session: ReviewSession = {
  ...{ id: "rvs_1", requestKey: "key", name: "Answers", status: "open", subject: { type: "traces" }, rubric },
  ...{
    reviewersPerItem: 10,
    assignees: [],
    reservationMinutes: 60,
    blind: false,
    browserOnly: false,
    instructions: ""
  },
  counts: { items: 5000, completed: 0, withdrawn: 0, reviews: 50_000 },
  ...{ createdAt: "", createdBy: by, closedAt: null, closedBy: null }
}

const closed: ReviewSession = { ...session, id: "rvs_2", status: "closed" }

/** A store in which a read of answers takes a tenth of a second. */
const slow = () => {
  const reads = { all: 0, atOnce: 0, most: 0 }
  const counted = Effect.fnUntraced(function* () {
    reads.all++
    reads.most = Math.max(reads.most, ++reads.atOnce)
    // clock: it is turned by hand
    yield* Effect.sleep(100)
    reads.atOnce--
    return []
  })
  const store = Layer.mock(ReviewStore, {
    session: (_space, id) => Effect.succeed({ ...session, status: id === closed.id ? "closed" : "open" }),
    counted
  })
  return { reads, layer: Layer.provide(SessionFigures.layer, store) }
}

/** What comes of it, as time goes on. */
const inTime = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(effect)
    while (fiber.pollUnsafe() === undefined) {
      yield* TestClock.adjust(100)
      yield* Effect.promise(() => setImmediate())
    }
    return yield* Fiber.join(fiber)
  })

layer(Layer.empty)("the figures of many answers", (it) => {
  it.effect("K3: are counted once for whoever asks meanwhile, and again after many times as long as it took", () => {
    const { reads, layer } = slow()
    return Effect.gen(function* () {
      const figures = yield* SessionFigures
      yield* inTime(Effect.all([figures(space, session), figures(space, session)], { concurrency: 2 }))
      const once = reads.all
      assert.strictEqual(once, Math.ceil(5000 / Math.floor(10_000 / 30)))
      yield* TestClock.adjust("20 seconds")
      yield* figures(space, session)
      assert.strictEqual(reads.all, once)
    }).pipe(Effect.provide(layer))
  })

  it.effect("K3: are counted to the end, and kept, though who asked first did not wait for it", () => {
    const { reads, layer } = slow()
    return Effect.gen(function* () {
      const figures = yield* SessionFigures
      const first = yield* Effect.forkChild(figures(space, session))
      yield* TestClock.adjust(100)
      yield* Fiber.interrupt(first)
      yield* inTime(figures(space, session))
      assert.strictEqual(reads.all, Math.ceil(5000 / Math.floor(10_000 / 30)))
    }).pipe(Effect.provide(layer))
  })

  it.effect("K3: are counted once of a session that is closed", () => {
    const { reads, layer } = slow()
    return Effect.gen(function* () {
      const figures = yield* SessionFigures
      yield* inTime(figures(space, closed))
      const once = reads.all
      yield* TestClock.adjust("1 hour")
      yield* inTime(figures(space, closed))
      assert.strictEqual(reads.all, once)
    }).pipe(Effect.provide(layer))
  })

  it.effect("are told anew of a session that was closed", () => {
    const { reads, layer } = slow()
    return Effect.gen(function* () {
      const figures = yield* SessionFigures
      const all = (of: ReviewSession) => Effect.map(inTime(figures(space, of)), () => reads.all)
      const open = yield* all(session)
      assert.strictEqual(yield* all({ ...session, status: "closed" }), 2 * open)
    }).pipe(Effect.provide(layer))
  })

  it.effect("K3: are of two sessions at once at most, however many are asked for", () => {
    const { reads, layer } = slow()
    return Effect.gen(function* () {
      const figures = yield* SessionFigures
      yield* inTime(
        Effect.forEach([1, 2, 3, 4, 5], (n) => figures(space, { ...session, id: `rvs_${n}` }), { concurrency: 5 })
      )
      assert.strictEqual(reads.most, 2)
    }).pipe(Effect.provide(layer))
  })

  it.effect("of few are counted each time, so that what was corrected is told at once", () => {
    const { reads, layer } = slow()
    return Effect.gen(function* () {
      const figures = yield* SessionFigures
      const few = { ...session, counts: { ...session.counts, reviews: 600 } }
      for (const n of [1, 2]) {
        yield* inTime(figures(space, few))
        assert.strictEqual(reads.all, n)
      }
    }).pipe(Effect.provide(layer))
  })
})
