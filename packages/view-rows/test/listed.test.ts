import {
  datasetRecords,
  evaluationRecords,
  type FieldPath,
  parseFieldPath,
  reviewRecords
} from "@agent-operations/contract/records"
import { NotFound } from "@agent-operations/error-envelope"
import type { Filter } from "@agent-operations/traces"
import { assert, describe, it } from "@effect/vitest"
import type { RowPosition } from "@agent-operations/traces/store"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { vi } from "vitest"
import { withheld } from "../src/formulas/protocol.ts"
import { listDatasets } from "../src/listed/datasets.ts"
import { listEvaluations, listTargets } from "../src/listed/evaluations.ts"
import { inTime, type Item, keepValues, type List, nothingLeftOut, valuesOf } from "../src/listed/list.ts"
import { listReviews } from "../src/listed/reviews.ts"
import { listSource } from "../src/query/list-source.ts"

const records = { ...datasetRecords, ...evaluationRecords, ...reviewRecords }

const pathOf = (path: string) => ({ ...(parseFieldPath(records, path) as FieldPath), path })

/** What a row has of a record, by the fields that it has at all. */
const told = (item: Item, record: keyof typeof records, more: ReadonlyArray<string> = []) => {
  const names = [...Object.keys(records[record]), ...more]
  const values = names.map((name) => [name, item.value(pathOf(`${record}.${name}`))] as const)
  return Object.fromEntries(values.filter(([, value]) => value !== null))
}

const placed = ({ id, place, at, names, ids }: Item) => ({ id, place, at, names, ids })

/** A page of a list, none of whose reads fails here. */
const pageOf = (list: List, at?: string, paths: ReadonlyArray<string> = []) =>
  list.page(at, paths.map(pathOf)) as Effect.Effect<{
    readonly items: ReadonlyArray<Item>
    readonly next: string | null
  }>

/** The rows of a list, filled in as far as they are left out. */
const rowsOf = Effect.fnUntraced(function* (list: List, paths: ReadonlyArray<string> = []) {
  const { items } = yield* pageOf(list, undefined, paths)
  const filled = list.fill(items, paths.map(pathOf), Effect.succeed(false))
  return (yield* filled as Effect.Effect<Effect.Success<typeof filled>>).items
})

const at = (second: number) => `2015-11-20T10:00:0${second}.000Z`
const nanos = (second: number) => BigInt(Date.parse(at(second))) * 1_000_000n

/** A walk of lists that have two items on a page at most. */
const pages =
  <A>(items: ReadonlyArray<A>) =>
  ({ cursor }: { readonly cursor?: string }) => {
    const from = Number(cursor ?? 0)
    const nextCursor = from + 2 < items.length ? String(from + 2) : null
    return Effect.succeed({ items: items.slice(from, from + 2), nextCursor })
  }

describe("rows of datasets", () => {
  const dataset = (id: string, created: number) => ({
    id,
    name: `Name of ${id}`,
    description: `About ${id}`,
    settings: { extra: { team: "maps" } },
    createdAt: at(created),
    updatedAt: at(created + 1)
  })
  const calls = {
    list: pages([dataset("b", 1), dataset("a", 1), dataset("gone", 5), dataset("c", 3)]),
    items: ({ datasetId, includeTotal = false }: { readonly datasetId: string; readonly includeTotal?: boolean }) =>
      datasetId === "gone"
        ? Effect.fail(new NotFound({ message: "It is gone." }))
        : Effect.succeed({ items: [], nextCursor: null, ...(includeTotal && { total: datasetId.codePointAt(0) }) })
  }

  it.effect("T13: have what lists tell of them, newest first, and how many items each has, unless it is gone", () =>
    Effect.gen(function* () {
      const list = listDatasets(calls as never)
      const rows = yield* rowsOf(list, ["dataset.itemCount", "dataset.metadata", "dataset.metadata.team"])
      assert.deepStrictEqual(
        rows.map(({ id }) => id),
        ["c", "b", "a"]
      )
      const [first] = rows
      const name = "Name of c"
      assert.deepStrictEqual(placed(first!), { id: "c", place: nanos(3), at: nanos(3), names: [name], ids: ["c"] })
      assert.deepStrictEqual(told(first!, "dataset", ["metadata.team"]), {
        ...{ id: "c", name, description: "About c", itemCount: 99, createdAt: at(3), updatedAt: at(4) },
        ...{ metadata: '{"team":"maps"}', "metadata.team": '"maps"' }
      })
      assert.deepStrictEqual(
        ["dataset.itemCount", "dataset.name"].map((path) => list.isLeftOut(pathOf(path))),
        [true, false]
      )
    })
  )
})

