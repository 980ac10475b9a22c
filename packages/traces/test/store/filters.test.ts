import { describeOnBothDatabases, describeOnPostgres } from "@agent-operations/testing"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import fc from "fast-check"
import type { Json } from "../../src/json.ts"
import { compareValues, type Sort } from "../../src/rows/compare-values.ts"
import { parseFieldPath } from "../../src/rows/field-path.ts"
import { type Filter, passes } from "../../src/rows/filter.ts"
import { valueAt } from "../../src/rows/value-at.ts"
import { spanFactsAnswer } from "../../src/span-answer.ts"
import { makeFields, type SqlField } from "../../src/store/fields.ts"
import { makeFilters } from "../../src/store/filters.ts"
import { hostItself, type Space } from "../../src/store/keys.ts"
import { makeSorts } from "../../src/store/sorts.ts"
import { TraceStore } from "../../src/store/TraceStore.ts"
import { traceOf } from "../../src/trace.ts"
import { noon, spanId, spanOf, storeOn, traceId } from "./traces.ts"

const keys = ["customer.tier", "n", "__proto__", "constructor", "a.b.c", "0", "über", "😀"] as const

/** Texts whose order by code point is not that of UTF-16, and texts that no database stores. */
const texts = ["", "a", "A", "b", "ab", "\uFFFD", "\uE000", "😀", "😀x", "%", "_", "\\", "\u0001", "1", "true", "NaN"]
const faulty = ["\0", "a\0b", "\uD83D", "a\uDE00", "\uD83Dx"]

const numbers = [0, -0, 1, -1, 1.5, 100, 1e21, 1e-7, 5e-324, 1.7e308, 2 ** 53 - 1, 2 ** 53 + 2, 0.1 + 0.2]

const scalar: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(...texts),
  fc.constantFrom<Json>(...numbers),
  fc.constantFrom<Json>(true, false, null, "9007199254740993")
)

const json: fc.Arbitrary<Json> = fc.oneof(
  { weight: 3, arbitrary: scalar },
  { weight: 1, arbitrary: fc.array(scalar, { maxLength: 3 }) },
  { weight: 1, arbitrary: fc.dictionary(fc.constantFrom(...keys), scalar, { maxKeys: 2 }) }
)

const texted = fc.option(fc.constantFrom("ada", "Ada", "b", "😀", "\uFFFD"), { nil: undefined })

const attributes = fc
  .record(
    {
      "user.id": texted,
      "session.id": texted,
      "langfuse.trace.name": texted,
      "langfuse.environment": texted,
      "gen_ai.operation.name": fc.constantFrom("chat", "execute_tool"),
      "gen_ai.request.model": texted,
      "gen_ai.usage.input_tokens": fc.constantFrom(0, 1, 10_000_000_000),
      "gen_ai.usage.output_tokens": fc.constantFrom(0, 7),
      "gen_ai.usage.cost": fc.constantFrom(0, 0.1, 0.2, 0.30000000000000004, 1e-9, 123456.789),
      "input.value": fc.oneof(
        scalar,
        json.map((value) => JSON.stringify(value))
      ),
      "output.value": fc.oneof(
        scalar,
        json.map((value) => JSON.stringify({ messages: [{ role: value }], "a.b": 1 }))
      ),
      "tag.tags": fc.array(fc.constantFrom("a", "b", "😀", "\uFFFD"), { maxLength: 3 }),
      metadata: fc.dictionary(fc.constantFrom(...keys), json, { maxKeys: 3 }).map((value) => JSON.stringify(value))
    },
    { requiredKeys: [] }
  )
  .chain((known) =>
    fc
      .array(fc.tuple(fc.constantFrom(...keys), json), { maxLength: 4 })
      .map((entries) => Object.assign(Object.create(null), known, Object.fromEntries(entries)) as Record<string, Json>)
  )

/** A span as it is sent. */
interface SentSpan {
  readonly trace: number
  readonly id: number
  readonly start: bigint
  readonly length: bigint | null
  readonly parent: number | null
  readonly outcome: "unset" | "ok" | "error"
  readonly name: string
  readonly attributes: Readonly<Record<string, Json>>
}

