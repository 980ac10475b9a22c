/* oxlint-disable typescript/no-explicit-any -- an answer is looked at as its test knows it */
import { isLong } from "@agent-operations/testing/long"
import { Cursors } from "@agent-operations/operations"
import { Effect, Option, Result } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { databases, pagesOf } from "../kit.ts"
import { record } from "./data.ts"
import { type Host, startHost } from "./host.ts"

const traces = Array.from({ length: 12 }, (_, n) => ({
  name: `t${n % 5}`,
  ...(n % 3 === 0 ? { userId: `u${n}` } : {}),
  input: { text: `hi ${n}`, n },
  attributes: { tier: n % 2 === 0 ? "free" : "gold" },
  start: n,
  seconds: n % 4 === 3 ? null : n % 6,
  children: [{ name: "child", input: { q: n } }]
}))

describe.each(isLong ? databases : databases.slice(1))("the rows of a page view, on $name", (sort) => {
  let host: Host
  let ids: ReadonlyArray<string>
  const refer = (id: string) => ({ kind: "custom_field", id, revision: null })

  beforeAll(async () => {
    host = await startHost(sort)
    ids = await record(host, traces)
  })
  afterAll(() => host.close())

  it("have the columns of its settings, in its order", async () => {
    const tier = await host.field("Tier", "trace", "string", { type: "attribute", pointer: "/attributes/tier" })
    const slow = await host.field("Slow", "trace", "boolean", 'custom.tier == "gold" && trace.durationMs > 1000.0', {
      tier: refer(tier)
    })
    const settings = {
      columns: [
        { field: "trace.name", label: "Name" },
        { field: "custom.slow" },
        { field: "trace.input.n", hidden: true }
      ],
      sort: [{ field: "trace.durationMs", direction: "desc" }]
    }
    const { view, columns, items, nextCursor, scanned } = await host.ok("query_page_view", {
      draft: host.draft(settings, { slow })
    })
    assert.isNull(view)
    assert.deepStrictEqual(columns, [
      { field: "trace.name", label: "Name", valueType: "string", unit: null, hidden: false },
      { field: "custom.slow", label: null, valueType: "boolean", unit: null, hidden: false },
      { field: "trace.input.n", label: null, valueType: "json", unit: null, hidden: true }
    ])
    assert.deepStrictEqual([nextCursor, scanned], [null, 12])
    const order = items.map(({ values }: any) => values["trace.input.n"])
    const expected = traces
      .map(({ seconds, start }) => ({ start, ms: start % 4 === 3 ? 0 : (seconds ?? 0) * 1000 }))
      .sort((a, b) => b.ms - a.ms || b.start - a.start)
    assert.deepStrictEqual(
      order,
      expected.map(({ start }) => start)
    )
    for (const { id, values } of items) {
      const n = values["trace.input.n"]
      assert.strictEqual(id, ids[n])
      const { ms } = expected.find(({ start }) => start === n)!
      assert.deepStrictEqual(values, {
        "trace.name": `t${n % 5}`,
        "custom.slow": n % 2 === 1 && ms > 1000,
        "trace.input.n": n
      })
    }
  })

  describe("of a draft with custom fields that are not saved", () => {
    const formula = (expression: string, settings: object = {}) => ({
      source: { type: "formula", language: "cel", expression },
      settings: { target: "trace", valueType: "number", ...settings }
    })
    const shown = { columns: [{ field: "custom.tried" }], sort: [{ field: "trace.startedAt", direction: "asc" }] }
    const tried = (customFields: object, references: Record<string, string> = {}, settings: object = shown) => ({
      draft: { ...host.draft(settings, references), customFields }
    })

    it("T13: have the cells that they would have if they were saved", async () => {
      const twice = await host.field("Tried twice", "trace", "number", "trace.input.n * 2")
      const sum = { ...formula("custom.twice + trace.input.n", { unit: "USD" }), references: { twice: refer(twice) } }
      const { columns, items } = await host.ok("query_page_view", tried({ tried: sum }))
      assert.deepStrictEqual(columns, [
        { field: "custom.tried", label: null, valueType: "number", unit: "USD", hidden: false }
      ])
      assert.deepStrictEqual(
        items.map(({ values }: any) => values["custom.tried"]),
        traces.map((_, n) => n * 3)
      )
      const saved = await host.field("Tried", "trace", "number", sum.source, sum.references)
      const same = await host.ok("query_page_view", { draft: host.draft(shown, { tried: saved }) })
      assert.deepStrictEqual(
        same.items.map(({ values }: any) => values),
        items.map(({ values }: any) => values)
      )
    })

    it("are filtered and sorted by them, and of spans", async () => {
      const fields = {
        tried: formula("trace.input.n * 2"),
        big: formula("trace.input.n > 7", { valueType: "boolean" })
      }
      const { items } = await host.ok(
        "query_page_view",
        tried(
          fields,
          {},
          {
            columns: [{ field: "custom.tried" }],
            filters: [{ field: "custom.big", operator: "eq", value: true }],
            sort: [{ field: "custom.tried", direction: "desc" }]
          }
        )
      )
      assert.deepStrictEqual(
        items.map(({ values }: any) => values["custom.tried"]),
        [22, 20, 18, 16]
      )
      const ofSpans = { target: "trace", columns: [{ field: "custom.tried" }] }
      const spans = { tried: formula("span.input.q", { target: "span" }) }
      const rows = await host.ok("query_page_view", { ...tried(spans, {}, ofSpans), traceId: ids[3] })
      assert.deepStrictEqual(rows.items.map(({ values }: any) => values["custom.tried"]).toSorted(), [3, null])
    })

    it("T16: walk with the revisions of the first page that they use, and with no other draft", async () => {
      const used = await host.field("Used by one not saved", "trace", "number", "trace.input.n")
      const input = (expression: string) => ({
        ...tried({ tried: { ...formula(expression), references: { used: refer(used) } } }),
        limit: 5
      })
      const first = await host.ok("query_page_view", input("custom.used * 1.0"))
      const source = { type: "formula", language: "cel", expression: "1000.0" }
      await host.ok("update_custom_field", { id: used, expectedRevision: 1, source })
      const { nextCursor: cursor } = first
      const second = await host.ok("query_page_view", { ...input("custom.used * 1.0"), cursor })
      assert.deepStrictEqual(
        [...first.items, ...second.items].map(({ values }: any) => values["custom.tried"]),
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
      )
      const { error } = await host.call("query_page_view", { ...input("custom.used * 2.0"), cursor })
      assert.strictEqual(error.details.issues[0].path, "/cursor")
    })

    it("are refused with every issue below the place of the field in the input", async () => {
      const right = { first: formula("1.0"), tried: formula("2.0"), spare: formula("3.0") }
      const wrong = { first: formula("trace.nam"), tried: formula('"text"'), spare: formula("1", { target: "span" }) }
      const settings = { columns: [{ field: "custom.first" }, { field: "custom.tried" }, { field: "custom.missing" }] }
      const others = { columns: [{ field: "custom.first" }, { field: "custom.tried" }, { field: "custom.spare" }] }
      await host.ok("query_page_view", tried(right, {}, others))
      const again = await host.call("query_page_view", tried({ ...right, first: formula("trace.nam") }, {}, others))
      assert.strictEqual(again.status, 422, "what is right once is not taken for what has its names")
      const { status, error } = await host.call("query_page_view", tried(wrong, {}, settings))
      assert.deepStrictEqual([status, error.code], [422, "INVALID_VIEW"])
      assert.deepStrictEqual(
        error.details.issues.map(({ path, code, position, definition }: any) => ({ path, code, position, definition })),
        [
          { path: "/draft/customFields/spare", code: "TARGET_MISMATCH" },
          { path: "/settings/columns/2/field", code: "UNKNOWN_ALIAS" },
          {
            path: "/draft/customFields/first/source/expression",
            code: "UNKNOWN_FIELD",
            position: { line: 1, column: 7 }
          },
          {
            path: "/draft/customFields/tried/source/expression",
            code: "TYPE_ERROR",
            position: { line: 1, column: 1 }
          },
          { path: "/draft/customFields/spare", code: "UNUSED_REFERENCE" }
        ].map((issue) => ({ position: undefined, definition: undefined, ...issue }))
      )
    })

    it("are refused at their place: too many, an alias twice, too long, and where nothing is refused to be saved", async () => {
      const saved = await host.field("Of one alias", "trace", "number", "1.0")
      const many = Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`f${n}`, formula("1.0")]))
      for (const [input, path] of [
        [tried(many), "/draft/customFields"],
        [tried({ tried: formula("1.0") }, { tried: saved }), "/draft/customFields/tried"],
        [tried({ tried: formula("1".repeat(8193)) }), "/draft/customFields/tried/source/expression"],
        [tried({ "not an alias": formula("1.0") }), "/draft/customFields/not an alias"]
      ] as const) {
        const { status, error } = await host.call("query_page_view", input)
        assert.deepStrictEqual([status, error.details?.issues[0].path], [400, path], JSON.stringify(error))
      }
      const { status, error } = await host.call("validate_page_view", tried({ tried: formula("1.0") }))
      assert.deepStrictEqual([status, error.details.issues[0].path], [400, "/draft/customFields"])
    })
  })

  it("P1: are the same page by page, grouped, sorted and filtered by what the database has, and by what it has not", async () => {
    const twice = await host.field("Twice", "trace", "number", "trace.input.n * 2")
    for (const settings of [
      { groupBy: "trace.name", sort: [{ field: "trace.userId", direction: "desc" }] },
      { groupBy: "custom.twice" },
      { sort: [{ field: "custom.twice", direction: "desc" }] },
      { filters: [{ field: "custom.twice", operator: "gt", value: 6 }] },
      { filters: [{ field: "trace.userId", operator: "exists" }], sort: [{ field: "trace.userId", direction: "asc" }] }
    ]) {
      const draft = host.draft({ columns: [{ field: "custom.twice" }], ...settings }, { twice })
      const whole = await host.ok("query_page_view", { draft })
      assert.isNotEmpty(whole.items)
      assert.isNull(whole.nextCursor)
      assert.deepStrictEqual(await host.walk({ draft, limit: 2 }), whole.items)
    }
  })

  it("are those of a range and of a search, sorted by what the database has, and by what it has not", async () => {
    const project = "acme.found"
    const day = 86_400
    const made = await record(
      host,
      [
        { name: "Parcel", start: 0, input: "lamp", userId: "Zed" },
        { name: "other", start: 1, input: { said: "PARCEL" }, children: [{ name: "looked up", input: ["a lamp"] }] },
        { name: "none", start: 2, input: "nothing" },
        { name: "parcel of long ago", start: -8 * day, input: "lamp" },
        { name: "parcel of six days ago", start: -6 * day, input: "desk" }
      ],
      project
    )
    const same = await host.field("Same", "trace", "number", "1.0", {}, project)
    const ofSpan = await host.field("Same of spans", "span", "number", "1.0", {}, project)
    const started = async (n: number) => (await host.ok("get_trace", { id: made[n]! }, project)).trace.startedAt
    const [first, second] = [await started(0), await started(1)]
    for (const sort of [[], [{ field: "custom.same", direction: "asc" }]]) {
      const rows = async (more: object, filters: ReadonlyArray<object> = []) => {
        const draft = host.draft({ columns: [{ field: "trace.name" }], sort, filters }, { same })
        const items = await host.walk({ draft, limit: 2, ...more }, project)
        return items.map(({ id }) => made.indexOf(id))
      }
      // Without a beginning, of the last seven days.
      assert.deepStrictEqual(await rows({}), [2, 1, 0, 4])
      assert.deepStrictEqual(await rows({ from: new Date(0).toISOString() }), [2, 1, 0, 4, 3])
      const since = { field: "trace.startedAt", operator: "gt", value: new Date(0).toISOString() }
      assert.deepStrictEqual(await rows({}, [since]), [2, 1, 0, 4, 3])
      assert.deepStrictEqual(await rows({ from: second }), [2, 1])
      assert.deepStrictEqual(await rows({ to: second }), [0, 4])
      assert.deepStrictEqual(await rows({ from: first, to: second }), [0])
      assert.deepStrictEqual(await rows({ search: "pARCel" }), [1, 0, 4])
      assert.deepStrictEqual(await rows({ search: "zed" }), [0])
      assert.deepStrictEqual(await rows({ search: made[2]!.slice(0, 20).toUpperCase() }), [2])
      assert.deepStrictEqual(await rows({ search: made[2]!.slice(4) }), [])
      const named = { field: "trace.name", operator: "eq", value: "other" }
      assert.deepStrictEqual(await rows({ search: "parcel", to: second }, [named]), [])
      assert.deepStrictEqual(await rows({ search: "parcel" }, [named]), [1])
    }

    const spansOf = async (n: number, sort: ReadonlyArray<object>, more: object) => {
      const columns = [{ field: "span.name" }, { field: "span.startedAt" }]
      const draft = host.draft({ target: "trace", columns, sort }, { same: ofSpan })
      const items = await host.walk({ draft, traceId: made[n], limit: 1, ...more }, project)
      return items.map(({ values }) => values["span.name"]).toSorted()
    }
    for (const sort of [[], [{ field: "custom.same", direction: "asc" }]]) {
      assert.deepStrictEqual(await spansOf(1, sort, {}), ["looked up", "other"])
      for (const [search, found] of [
        ["LOOKED", ["looked up"]],
        ["a lamp", ["looked up"]],
        ["parcel", ["other"]],
        ["0000000000000002", ["other"]],
        ["0".repeat(12), ["other"]],
        ["0000002", []],
        ["zed", []]
      ] as const)
        assert.deepStrictEqual(await spansOf(1, sort, { search }), [...found], search)
      assert.deepStrictEqual(await spansOf(1, sort, { from: second }), ["looked up", "other"])
      assert.deepStrictEqual(await spansOf(1, sort, { to: second }), [])
      assert.deepStrictEqual(await spansOf(3, sort, {}), ["parcel of long ago"])
    }
  })

  it("T6, T20: are of traces that are kept, which run for as long as the host says", async () => {
    const kept = await startHost(sort, { retention: "20 days", idle: "1 hour" })
    try {
      const day = 86_400
      const [, running, still] = await record(kept, [
        { name: "old", start: -25 * day },
        { name: "running", start: 0, seconds: null },
        { name: "still", start: 1, seconds: null }
      ])
      await kept.kit.run(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* sql`update agent_operations.trace_heads set arrived_at = now() - interval '25 days' where name = 'old'`
          yield* sql`update agent_operations.trace_heads set touched_at = now() -
            case when name = 'still' then interval '70 minutes' else interval '50 minutes' end`
        })
      )
      const draft = kept.draft({ columns: [{ field: "trace.status" }] })
      const items = await kept.walk({ draft, from: new Date(0).toISOString() })
      assert.deepStrictEqual(
        items.map(({ id, values }) => [id, values["trace.status"]]),
        [
          [still, "incomplete"],
          [running, "running"]
        ]
      )
    } finally {
      await kept.close()
    }
  })

  it("P1: are 50 on a page that does not say how many", async () => {
    const project = "acme.usual"
    await record(
      host,
      Array.from({ length: 51 }, (_, start) => ({ start })),
      project
    )
    const { items, nextCursor } = await host.ok("query_page_view", { draft: host.draft({}) }, project)
    assert.lengthOf(items, 50)
    assert.lengthOf((await host.ok("query_page_view", { draft: host.draft({}), cursor: nextCursor }, project)).items, 1)
  })

  it("are the spans of one trace where its target is trace, with the trace at hand", async () => {
    const q = await host.field("Q", "span", "number", "span.input.q * 2 + trace.spanCount")
    const settings = {
      target: "trace",
      columns: [{ field: "span.name" }, { field: "custom.q" }, { field: "trace.name" }, { field: "span.input" }],
      sort: [{ field: "span.name", direction: "asc" }]
    }
    const input = { traceId: ids[3], draft: host.draft(settings, { q }) }
    const items = await host.walk({ ...input, limit: 1 })
    assert.deepStrictEqual(
      items.map(({ traceId, values }) => [traceId, values]),
      [
        [ids[3], { "span.name": "child", "custom.q": 8, "trace.name": "t3", "span.input": { q: 3 } }],
        [ids[3], { "span.name": "t3", "custom.q": null, "trace.name": "t3", "span.input": { text: "hi 3", n: 3 } }]
      ]
    )
    const missing = await host.call("query_page_view", { ...input, traceId: "f".repeat(32) })
    assert.deepStrictEqual([missing.status, missing.error.code], [404, "NOT_FOUND"])
    const without = await host.call("query_page_view", { draft: input.draft })
    assert.deepStrictEqual([without.status, without.error.details.issues[0].path], [400, "/traceId"])
    const surplus = await host.call("query_page_view", { draft: host.draft({}), traceId: ids[3] })
    assert.deepStrictEqual([surplus.status, surplus.error.details.issues[0].path], [400, "/traceId"])
  })

  it("are refused where the page view has errors, or shows what has no rows", async () => {
    const draft = host.draft({ columns: [{ field: "trace.nope" }] })
    const { issues } = await host.ok("validate_page_view", { draft })
    const invalid = await host.call("query_page_view", { draft })
    assert.deepStrictEqual(
      [invalid.status, invalid.error.code, invalid.error.details],
      [422, "INVALID_VIEW", { issues }]
    )
    const other = await host.call("query_page_view", { draft: host.draft({ target: "datasets" }) })
    assert.deepStrictEqual([other.status, other.error.code], [422, "UNSUPPORTED_TARGET"])
    assert.deepStrictEqual(other.error.details, { target: "datasets", supported: ["traces", "trace"] })
  })

  it("P5: are on pages that an answer can hold, each whole, and none of what is too large for a cell", async () => {
    const project = "acme.large"
    const made = await record(
      host,
      [
        ...Array.from({ length: 40 }, (_, n) => ({ start: n, input: "x".repeat(250_000) })),
        { start: 40, input: "x".repeat(300_000) }
      ],
      project
    )
    const size = await host.field("Size", "trace", "number", "double(size(trace.input))", {}, project)
    const columns = [{ field: "trace.input" }, { field: "custom.size" }]
    for (const sort of [[], [{ field: "custom.size", direction: "desc" }]]) {
      const draft = host.draft({ columns, sort }, { size })
      const seen: Array<any> = []
      let pages = 0
      for (let cursor: string | undefined; ; pages++) {
        const input = { draft, limit: 200, ...(cursor === undefined ? {} : { cursor }) }
        const page = await host.ok("query_page_view", input, project)
        assert.isAtMost(JSON.stringify(page).length, 8 * 1024 * 1024)
        seen.push(...page.items)
        if (page.nextCursor === null) break
        cursor = page.nextCursor
      }
      assert.isAbove(pages, 0)
      assert.sameMembers(
        seen.map(({ id }) => id),
        [...made]
      )
      for (const { id, values, errors } of seen) {
        const large = id === made.at(-1)
        assert.deepStrictEqual(
          [values["trace.input"]?.length, values["custom.size"]],
          large ? [undefined, null] : [250_000, 250_000]
        )
        const codes = Object.values(errors ?? {}).map(({ code }: any) => code)
        assert.deepStrictEqual(codes, large ? ["TOO_LARGE", "TOO_LARGE"] : [])
      }
    }
  })

  it("P1: are on one page each, in order, where they are sorted by texts that no cursor can hold", async () => {
    const project = "acme.wordy"
    // Alike in what a cursor holds of them; the last two are the same.
    const text = (end: string) => `${"x".repeat(7000)}${end}`
    const ends = ["c", "a", "e", "b", "d", "d"]
    const made = await record(
      host,
      ends.map((end, start) => ({ start, input: text(end) })),
      project
    )
    const wordy = await host.field("Wordy", "trace", "string", "string(trace.input)", {}, project)
    const ascending = [1, 3, 0, 5, 4, 2].map((n) => made[n])
    const descending = [2, 5, 4, 0, 3, 1].map((n) => made[n])
    for (const field of ["trace.input", "custom.wordy"]) {
      for (const [direction, expected] of [
        ["asc", ascending],
        ["desc", descending]
      ] as const) {
        const draft = host.draft({ columns: [], sort: [{ field, direction }] }, { wordy })
        for (const limit of [1, 4]) {
          const pages = await pagesOf((next) => host.ok("query_page_view", { draft, limit, ...next }, project))
          const ids = pages.flatMap(({ items }) => items.map(({ id }: { readonly id: string }) => id))
          assert.deepStrictEqual(ids, expected, `${field} ${direction}, ${limit} a page`)
        }
      }
    }
  })

  it("E3: are refused, and not failed, for whatever settings and cursors say", async () => {
    const filters = (field: string, ...values: ReadonlyArray<unknown>) =>
      values.map((value) => ({ field, operator: "eq", value }))
    const odd = ["\\", "%_", "'; drop table x; --", "{}", "\u{10ffff}", "__proto__", "constructor"]
    for (const settings of [
      { filters: [...filters("trace.name", ...odd), ...filters("trace.attributes.a'b", ...odd)] },
      { filters: odd.map((key) => ({ field: `trace.attributes.${key}`, operator: "exists" })) },
      { filters: [{ field: "trace.input", operator: "contains", value: { "\u0000": 1 } }] },
      { filters: [{ field: "trace.startedAt", operator: "lt", value: "9999-12-31T23:59:59.999999999Z" }] },
      { filters: [{ field: "trace.durationMs", operator: "in", value: [1e308, -1e308, 5e-324] }] },
      { filters: Array.from({ length: 500 }, () => ({ field: "trace.name", operator: "ne", value: "x" })) },
      { sort: Array.from({ length: 500 }, (_, n) => ({ field: `trace.attributes.k${n % 16}`, direction: "asc" })) },
      { columns: Array.from({ length: 500 }, (_, n) => ({ field: `trace.input.k${n}` })), groupBy: "trace.tags" }
    ]) {
      const { status, error } = await host.call("query_page_view", { draft: host.draft(settings), limit: 1 })
      // What can't be stored is refused; all else is a question like any other.
      const expected = JSON.stringify(settings).includes("\\u0000") ? 400 : 200
      assert.strictEqual(status, expected, JSON.stringify([settings, error]))
    }
    for (const cursor of ["", "AAAA", "x".repeat(16_384), "\u{1f600}"]) {
      assert.strictEqual((await host.call("query_page_view", { draft: host.draft({}), cursor })).status, 400)
    }
  })

  it("E3: are filtered by a list of 1,000 values, and a longer one is refused at its place, wherever it comes", async () => {
    const values = Array.from({ length: 1000 }, (_, n) => `t${n}`)
    const settingsOf = (value: ReadonlyArray<string>) => ({
      target: "traces",
      filters: [
        { field: "trace.name", operator: "exists" },
        { field: "trace.name", operator: "in", value }
      ]
    })
    const viewOf = (name: string, value: ReadonlyArray<string>) => ({
      name,
      source: { type: "table" },
      settings: settingsOf(value)
    })
    const { id } = await host.ok("create_page_view", viewOf("Long list", values))
    assert.lengthOf(await host.walk({ id }), traces.length)

    const long = [...values, "one more"]
    const message = "in takes at most 1,000 values, and these are 1001."
    const { settings, ...draft } = host.draft(settingsOf(long))
    for (const [operation, input, above] of [
      ["create_page_view", viewOf("Longer list", long), ""],
      ["update_page_view", { id, expectedRevision: 1, settings }, ""],
      ["validate_page_view", { draft: { ...draft, settings } }, "/draft"],
      ["query_page_view", { draft: { ...draft, settings } }, "/draft"]
    ] as const) {
      const { status, error } = await host.call(operation, input)
      assert.strictEqual(status, 400, operation)
      assert.deepStrictEqual(error.details.issues, [{ path: `${above}/settings/filters/1/value`, message }])
    }

    // As a version stored it that did not look.
    const { id: older } = await host.ok("create_page_view", viewOf("Older list", []))
    await host.kit.run(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`
          update agent_operations.revisions set settings = ${JSON.stringify(settings)} where definition_id = ${older}`
      })
    )
    const { status, error } = await host.call("query_page_view", { id: older })
    assert.deepStrictEqual([status, error.code], [422, "INVALID_VIEW"])
    assert.deepInclude(error.details.issues[0], { path: "/settings/filters/1/value", message })
  })

  it("P3: go on behind a cursor that has a key for each sort, and no more, as those of an earlier version had", async () => {
    const sortedBy = async (...fields: ReadonlyArray<string>) => {
      const sort = fields.map((field) => ({ field, direction: "asc" }))
      const view = { name: `By ${fields.join()}`, source: { type: "table" }, settings: { target: "traces", sort } }
      const { id } = await host.ok("create_page_view", view)
      return { id: id as string, limit: 2 }
    }
    /** The cursor with other keys, signed for the same walk. */
    const withKeys = (id: string, cursor: string, change: (keys: Array<unknown>) => unknown) =>
      host.kit.run(
        Effect.gen(function* () {
          const cursors = yield* Cursors
          const bytes = { encode: (key: Uint8Array) => key, decode: (key: Uint8Array) => Option.some(key) }
          const binding = {
            operation: "query_page_view",
            organizationId: "acme",
            projectId: "support",
            filters: [id, "", "", "", "", "", ""]
          }
          const { read, write } = cursors.of(bytes)
          const { k, ...rest } = JSON.parse(Buffer.from(Result.getOrThrow(read(cursor, binding))).toString())
          return write(Buffer.from(JSON.stringify({ ...rest, k: change(k) })), binding)
        }).pipe(Effect.provide(Cursors.layer))
      )
    // By the database, of JSON too.
    for (const [input, keys] of [
      [await sortedBy("trace.name", "trace.name"), 1],
      [await sortedBy("trace.attributes.tier", "trace.name", "trace.name"), 4],
      [await sortedBy("trace.name", "trace.startedAt"), 2]
    ] as const) {
      const { nextCursor } = await host.ok("query_page_view", input)
      const told: Array<number> = []
      const same = await withKeys(input.id, nextCursor, (k) => (told.push(k.length), k))
      assert.deepStrictEqual(told, [keys])
      await host.ok("query_page_view", { ...input, cursor: same })
      const twice = await withKeys(input.id, nextCursor, (k) => [...k, k[0]])
      const { status, error } = await host.call("query_page_view", { ...input, cursor: twice })
      assert.deepStrictEqual([status, error.details?.issues?.[0].path], [400, "/cursor"])
    }
  })

  it("A3: are those of the project alone", async () => {
    assert.isEmpty(await host.walk({ draft: host.draft({}) }, "acme.other"))
    assert.isEmpty(await host.walk({ draft: host.draft({}) }, "evil.support"))
    const foreign = await host.call(
      "query_page_view",
      { draft: host.draft({ target: "trace" }), traceId: ids[0] },
      "evil.support"
    )
    assert.strictEqual(foreign.status, 404)
    for (const scope of ["views", "traces"]) {
      const refused = await host.call("query_page_view", { draft: host.draft({}) }, `acme.support.${scope}`)
      assert.deepStrictEqual([refused.status, refused.error.code], [403, "MISSING_SCOPE"])
    }
  })
})