describe("the metadata of what is listed", () => {
  const text = "x".repeat(200_000)
  const one = (n: number) => ({
    ...{ ...runAt(1, null), id: `d${n}`, description: null, createdAt: at(1), updatedAt: at(1) },
    ...{ settings: { extra: { text } }, metadata: { text } }
  })
  const listOf = {
    dataset: (count: number) => listDatasets({ list: pages(Array.from({ length: count }, (_, n) => one(n))) } as never),
    evaluation: (count: number) =>
      listEvaluations({ list: pages(Array.from({ length: count }, (_, n) => one(n))) } as never)
  }

  it.effect.each(["dataset", "evaluation"] as const)(
    "K3: of each %s is kept where it is asked for, and not more than is read at once",
    (record) =>
      Effect.gen(function* () {
        const path = `${record}.metadata.text`
        const most = Math.ceil((32 * 1024 * 1024) / (text.length + 2))
        const unasked = yield* pageOf(listOf[record](most + 1))
        assert.deepStrictEqual(new Set(unasked.items.map((item) => item.value(pathOf(path)))), new Set([null]))
        const asked = yield* pageOf(listOf[record](most - 1), undefined, [path])
        assert.deepStrictEqual(new Set(asked.items.map((item) => item.value(pathOf(path)))), new Set([`"${text}"`]))
        const refused = yield* Effect.flip(pageOf(listOf[record](most + 1), undefined, [path]))
        assert.propertyVal(refused, "_tag", "TOO_MANY_ROWS")
      })
  )
})

describe("filters of what is too large to be read", () => {
  const list: List = {
    records: [],
    page: () =>
      Effect.succeed({
        next: null,
        items: ([withheld, null] as const).map((value, n) => ({
          ...{ id: `d${n}`, place: BigInt(2 - n), names: [], ids: [] },
          value: () => value
        }))
      }),
    ...nothingLeftOut
  }
  const scope = { caller: {} as never, from: undefined, to: undefined, search: "" }

  // The first row has a value that is too large, the second one has none.
  it.effect.each<readonly [Filter["operator"], unknown, ReadonlyArray<boolean>]>([
    ["exists", undefined, [true, false]],
    ["exists", true, [true, false]],
    ["exists", false, [false, true]],
    ["ne", "x", [true, true]],
    ["eq", "x", [false, false]],
    ["contains", "", [false, false]],
    ["gt", "a", [false, false]]
  ])("T14: %s %s lets through %j", ([operator, value, passing]) =>
    Effect.gen(function* () {
      const on = { path: "dataset.description", type: "string" }
      const filter = { field: on.path, operator, on, ...(value !== undefined && { value }) }
      const source = listSource(list, scope, { here: [filter] } as never)
      const { rows } = yield* source.read({ limit: 10, paths: [on.path] } as never)
      assert.deepStrictEqual(
        rows.map((row) => row.passes),
        passing
      )
    })
  )
})