const span: fc.Arbitrary<SentSpan> = fc.record({
  trace: fc.integer({ min: 1, max: 12 }),
  id: fc.integer({ min: 1, max: 6 }),
  start: fc.constantFrom(0n, 1n, 999_999n, 1_000_000n, 86_400_000_000_000n),
  length: fc.option(fc.constantFrom(-5n, 0n, 1n, 1_500_000n, 2_000_000_001n)),
  parent: fc.option(fc.integer({ min: 1, max: 9 })),
  outcome: fc.constantFrom("unset", "ok", "error"),
  name: fc.constantFrom("a", "A", "😀", "\uFFFD"),
  attributes
})

/** Of no two traces the same: rows are told apart by it. */
const idOf = (trace: number, id: number) => trace * 16 + id

const spans = fc.array(span, { minLength: 8, maxLength: 30 })

interface SentScore {
  readonly trace: number
  readonly span: number | null
  readonly name: string
  readonly identifier: string
  readonly value: number | boolean | string
}

const score: fc.Arbitrary<SentScore> = fc.record({
  trace: fc.integer({ min: 1, max: 12 }),
  span: fc.option(fc.integer({ min: 1, max: 6 })),
  name: fc.constantFrom("helpful", "__proto__", "a.b"),
  identifier: fc.constantFrom("", "x"),
  value: fc.constantFrom<number | boolean | string>(0.9, -1, 0, true, false, "text")
})

const timeTexts = [
  "2015-11-19T12:00:00Z",
  "2015-11-19T12:00:00.000Z",
  "2015-11-19T12:00:00.0000005Z",
  "2015-11-19T13:00:00.001+01:00",
  "2015-11-20T12:00:00.000Z",
  "0001-01-01T00:00:00Z",
  "9999-12-31T23:59:59.999Z",
  "now"
]

const anyValue: fc.Arbitrary<Json> = fc.oneof(
  json,
  fc.constantFrom<Json>(...faulty, ...timeTexts, "running", "success", "error", "internal", "generation", "ada"),
  fc.constantFrom<Json>(traceId(3), spanId(2), 10_000_000_000, 0.1, 0.3, 1.5, 2, 2000.000_001, ["a", "b"], []),
  fc.constantFrom<Json>({ messages: [{ role: "a" }] }, "[]", { "\0": 1 }, ["\uD83D"])
)

const operators = ["eq", "ne", "lt", "lte", "gt", "gte", "contains", "in", "exists"] as const

const open = (field: string) => [field, ...[...keys, "\0", "\uD83D"].map((key) => `${field}.${key}`)]

const common = [
  ...[
    "id",
    "name",
    "status",
    "startedAt",
    "endedAt",
    "durationMs",
    "inputTokens",
    "outputTokens",
    "totalTokens",
    "cost"
  ],
  ...["scores", "scores.helpful", "scores.__proto__", "scores.a.b", "scores.\0"]
]

const traceFields = [
  ...[
    ...common,
    "userId",
    "sessionId",
    "environment",
    "release",
    "spanCount",
    "errorCount",
    "updatedAt",
    "error",
    "tags"
  ],
  ...[
    "input",
    "input.0",
    "input.00",
    "input.a.b",
    "input.__proto__",
    "output",
    "output.messages.0.role",
    "output.messages.role"
  ],
  ...[...open("attributes"), ...open("metadata"), "attributes.gen_ai.request.model", "output.messages.99999999999"]
].map((name) => `trace.${name}`)

const spanFields = [
  ...[...common, "traceId", "parentId", "kind", "type", "model", "provider", "firstTokenAt"],
  ...["cacheReadTokens", "cacheWriteTokens", "reasoningTokens"]
].map((name) => `span.${name}`)

const filterOn = (fields: ReadonlyArray<string>): fc.Arbitrary<Filter> =>
  fc.record({
    field: fc.constantFrom(...fields),
    operator: fc.constantFrom(...operators),
    value: fc.oneof(anyValue, fc.array(anyValue, { maxLength: 4 }))
  })

const sortOn = (fields: ReadonlyArray<string>): fc.Arbitrary<Sort> =>
  fc.record({ field: fc.constantFrom(...fields), direction: fc.constantFrom("asc", "desc") })

