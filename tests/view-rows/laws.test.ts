/* oxlint-disable typescript/no-explicit-any -- an answer is looked at as its test knows it */
import { compareValues, type Filter, passes, type Sort } from "@agent-operations/traces"
import { drawn } from "@agent-operations/testing/drawn"
import fc from "fast-check"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { databases } from "../kit.ts"
import { record, type TraceSpec } from "./data.ts"
import { anyFormula, type Named, settingsOver } from "./generators.ts"
import { type Host, startHost } from "./host.ts"

const texts = ["t1", "t2", "", "gold", "\u{1f600}", "\uffee", "é", "a"]

const specs: ReadonlyArray<TraceSpec> = Array.from({ length: 24 }, (_, n) => ({
  id: (n + 1).toString(16).padStart(32, "0"),
  name: `t${n % 5}`,
  ...(n % 3 === 0 ? { userId: `u${n % 4}` } : {}),
  tags: n % 4 === 0 ? ["a", "gold"] : n % 4 === 1 ? ["a"] : [],
  input: n % 5 === 0 ? `text ${n}` : { n: n % 3, at: [1, { b: texts[n % 8] }] },
  attributes: n % 7 === 0 ? {} : { tier: n % 6 === 0 ? 3 : texts[n % 8], "a.b": n % 2 === 0 },
  metadata: n % 2 === 0 ? { n } : {},
  // Some start together.
  start: Math.floor(n / 2),
  seconds: n % 6 === 5 ? null : n % 4,
  ...(n % 3 === 1 ? { cost: n / 10, tokens: n } : {}),
  children:
    n === 7
      ? Array.from({ length: 12 }, (_, m) => ({
          name: `s${m % 3}`,
          input: m % 4 === 0 ? undefined : { q: m % 5 },
          attributes: m % 3 === 0 ? {} : { tier: texts[m % 8] }
        }))
      : []
}))

/** The fields of traces that settings name here; the custom ones are those of `customFields`. */
const traceFields: ReadonlyArray<Named> = [
  { field: "trace.name", type: "string" },
  { field: "trace.userId", type: "string" },
  { field: "trace.durationMs", type: "number" },
  { field: "trace.cost", type: "number" },
  { field: "trace.startedAt", type: "timestamp" },
  { field: "trace.endedAt", type: "timestamp" },
  { field: "trace.tags", type: "strings" },
  { field: "trace.attributes.tier", type: "json" },
  { field: "trace.attributes.a.b", type: "json" },
  { field: "trace.input", type: "json" },
  { field: "trace.input.at.1.b", type: "json" },
  { field: "custom.gold", type: "boolean" },
  { field: "custom.tier", type: "string" },
  { field: "custom.twice", type: "number" },
  { field: "custom.took", type: "duration" },
  { field: "custom.raw", type: "json" }
]

const spanFields: ReadonlyArray<Named> = [
  { field: "span.name", type: "string" },
  { field: "span.durationMs", type: "number" },
  { field: "span.input.q", type: "json" },
  { field: "span.attributes.tier", type: "json" },
  { field: "trace.name", type: "string" },
  { field: "custom.q", type: "number" },
  { field: "custom.twice", type: "number" }
]

const customFields = async (host: Host) => {
  const refer = (id: string) => ({ kind: "custom_field", id, revision: null })
  const tier = await host.field("Tier", "trace", "string", { type: "attribute", pointer: "/attributes/tier" })
  const twice = await host.field("Twice", "trace", "number", "trace.input.n * 2 / (trace.durationMs - 1000.0)")
  const gold = await host.field(
    "Gold",
    "trace",
    "boolean",
    'custom.tier == "gold" || (trace.durationMs >= 1000.0 && trace.attributes["tier"] != "é" && custom.twice < 4)',
    { tier: refer(tier), twice: refer(twice) }
  )
  const took = await host.field("Took", "trace", "duration", "trace.endedAt - trace.startedAt")
  const raw = await host.field("Raw", "trace", "json", { type: "attribute", pointer: "/input/at/1" })
  const q = await host.field("Q", "span", "number", "span.input.q * 2")
  return { traces: { tier, twice, gold, took, raw }, trace: { q, twice } }
}

interface Settings {
  readonly filters: ReadonlyArray<Filter>
  readonly sort: ReadonlyArray<Sort>
  readonly groupBy: string | null
}

/** What the rows are to be, by the meaning of filters and sorts alone, given the cells of all rows in their order. */
const expectedRows = (all: ReadonlyArray<any>, fields: ReadonlyArray<Named>, { filters, sort, groupBy }: Settings) => {
  const typeOf = (field: string) => fields.find((one) => one.field === field)!.type as "json"
  const group =
    groupBy === null
      ? []
      : [{ field: groupBy, direction: sort.find(({ field }) => field === groupBy)?.direction ?? "asc" } as const]
  return all
    .filter(({ values, errors }) =>
      filters.every(
        (filter) => errors?.[filter.field] === undefined && passes(filter, typeOf(filter.field), values[filter.field])
      )
    )
    .toSorted((a, b) => {
      for (const { field, direction } of [...group, ...sort]) {
        const order = compareValues(typeOf(field), direction, a.values[field], b.values[field])
        if (order !== 0) return order
      }
      return 0
    })
    .map(({ id, values }) => ({ id, ...(groupBy === null ? {} : { group: values[groupBy] }) }))
}