describe("what is read apart of each row", () => {
  const item = (n: number): Item => ({ id: `d${n}`, place: BigInt(-n), names: [], ids: [], value: () => null })

  it.effect("K3: is read for a second, of whole rows, and the rest by whoever goes on behind them", () =>
    Effect.gen(function* () {
      let read = 0
      const list: List = {
        records: [],
        page: () => Effect.succeed({ next: null, items: Array.from({ length: 30 }, (_, n) => item(n)) }),
        isLeftOut: () => true,
        fill: (items, _, isOver) =>
          Effect.map(
            inTime(items, (one) => Effect.as(TestClock.adjust(150), (read++, one)), isOver),
            (filled) => ({ items: filled, looked: filled.length })
          )
      }
      const scope = { caller: {} as never, from: undefined, to: undefined, search: "" }
      const source = listSource(list, scope, { here: [] } as never)
      const found: Array<string> = []
      let after: RowPosition | undefined
      for (let more = true; more;) {
        const before = read
        const page = yield* source.read({ limit: 50, paths: ["dataset.name"], after, sorted: true })
        assert.isAtMost(read - before, 8)
        found.push(...page.rows.map(({ id }) => id))
        ;({ more } = page)
        after = page.rows.at(-1)
      }
      assert.deepStrictEqual(
        found,
        Array.from({ length: 30 }, (_, n) => `d${n}`)
      )
    })
  )

  it("K3: is not written where it is too large to be told", () => {
    const written = vi.spyOn(JSON, "stringify")
    const names = Object.fromEntries(Array.from({ length: 30_000 }, (_, n) => [`k${n}`, n]))
    const value = valuesOf({ case: { input: names, output: "x".repeat(256 * 1024 - 2), error: "é".repeat(200_000) } })
    const told = ["input", "output", "error"].map((name) => value(pathOf(`case.${name}`)))
    const count = written.mock.calls.length
    vi.restoreAllMocks()
    assert.deepStrictEqual([told[0], told[2], count], [withheld, withheld, 2])
    assert.lengthOf(told[1] as string, 256 * 1024)
  })
})

describe("values of what is large", () => {
  const size = 250_000
  const depth = 60
  const nested = Array.from({ length: depth }).reduce<unknown>((inner) => [inner], "x".repeat(size))
  const nestedPaths = Array.from({ length: depth }, (_, n) => `case.input${".0".repeat(n)}`)
  /** How many of them a row has room for. */
  const kept = Math.ceil((8 * 1024 * 1024) / size)

  it("T14, K3: have one path, whose indexes have no zeros before them", () => {
    const value = valuesOf({ case: { input: [[["a"], "b"], ..."0123456789"], metadata: { "00": "c" } } })
    const paths = ["input.0.0", "input.00.0", "input.0.00", "input.10", "input.010", "metadata.00"]
    assert.deepStrictEqual(
      paths.map((path) => value(pathOf(`case.${path}`))),
      ['["a"]', null, null, '"9"', null, '"c"']
    )
  })

  it("K3: are made one a step, as many as a row has room for", () => {
    const written = vi.spyOn(JSON, "stringify")
    const steps = keepValues(valuesOf({ case: { input: nested } }), nestedPaths.map(pathOf))
    const counts: Array<number> = []
    let step = steps.next()
    for (; step.done !== true; step = steps.next()) counts.push(written.mock.calls.length)
    vi.restoreAllMocks()
    assert.deepStrictEqual(
      counts,
      nestedPaths.map((_, n) => Math.min(n + 1, kept))
    )
    assert.deepStrictEqual(
      step.value.values.map((value) => value !== withheld),
      nestedPaths.map((_, n) => n < kept)
    )
  })

  it.effect("K3: of the cases of a run are read of as many as are kept at once", () =>
    Effect.gen(function* () {
      const target = (ordinal: number) => ({ id: `target${ordinal}`, ordinal, scores: {} })
      let read = 0
      const calls = {
        get: () => Effect.succeed({ run: runAt(1, "s"), items: Array.from({ length: 50 }, (_, n) => target(n)) }),
        target: () => Effect.sync(() => (read++, { input: nested, errorCode: null, attempts: [] }))
      }
      const list = listTargets(calls as never, "run1")
      const { items } = yield* pageOf(list)
      const filled = list.fill(items, nestedPaths.map(pathOf), Effect.succeed(false))
      const { looked } = yield* filled as Effect.Effect<Effect.Success<typeof filled>>
      assert.deepStrictEqual([looked, read], [4, 4])
    })
  )

  it.effect("K3: are of as many rows as are read at once, and further ones behind them", () =>
    Effect.gen(function* () {
      const text = "x".repeat(size)
      const items = Array.from({ length: 300 }, (_, n): Item => ({
        ...{ id: `d${n}`, place: BigInt(-n), names: [], ids: [] },
        value: () => text
      }))
      const list: List = { records: [], page: () => Effect.succeed({ next: null, items }), ...nothingLeftOut }
      const scope = { caller: {} as never, from: undefined, to: undefined, search: "" }
      const source = listSource(list, scope, { here: [] } as never)
      const asked = { limit: 300, paths: ["dataset.name"], sorted: true }
      const first = yield* source.read(asked)
      const second = yield* source.read({ ...asked, after: first.rows.at(-1) })
      const again = yield* source.read({ ...asked, ids: items.map(({ id }) => id) })
      const most = Math.ceil((32 * 1024 * 1024) / size)
      assert.deepStrictEqual(
        [first, second, again].map(({ rows, more }) => [rows.length, rows.at(-1)?.id, more]),
        [
          [most, `d${most - 1}`, true],
          [most, `d${2 * most - 1}`, true],
          [most, `d${most - 1}`, true]
        ]
      )
    })
  )
})