/** What is asked of one set of rows: each filter by itself, all by one statement, and few sorts. */
const given = (fields: ReadonlyArray<string>) =>
  fc.record({
    filters: fc.array(filterOn(fields), { minLength: 60, maxLength: 60 }),
    sorts: fc.array(fc.array(sortOn(fields), { minLength: 1, maxLength: 2 }), { minLength: 3, maxLength: 3 })
  })

interface Row {
  readonly id: string
  readonly startNano: string
}

const inOrder = (rows: ReadonlyArray<Row>, sorts: ReadonlyArray<Sort>): ReadonlyArray<string> =>
  rows
    .toSorted((a, b) => {
      for (const { field, direction } of sorts) {
        const path = parseFieldPath(field)!
        const order = compareValues(path.type, direction, valueAt(a, path), valueAt(b, path))
        if (order !== 0) return order
      }
      return Number(BigInt(b.startNano) - BigInt(a.startNano)) || (a.id < b.id ? 1 : -1)
    })
    .map(({ id }) => id)

const isKept = (row: Row, filter: Filter) => {
  const path = parseFieldPath(filter.field)!
  return passes(filter, path.type, valueAt(row, path))
}

const idleNanos = 3_600_000_000_000n

/** What is asked of the rows of a record. */
type Ask = (
  record: "trace" | "span",
  rows: ReadonlyArray<Row>
) => { readonly filters: ReadonlyArray<Filter>; readonly sorts: ReadonlyArray<ReadonlyArray<Sort>> }

const whole = (n: number): Record<string, Json> => ({
  "user.id": `user ${n}`,
  "session.id": `session ${n}`,
  "langfuse.trace.name": `trace ${n}`,
  "langfuse.environment": `environment ${n}`,
  "langfuse.release": `release ${n}`,
  "gen_ai.operation.name": n % 2 === 0 ? "chat" : "embeddings",
  "gen_ai.request.model": `model ${n}`,
  "gen_ai.provider.name": `provider ${n}`,
  "gen_ai.usage.input_tokens": 1000 + n,
  "gen_ai.usage.output_tokens": 200 + n,
  "gen_ai.usage.total_tokens": 3000 + n,
  "gen_ai.usage.cache_read.input_tokens": 10 + n,
  "gen_ai.usage.cache_creation.input_tokens": 20 + n,
  "gen_ai.usage.reasoning.output_tokens": 30 + n,
  "gen_ai.usage.cost": 0.1 + n,
  "gen_ai.response.time_to_first_chunk": n,
  "input.value": [{ a: { b: n } }, n],
  "output.value": { messages: [{ role: `role ${n}` }] },
  // In another order than those of their least.
  "tag.tags": [["z", "y", "x"][n % 3]!, `tag ${n}`],
  metadata: `{"n":${n},"a.b.c":"text ${n}"}`,
  "customer.tier": n % 2 === 0 ? "gold" : true,
  n
})

/** Traces in which each field has another value, and one that has next to none. */
const everything: ReadonlyArray<SentSpan> = [1, 2, 3, 4].flatMap((trace): ReadonlyArray<SentSpan> => {
  const bare = {
    trace,
    id: 1,
    start: 0n,
    length: null,
    parent: null,
    outcome: "unset",
    name: "b",
    attributes: {}
  } as const
  if (trace === 4) return [bare]
  const root: SentSpan = {
    trace,
    id: 1,
    start: BigInt(trace) * 1_000_000n,
    length: BigInt(trace) * 1_500_000n,
    parent: null,
    outcome: trace === 2 ? "error" : "ok",
    name: "a",
    attributes: whole(trace)
  }
  const child = { ...root, id: 2, parent: 1, name: "A", start: root.start + 500_000n, attributes: whole(trace + 3) }
  const failed = { ...child, id: 3, outcome: "error" as const, length: -5n }
  return [root, child, ...Array.from({ length: trace - 1 }, (_, n) => ({ ...failed, id: n + 3 }))]
})

const everyScore: ReadonlyArray<SentScore> = [1, 2, 3].flatMap((trace): ReadonlyArray<SentScore> => [
  { trace, span: null, name: "helpful", identifier: "", value: trace / 4 },
  { trace, span: 1, name: "helpful", identifier: "", value: trace },
  { trace, span: 1, name: "a.b", identifier: "", value: trace === 1 }
])