const shownOf = (items: ReadonlyArray<any>) =>
  items.map(({ id, group }) => (group === undefined ? { id } : { id, group }))

/** What settings leave of all rows, and in what order. */
const drawnIn = ({ filters, sort, groupBy }: Settings, rows: number, all: number, limit: number) =>
  [
    rows === 0 ? "none" : rows === all ? "all" : "some",
    rows > limit ? "pages" : undefined,
    filters.length > 0 ? "filtered" : undefined,
    sort.length > 0 ? "sorted" : undefined,
    groupBy === null ? undefined : "grouped"
  ] as const
const shares = { none: 0, some: 0.06, all: 0, pages: 0.06, filtered: 0.13, sorted: 0.13, grouped: 0.13 }
/** Settings that leave some rows, in an order and in groups. */
const leaving = (field: string, value: string): Settings => ({
  filters: [{ field, operator: "eq", value }],
  sort: [{ field, direction: "desc" }],
  groupBy: field.replace(/name$/, "durationMs")
})

describe.each(databases)("the laws of rows, on $name", (sort) => {
  let host: Host
  let unnarrowed: Host
  let ids: ReadonlyArray<string>
  let fields: Awaited<ReturnType<typeof customFields>>
  let same: Awaited<ReturnType<typeof customFields>>

  beforeAll(async () => {
    host = await startHost(sort)
    unnarrowed = await startHost(sort, { narrow: false })
    ids = await record(host, specs)
    await record(unnarrowed, specs)
    fields = await customFields(host)
    same = await customFields(unnarrowed)
  })
  afterAll(() => Promise.all([host.close(), unnarrowed.close()]))

  it("T13, T14, P1: rows are what filters and sorts say of cells, on pages of any size, narrowed or not", async () => {
    const columns = traceFields.map(({ field }) => ({ field }))
    const all = await host.walk({ draft: host.draft({ columns }, fields.traces) })
    assert.lengthOf(all, specs.length)
    await drawn(shares, (of) =>
      fc.assert(
        fc.asyncProperty(settingsOver(traceFields), fc.integer({ min: 4, max: 20 }), async (settings, limit) => {
          const input = { draft: host.draft({ columns, ...settings }, fields.traces), limit }
          const rows = await host.walk(input)
          of(...drawnIn(settings as Settings, rows.length, all.length, limit))
          assert.deepStrictEqual(shownOf(rows), expectedRows(all, traceFields, settings as Settings))
          const byId = new Map(all.map((row) => [row.id, row]))
          for (const { id, values, errors } of rows) {
            assert.deepStrictEqual([values, errors], [byId.get(id).values, byId.get(id).errors], "T13")
          }
          const wide = { draft: unnarrowed.draft({ columns, ...settings }, same.traces), limit }
          assert.deepStrictEqual(await unnarrowed.walk(wide), rows, "T14")
        }),
        // runs: each walks a whole view, page by page
        { numRuns: 15, examples: [[leaving("trace.name", "t1") as never, 4]] }
      )
    )
  })

  it("T13, P1: and so are the spans of a trace", async () => {
    const columns = spanFields.map(({ field }) => ({ field }))
    const input = (settings: object) => ({
      traceId: ids[7],
      draft: host.draft({ target: "trace", columns, ...settings }, fields.trace)
    })
    const all = await host.walk(input({}))
    assert.lengthOf(all, 13)
    await drawn(shares, (of) =>
      fc.assert(
        fc.asyncProperty(settingsOver(spanFields), fc.integer({ min: 2, max: 9 }), async (settings, limit) => {
          const rows = await host.walk({ ...input(settings), limit })
          of(...drawnIn(settings as Settings, rows.length, all.length, limit))
          assert.deepStrictEqual(shownOf(rows), expectedRows(all, spanFields, settings as Settings))
        }),
        // runs: each walks a whole view, page by page
        { numRuns: 15, examples: [[leaving("span.name", "s1") as never, 2]] }
      )
    )
  })

  it("what validates runs, with cells of their type or errors of the list, and what runs was valid", async () => {
    const isOfType: Readonly<Record<string, (value: unknown) => boolean>> = {
      string: (value) => typeof value === "string",
      number: (value) => typeof value === "number",
      boolean: (value) => typeof value === "boolean",
      timestamp: (value) => /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/.test(String(value)),
      duration: (value) => typeof value === "number",
      json: () => true
    }
    let [valid, told] = [0, 0]
    await fc.assert(
      fc.asyncProperty(fc.array(anyFormula, { minLength: 4, maxLength: 4 }), fc.boolean(), async (formulas, sorts) => {
        const names = formulas.map((_, n) => `f${n}`)
        const made = await Promise.all(
          formulas.map(({ expression, valueType }) => host.field(crypto.randomUUID(), "trace", valueType, expression))
        )
        // One at a time, so that one that is wrong does not hide the others.
        for (const [n, { valueType, expression }] of formulas.entries()) {
          const field = `custom.${names[n]}`
          const settings = { columns: [{ field }], ...(sorts ? { sort: [{ field, direction: "asc" }] } : {}) }
          const draft = host.draft(settings, { [names[n]!]: made[n]! })
          const checked = await host.ok("validate_page_view", { draft })
          const { status, data, error } = await host.call("query_page_view", { draft })
          assert.strictEqual(status, checked.valid ? 200 : 422, `${expression} ${JSON.stringify(error)}`)
          if (!checked.valid) {
            assert.deepStrictEqual([error.code, error.details.issues], ["INVALID_VIEW", checked.issues])
            continue
          }
          valid++
          assert.lengthOf(data.items, specs.length)
          for (const { values, errors } of data.items) {
            if (values[field] !== null) {
              told++
              assert.isTrue(isOfType[valueType]!(values[field]), `${expression} ${JSON.stringify(values)}`)
            }
            if (errors !== undefined) assert.isNull(values[field])
          }
        }
      }),
      // runs: each makes four fields, and checks and queries each
      { numRuns: 10 }
    )
    assert.isAbove(valid, 0)
    assert.isAbove(told, 0)
  })

  it("T16, P3: a walk uses the revisions of its first page, whatever is changed, and its cursor is its own", async () => {
    const project = "acme.revisions"
    await record(host, specs.slice(0, 6), project)
    const refer = (id: string) => ({ kind: "custom_field", id, revision: null })
    const base = await host.field("Base", "trace", "number", "1.0", {}, project)
    const sum = await host.field("Sum", "trace", "number", "custom.base + 1.0", { base: refer(base) }, project)
    const saved = await host.ok(
      "create_page_view",
      {
        name: "Sums",
        source: { type: "table" },
        settings: { target: "traces", columns: [{ field: "custom.sum" }] },
        references: { sum: refer(sum) }
      },
      project
    )
    const first = await host.ok("query_page_view", { id: saved.id, limit: 2 }, project)
    assert.deepStrictEqual(first.view, { id: saved.id, revision: 1 })
    const formula = (expression: string) => ({ source: { type: "formula", language: "cel", expression } })
    await host.ok("update_custom_field", { id: base, expectedRevision: 1, ...formula("10.0") }, project)
    await host.ok("update_custom_field", { id: sum, expectedRevision: 1, ...formula("custom.base + 100.0") }, project)
    await host.ok(
      "update_page_view",
      {
        id: saved.id,
        expectedRevision: 1,
        settings: { target: "traces", columns: [{ field: "trace.name" }] },
        references: {}
      },
      project
    )
    const second = await host.ok("query_page_view", { id: saved.id, limit: 2, cursor: first.nextCursor }, project)
    assert.deepStrictEqual(second.view, { id: saved.id, revision: 1 })
    assert.deepStrictEqual(
      [...first.items, ...second.items].map(({ values }) => values),
      Array.from({ length: 4 }, () => ({ "custom.sum": 2 }))
    )
    const anew = await host.ok("query_page_view", { id: saved.id, limit: 2 }, project)
    assert.deepStrictEqual([anew.view.revision, anew.columns[0].field], [2, "trace.name"])
    const other = { id: saved.id, cursor: first.nextCursor }
    for (const changed of [
      { ...other, search: "t" },
      { ...other, revision: 1 },
      { ...other, from: "2015-01-01T00:00:00Z" },
      { ...other, cursor: `${first.nextCursor.slice(0, -2)}AA` },
      { draft: host.draft({}), cursor: first.nextCursor }
    ]) {
      const { status, error } = await host.call("query_page_view", changed, project)
      assert.deepStrictEqual([status, error.details.issues[0].path], [400, "/cursor"])
    }
  })

  it("P1: what existed throughout is walked once, whatever is recorded meanwhile", async () => {
    const project = "acme.walked"
    const before = await record(host, specs.slice(0, 8), project)
    assert.lengthOf(before, 8)
    for (const settings of [
      {},
      { sort: [{ field: "trace.name", direction: "asc" }] },
      { sort: [{ field: "custom.twice", direction: "desc" }] }
    ]) {
      const twice = await host.field(crypto.randomUUID(), "trace", "number", "trace.metadata.n * 2", {}, project)
      const input = { draft: host.draft(settings, { twice }), limit: 3 }
      const seen: Array<string> = []
      for (let cursor: string | undefined, n = 0; ; n++) {
        const page = await host.ok(
          "query_page_view",
          { ...input, ...(cursor === undefined ? {} : { cursor }) },
          project
        )
        seen.push(...page.items.map(({ id }: { readonly id: string }) => id))
        await record(host, [{ name: `t${n % 5}`, start: 100 + n, metadata: { n } }], project)
        if (page.nextCursor === null || n > 20) break
        cursor = page.nextCursor
      }
      for (const id of before)
        assert.lengthOf(
          seen.filter((one) => one === id),
          1
        )
    }
  })
})