const runAt = (n: number, series: string | null, more: object = {}) => ({
  id: `run${n}`,
  name: `Run ${n}`,
  series,
  status: "completed",
  counts: { total: 10, succeeded: 7, failed: 2, cancelled: 1 },
  createdAt: at(n),
  startedAt: at(n + 1),
  endedAt: at(n + 3),
  usage: { heldMicros: 1, spentMicros: 250_000, assumedMicros: 2 },
  statistics: { exact: { mean: 0.75 }, none: { mean: null } },
  pins: { dataset: { id: "ds", revision: 1 } },
  metadata: { n },
  reason: { code: "LATE" },
  ...more
})

const ofRun = (n: number, evaluationId: string) => ({
  ...{ id: `run${n}`, evaluationId, name: `Run ${n}`, status: "completed" },
  ...{ caseCount: 10, completedCount: 7, failedCount: 2, "scores.exact": 0.75, cost: 0.25, error: '{"code":"LATE"}' },
  ...{ startedAt: at(n + 1), endedAt: at(n + 3), durationMs: 2000, metadata: `{"n":${n}}` }
})

const runFields = ["scores.exact", "scores.none"]

describe("rows of evaluations", () => {
  it.effect("T13: are of the series and of runs without one, each with what its latest run tells", () =>
    Effect.gen(function* () {
      const running = { startedAt: null, endedAt: null, pins: { dataset: null }, reason: null }
      const runs = [runAt(5, null, running), runAt(4, "s"), runAt(2, "s"), runAt(1, "s")]
      const rows = yield* rowsOf(listEvaluations({ list: pages(runs) } as never), [
        "evaluation.metadata",
        "run.metadata"
      ])
      const [alone, series, ...more] = rows
      assert.deepStrictEqual(more, [])
      assert.deepStrictEqual(placed(series!), {
        ...{ id: "run4", place: nanos(4), at: nanos(4) },
        ...{ names: ["s"], ids: ["s", "run4"] }
      })
      assert.deepStrictEqual(told(series!, "evaluation"), {
        ...{ id: "s", name: "s", datasetId: "ds", runCount: 3, metadata: '{"n":4}' },
        ...{ lastRunAt: at(4), createdAt: at(1), updatedAt: at(7) }
      })
      assert.deepStrictEqual(told(series!, "run", runFields), { ...ofRun(4, "s"), scores: '{"exact":0.75}' })
      assert.deepStrictEqual(told(alone!, "evaluation"), {
        ...{ id: "run5", name: "Run 5", runCount: 1, metadata: '{"n":5}' },
        ...{ lastRunAt: at(5), createdAt: at(5), updatedAt: at(5) }
      })
      const { startedAt: _, endedAt: __, durationMs: ___, error: ____, ...started } = ofRun(5, "run5")
      assert.deepStrictEqual(told(alone!, "run", runFields), { ...started, scores: '{"exact":0.75}' })
    })
  )

  it.effect("T13: of a run are its targets in its order, with their evidence, unless one is gone", () =>
    Effect.gen(function* () {
      const target = (ordinal: number) => ({
        ...{ id: `target${ordinal}`, ordinal, itemId: `item${ordinal}`, traceId: `trace${ordinal}` },
        ...{ externalId: `Name ${ordinal}`, status: "failed", durationMs: 1500, spentMicros: 500_000 },
        scores: { exact: { value: 1 }, none: { value: null } }
      })
      const evidence = {
        ...{ input: { a: 1 }, output: "out", expected: [2], metadata: { m: 3 }, errorCode: "APP_ERROR" },
        attempts: [
          { startedAt: at(1), endedAt: at(2), message: "first" },
          { startedAt: at(3), endedAt: at(4), message: "last" }
        ]
      }
      const asked: Array<object> = []
      const calls = {
        get: (input: object) =>
          Effect.sync(() => {
            asked.push(input)
            return { run: runAt(1, "s"), items: [target(1), target(2), target(3)], nextCursor: "next" }
          }),
        target: ({ id }: { readonly id: string }) =>
          id === "target2" ? Effect.fail(new NotFound({ message: "It is gone." })) : Effect.succeed(evidence)
      }
      const list = listTargets(calls as never, "run1")
      const page = yield* pageOf(list, "before")
      assert.deepStrictEqual([page.next, asked], ["next", [{ id: "run1", limit: 200, cursor: "before" }]])
      const ofEvidence = ["input", "output", "expected", "metadata", "error", "startedAt", "endedAt"]
      const rows = yield* rowsOf(
        list,
        ofEvidence.map((name) => `case.${name}`)
      )
      assert.deepStrictEqual(
        rows.map(placed),
        [1, 3].map((n) => ({
          ...{ id: `target${n}`, place: -BigInt(n), at: undefined, names: [`Name ${n}`] },
          ids: [`target${n}`, `item${n}`, `trace${n}`]
        }))
      )
      assert.deepStrictEqual(told(rows[0]!, "case", runFields), {
        ...{ id: "target1", runId: "run1", traceId: "trace1", name: "Name 1", status: "failed" },
        ...{ expected: "[2]", scores: '{"exact":1}', "scores.exact": 1, durationMs: 1500, cost: 0.5 },
        ...{ startedAt: at(1), endedAt: at(4), input: '{"a":1}', output: '"out"', metadata: '{"m":3}' },
        error: '{"code":"APP_ERROR","message":"last"}'
      })
      assert.deepStrictEqual(told(rows[0]!, "run", runFields), { ...ofRun(1, "s"), scores: '{"exact":0.75}' })
      const shared = yield* list.shared!.value as Effect.Effect<Item["value"]>
      assert.strictEqual(shared(pathOf("run.name")), "Run 1")
      assert.deepStrictEqual(
        ["case.input", "case.name", "run.metadata"].map((path) => list.isLeftOut(pathOf(path))),
        [true, false, false]
      )
    })
  )
})