/** Each operator on each field with values that rows have, and each field sorted by, either way. */
const askOfEach: Ask = (record, rows) => {
  const fields = record === "trace" ? traceFields : spanFields
  const filters = fields.flatMap((field): ReadonlyArray<Filter> => {
    const path = parseFieldPath(field)!
    const values = [
      ...new Map(rows.map((row) => valueAt(row, path)).map((value) => [JSON.stringify(value), value])).values()
    ]
    return values.slice(0, 3).flatMap((value): ReadonlyArray<Filter> => {
      const parts = Array.isArray(value)
        ? (value as ReadonlyArray<Json>)
        : typeof value === "string"
          ? [value.slice(1, -1)]
          : []
      return [
        ...operators.map((operator) => ({ field, operator, value: operator === "in" ? [value, "other"] : value })),
        ...parts.map((part) => ({ field, operator: "contains", value: part }) as const),
        { field, operator: "in", value: [null, value] },
        // Of so many that they are one array.
        { field, operator: "in", value: Array.from({ length: 20 }, () => value) },
        { field, operator: "in", value: [null, ...Array.from({ length: 20 }, () => value)] },
        { field, operator: "exists", value: false }
      ]
    })
  })
  const sorts = fields.map((field, n) => [{ field, direction: n % 2 === 0 ? "asc" : "desc" } as const])
  return { filters, sorts }
}

let projects = 0

/** Compares what SQL and the process choose of what is recorded. */
const agreement = Effect.gen(function* () {
  const [store, sql] = [yield* TraceStore, yield* SqlClient.SqlClient]
  const filters = makeFilters(sql)
  const sorts = makeSorts(sql)

  /** The statements over a record of a project. */
  const over = (space: Space, record: "trace" | "span") => {
    const fields = makeFields(sql, space, { idleNanos })
    const [table, alias, key] =
      record === "trace" ? ["trace_heads", "h", "h.trace_id"] : ["trace_spans", "f", "f.span_id"]
    const id = (fields(`${record}.id`) as SqlField).value
    const from = sql`from ${sql.literal(`agent_operations.${table} as ${alias}`)}
      where ${sql.literal(alias)}.tenant_id = ${space.tenant} and ${sql.literal(alias)}.project_id = ${space.project}`
    const position = sql.literal(`${key} as key, ${alias}.started_ns as start`)
    return { fields, id, from, position }
  }

  const filtersAgree = Effect.fnUntraced(function* (
    space: Space,
    record: "trace" | "span",
    rows: ReadonlyArray<Row>,
    given: ReadonlyArray<Filter>
  ) {
    const { fields, id, from } = over(space, record)
    const { conditions, left } = filters.split(fields, given)
    assert.deepStrictEqual(left, [])
    const chosen = conditions.map((condition) => sql`((${condition}) is true)::int`)
    const found = yield* sql<{ id: string; chosen: ReadonlyArray<number> }>`
      select ${id} as id, array[${sql.csv(chosen)}] as chosen ${from}`
    for (const [n, filter] of given.entries()) {
      assert.deepStrictEqual(
        found.flatMap(({ id, chosen }) => (chosen[n] === 1 ? [id] : [])).toSorted(),
        rows.flatMap((row) => (isKept(row, filter) ? [row.id] : [])).toSorted(),
        JSON.stringify(filter)
      )
    }
  })

  const sortsAgree = Effect.fnUntraced(function* (
    space: Space,
    record: "trace" | "span",
    rows: ReadonlyArray<Row>,
    given: ReadonlyArray<Sort>
  ) {
    const { fields, id, from, position } = over(space, record)
    const sort = sorts.make(fields, record, given)!
    const page = (after: Statement.Fragment) =>
      sql<{ id: string; key: string | bigint; start: bigint; keys: ReadonlyArray<string | null> }>`
        select ${id} as id, ${position}, array[${sql.csv([...sort.keys, sql.literal("null::text")])}] as keys
        ${from} and ${after} order by ${sort.order}`
    const expected = inOrder(rows, given)
    const whole = yield* page(sql.literal("true"))
    assert.deepStrictEqual(
      whole.map(({ id }) => id),
      expected,
      JSON.stringify(given)
    )
    const half = Math.ceil(whole.length / 2)
    const { keys, start, key } = whole[half - 1]!
    const rest = yield* page(sort.after({ keys, startNano: start, id: key }))
    assert.deepStrictEqual(
      rest.map(({ id }) => id),
      expected.slice(half),
      `after ${JSON.stringify(given)}`
    )
  })

  /** Records spans and scores in a project of its own, and compares what is asked of them. */
  const agree = Effect.fnUntraced(function* (
    sent: ReadonlyArray<SentSpan>,
    scored: ReadonlyArray<SentScore>,
    ask: Ask
  ) {
    const space: Space = { tenant: "org_a", project: `prj_${projects++}` }
    yield* store.record(
      space,
      sent.map(({ trace, id, start, length, parent, ...rest }) => {
        const startNano = noon + start
        return spanOf({
          ...rest,
          trace,
          id: idOf(trace, id),
          startNano,
          endNano: length === null ? null : startNano + length,
          parentId: parent === null ? null : spanId(idOf(trace, parent))
        })
      }),
      hostItself
    )
    for (const { trace, span, value, ...rest } of scored) {
      yield* store.putScore(space, {
        ...rest,
        id: `scr_${projects++}`,
        traceId: traceId(trace),
        spanId: span === null ? null : spanId(idOf(trace, span)),
        dataType: typeof value === "number" ? "NUMERIC" : typeof value === "boolean" ? "BOOLEAN" : "TEXT",
        value,
        recorder: hostItself,
        label: null,
        explanation: null,
        source: "API",
        annotatorKind: "CODE",
        metadata: "{}",
        by: "{}"
      })
    }
    // Some were touched an hour ago, to the millisecond and beyond it.
    yield* sql`update agent_operations.trace_heads set touched_at = now() - interval '1 hour 1 second'
      where tenant_id = ${space.tenant} and project_id = ${space.project} and span_count > 2`
    const { items } = yield* store.list(space, { limit: 100 })
    const traces = items.map((trace): Row =>
      traceOf(trace, { ...trace, id: trace.traceId, projectId: space.project, idleNanos })
    )
    const facts: Array<Row> = []
    for (const { traceId } of items) {
      const { items } = (yield* store.spans(space, traceId, { limit: 100, maxBytes: 1e9, bodies: false }))!
      const { scores } = yield* store.spanScores(
        space,
        traceId,
        items.map(({ sent }) => sent.spanId)
      )
      facts.push(...items.map((fact) => spanFactsAnswer(fact, scores.get(fact.sent.spanId))))
    }
    for (const [record, rows] of [
      ["trace", traces],
      ["span", facts]
    ] as const) {
      const { filters, sorts } = ask(record, rows)
      yield* filtersAgree(space, record, rows, filters)
      for (const sort of sorts) yield* sortsAgree(space, record, rows, sort)
    }
  })

  return agree
})