describe("rows of reviews", () => {
  const slot = (slot: number, reviewer: string | null, submittedAt: string | null) => ({
    slot,
    reviewer: reviewer === null ? null : { id: `id of ${reviewer}`, name: reviewer },
    submittedAt
  })
  const label = {
    output: { type: "label", labels: [{ label: "kind", value: 4 }, { label: "rude" }, { label: "flat", value: 0 }] }
  }
  const session = {
    createdAt: at(0),
    rubric: { tone: label, good: { output: { type: "boolean" } }, stars: { output: { type: "number" } } }
  }
  const submission = {
    slot: 1,
    submittedAt: at(2),
    scores: {
      good: { value: true, comment: "Yes." },
      tone: { value: "kind", comment: "" },
      stars: { value: 3, comment: "Three." },
      other: { value: "unasked" }
    }
  }
  const reviewed = (id: string, ordinal: number, status: string, slots: ReadonlyArray<object>, more: object = {}) => ({
    review: { id, ordinal, status, subject: { type: "trace", id: `subject of ${id}` }, slots },
    submissions: [],
    ...more
  })
  const calls = {
    getSession: () => Effect.succeed({ session }),
    list: () =>
      Effect.succeed({
        items: [
          reviewed("a", 1, "open", [slot(1, "Ada", at(3)), slot(2, "Ben", null), slot(3, null, null)], {
            submissions: [submission]
          }),
          reviewed("b", 2, "withdrawn", [slot(1, "Ada", at(4)), slot(2, null, null)], {
            submissions: [
              { ...submission, scores: { good: { value: false }, tone: { value: "flat" }, stars: { value: 0 } } },
              { ...submission, slot: 2, scores: { tone: { value: "rude" } } }
            ]
          })
        ],
        nextCursor: "next"
      })
  }

  it.effect("T13: are of each place, with its state, its reviewer and what was answered", () =>
    Effect.gen(function* () {
      const space = { tenant: "org", project: "prj" }
      const list = listReviews(calls as never, {} as never, space, "session")
      const { items, next } = yield* pageOf(list)
      assert.strictEqual(next, "next")
      assert.deepStrictEqual(
        items.map((item) => [item.id, item.place, item.value(pathOf("review.status"))]),
        [
          ["a/1", -17n, "completed"],
          ["a/2", -18n, "claimed"],
          ["a/3", -19n, "open"],
          ["b/1", -33n, "completed"],
          ["b/2", -34n, "withdrawn"]
        ]
      )
      const [first, second] = items
      assert.deepStrictEqual(
        [first!.names, first!.ids],
        [
          ["Ada", "Yes.\nThree."],
          ["a", "subject of a"]
        ]
      )
      const fields = ["scores.good", "scores.tone", "scores.stars", "scores.other"]
      assert.deepStrictEqual(told(first!, "review", fields), {
        ...{ id: "a", status: "completed", traceId: "subject of a", reviewerId: "id of Ada", reviewerName: "Ada" },
        ...{ verdict: "kind", comment: "Yes.\nThree.", scores: '{"good":1,"tone":4,"stars":3}' },
        ...{ "scores.good": 1, "scores.tone": 4, "scores.stars": 3 },
        ...{ completedAt: at(3), createdAt: at(0), updatedAt: at(2) }
      })
      assert.deepStrictEqual(
        [3, 4].map((n) => items[n]!.value(pathOf("review.scores"))),
        ['{"good":0,"tone":0,"stars":0}', "{}"]
      )
      assert.deepStrictEqual(told(second!, "review"), {
        ...{ id: "a", status: "claimed", traceId: "subject of a", reviewerId: "id of Ben", reviewerName: "Ben" },
        ...{ scores: "{}", createdAt: at(0), updatedAt: at(0) }
      })
    })
  )

  it.effect("K3: have of their traces as many as are read at once, in their order", () =>
    Effect.gen(function* () {
      const idOf = (n: number) => n.toString(16).padStart(32, "0")
      const slots = (id: string, trace: number) => ({
        review: {
          id,
          ordinal: trace,
          status: "open",
          subject: { type: "trace", id: idOf(trace) },
          slots: [slot(1, null, null)]
        },
        submissions: []
      })
      const all = [1, 2, 3, 4, 5]
      const calls = {
        getSession: () => Effect.succeed({ session }),
        list: () => Effect.succeed({ items: all.map((n) => slots(`r${n}`, n)), nextCursor: null })
      }
      const asked: Array<number> = []
      // The newest come first, of which three are read at once; the second is gone.
      const traceRows = (
        _: unknown,
        { limit, conditions }: { readonly limit: number; readonly conditions: unknown }
      ) => {
        asked.push(limit)
        const there = all.filter((n) => n !== 2 && JSON.stringify(conditions).includes(idOf(n))).toReversed()
        const rows = there.slice(0, 3).map((n) => ({ id: idOf(n), values: [`trace ${n}`] }))
        return Effect.succeed({ rows, more: there.length > rows.length || there.length === limit })
      }
      const list = listReviews(calls as never, { traceRows } as never, { tenant: "org", project: "prj" }, "session")
      const { items } = yield* pageOf(list)
      const path = { ...parseFieldPath({ trace: { name: "string" } }, "trace.name")!, path: "trace.name" }
      const told: Array<unknown> = []
      for (let from = 0; from < items.length;) {
        const filled = list.fill(items.slice(from), [path], Effect.succeed(false))
        const { items: rows, looked } = yield* filled as Effect.Effect<Effect.Success<typeof filled>>
        told.push(rows.map((row) => row.value(path)))
        from += looked
      }
      assert.deepStrictEqual(told, [["trace 1"], [null, "trace 3", "trace 4", "trace 5"]])
      assert.deepStrictEqual(asked, [5, 1, 4])
    })
  )
})