describeOnBothDatabases("filters and sorts", (database) => {
  layer(storeOn(database), { excludeTestServices: true })((it) => {
    it.effect("T14: SQL and the process choose the same rows, in the same order, by pages too", () =>
      Effect.gen(function* () {
        const context = yield* Effect.context()
        const agree = yield* agreement
        const property = fc.asyncProperty(
          spans,
          fc.array(score, { maxLength: 10 }),
          given(traceFields),
          given(spanFields),
          (sent, scored, ofTraces, ofSpans) =>
            agree(sent, scored, (record) => (record === "trace" ? ofTraces : ofSpans)).pipe(
              Effect.runPromiseWith(context)
            )
        )
        // runs: each compares dozens of filters and sorts over a project of its own
        yield* Effect.promise(() => fc.assert(property, { numRuns: 6 }))
      })
    )

    it.effect("T14: contains finds what the process finds, however long the part is", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const context = yield* Effect.context()
        const { condition } = makeFilters(sql)
        const signs = fc.constantFrom("a", "aab", "😀", "é", "\n", "\\", "(?i)", "***=", ".*", "%", "'", '"', "Σ")
        const piece = fc.array(signs, { maxLength: 40 }).map((signs) => signs.join(""))
        const property = fc.asyncProperty(piece, piece, piece, piece, async (before, part, after, other) => {
          const text = `${before}${part}${after}`
          const asked = [part, other, part.toUpperCase(), `${part}${after}`, `${part}a`].map((value): Filter => ({
            field: "trace.name",
            operator: "contains",
            value
          }))
          const conditions = asked.flatMap((filter) => [
            condition({ by: "sql", type: "string", value: sql`${text}::text` }, filter),
            condition({ by: "sql", type: "json", value: sql`${JSON.stringify(text)}::jsonb` }, filter)
          ])
          const found = await sql<{ found: ReadonlyArray<boolean | null> }>`
            select array[${sql.csv(conditions)}] as found`.pipe(Effect.runPromiseWith(context))
          assert.deepStrictEqual(
            found[0]!.found.map((one) => one === true),
            asked.flatMap((filter) => [passes(filter, "string", text), passes(filter, "json", text)])
          )
        })
        yield* Effect.promise(() => fc.assert(property, { numRuns: 100 }))
      })
    )

    it.effect("K3: what strpos looks for is short, however long the part is", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const parts = ["b".repeat(32), `${"a".repeat(31)}😀b`, `b${"a".repeat(1000)}`]
        const sought = (type: "string" | "json", value: string) => {
          const field: SqlField = { by: "sql", type, value: sql.literal("h.name") }
          const condition = makeFilters(sql).condition(field, { operator: "contains", value })
          const [text, values] = sql`select ${condition}`.compile()
          return [...text.matchAll(/strpos\([^$]*\$(\d+)/g)].map(([, n]) => values[Number(n) - 1])
        }
        assert.deepStrictEqual(
          parts.flatMap((part) => [...sought("string", part), ...sought("json", part)]),
          ["b".repeat(32), "a".repeat(31), `b${"a".repeat(31)}`].flatMap((begins) => [begins, begins])
        )
      })
    )

    it.effect("K3: a statement grows with a list, a path and sorts by no more than they do", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const fields = makeFields(sql, { tenant: "org_a", project: "prj_a" }, { idleNanos })
        const parts = ({ segments }: Statement.Fragment) => segments.length
        const named = (path: string) => fields(path) as SqlField

        const listed = [
          "trace.attributes.x",
          "trace.input.x",
          "trace.tags",
          "trace.startedAt",
          "trace.name",
          "trace.cost"
        ]
        const items = Array.from({ length: 1000 }, (_, n) => n)
        const ofLists = listed.map((path) =>
          parts(makeFilters(sql).condition(named(path), { operator: "in", value: items }))
        )
        assert.isBelow(Math.max(...ofLists), 20)

        const deep = (steps: number) => parts(named(`trace.input${".0".repeat(steps)}`).value)
        assert.isBelow(deep(8), 4 * deep(4))

        const sorted = (count: number) => {
          const by = Array.from(
            { length: count },
            (_, n) => ({ field: `trace.input.a${n}`, direction: "asc" }) as const
          )
          return parts(makeSorts(sql).make(fields, "trace", by)!.after({ keys: [], startNano: 0n, id: "" }))
        }
        assert.isBelow(sorted(16), 5 * sorted(4))
      })
    )

    it.effect("T14: what bodies of spans hold is left to the process", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const fields = makeFields(sql, { tenant: "org_a", project: "prj_a" }, { idleNanos })
        const left = ["input", "output.a", "error", "tags", "attributes.a.b", "metadata"].map((name) => `span.${name}`)
        assert.deepStrictEqual(
          left.filter((path) => fields(path)?.by !== "process"),
          []
        )
        assert.isUndefined(fields("trace.constructor"))
        assert.isUndefined(fields("trace.name.a"))
        assert.isUndefined(makeSorts(sql).make(fields, "span", [{ field: "span.input", direction: "asc" }]))
      })
    )
  })
})

describeOnPostgres("filters and sorts on every field", (database) => {
  layer(storeOn(database), { excludeTestServices: true })((it) => {
    it.effect("T14: SQL and the process choose the same rows by values that there are, and sort them alike", () =>
      Effect.flatMap(agreement, (agree) => agree(everything, everyScore, askOfEach))
    )
  })
})
