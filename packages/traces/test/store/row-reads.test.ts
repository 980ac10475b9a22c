import { describeOnPostgres } from "@agent-operations/testing"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { hostItself, noSpan, type Space, spanKey } from "../../src/store/keys.ts"
import type { ReadRow, ReadRows, RowOptions, RowPosition } from "../../src/store/row-reads.ts"
import { TraceStore } from "../../src/store/TraceStore.ts"
import { space, spanId, spanOf, storeOn, traceId } from "./traces.ts"

/** How many characters are read at once. */
const most = 32 * 1024 * 1024

const count = 200

/** A path, and those of what is in it, so many in all. */
const chainOf = (path: string, length: number) => Array.from({ length }, (_, n) => path + ".a".repeat(n))

const lengthOf = ({ keys, values }: ReadRow) =>
  [...keys, ...values].reduce<number>((sum, text) => sum + (typeof text === "string" ? text.length : 0), 0)

/** What a walk reads at most at once, and whether it reads each row once. */
const walk = <E, R>(
  read: (options: RowOptions) => Effect.Effect<ReadRows, E, R>,
  options: Pick<RowOptions, "paths"> & Partial<RowOptions>
) =>
  Effect.gen(function* () {
    const [ids, lengths]: [Array<string>, Array<number>] = [[], []]
    for (let after: RowPosition | undefined; ;) {
      const { rows, more }: ReadRows = yield* read({ limit: count, conditions: [], sorts: [], after, ...options })
      ids.push(...rows.map(({ id }) => id))
      lengths.push(rows.reduce((sum, row) => sum + lengthOf(row), 0))
      after = rows.at(-1)
      if (!more || after === undefined) break
    }
    const all = lengths.reduce((sum, length) => sum + length, 0)
    return { each: new Set(ids).size === count && ids.length === count, largest: Math.max(...lengths), all }
  })

const bounded = ({
  each,
  largest,
  all
}: {
  readonly each: boolean
  readonly largest: number
  readonly all: number
}) => {
  assert.isTrue(each)
  assert.isAbove(all, most)
  assert.isAtMost(largest, most)
  assert.isAbove(largest, most / 8)
}

describeOnPostgres("K3: rows are read by the length of what is told of them", (database) => {
  layer(storeOn(database), { excludeTestServices: true })((it) => {
    const traces = (where: Space, set: string) =>
      Effect.gen(function* () {
        const [store, sql] = [yield* TraceStore, yield* SqlClient.SqlClient]
        const spans = Array.from({ length: count }, (_, n) => spanOf({ trace: n + 1, id: 1 }))
        yield* store.record(where, spans, hostItself)
        yield* sql`update agent_operations.trace_heads set ${sql.literal(set)}
          where tenant_id = ${where.tenant} and project_id = ${where.project}`
        return (options: RowOptions) => store.traceRows(where, options)
      })

    it.effect("of texts that are stored as little", () =>
      Effect.gen(function* () {
        const read = yield* traces(space, "attributes = jsonb_build_object('a', repeat('a', 250000))")
        bounded(yield* walk(read, { paths: ["trace.attributes"] }))
        bounded(yield* walk(read, { paths: ["trace.attributes.a"] }))
      })
    )

    it.effect("of numbers whose texts are longer than they are", () =>
      Effect.gen(function* () {
        const set = "metadata = (select jsonb_object_agg(n::text, 1e300) from generate_series(1, 700) as n)"
        bounded(yield* walk(yield* traces({ ...space, project: "prj_numbers" }, set), { paths: ["trace.metadata"] }))
      })
    )

    it.effect("of each path that is told, also where one is in another, and of what they are sorted by", () =>
      Effect.gen(function* () {
        const nested = '{"a":'.repeat(20)
        const set = `input = '${nested}"' || repeat('a', 50000) || '"${"}".repeat(20)}', output = '"' || repeat('b', 170000) || '"'`
        const read = yield* traces({ ...space, project: "prj_paths" }, set)
        bounded(yield* walk(read, { paths: chainOf("trace.input", 20) }))
        // A database takes long to sort by such: one page tells.
        const sorts = [{ field: "trace.output", direction: "asc" }] as const
        const { rows, more } = yield* read({ limit: count, paths: [], conditions: [], sorts })
        const largest = rows.reduce((sum, row) => sum + lengthOf(row), 0)
        assert.isTrue(more)
        bounded({ each: true, largest, all: (largest / rows.length) * count })
      })
    )

    it.effect("of scores, of traces and of spans, and of what bodies hold", () =>
      Effect.gen(function* () {
        const [store, sql, where] = [yield* TraceStore, yield* SqlClient.SqlClient, { ...space, project: "prj_scores" }]
        const read = yield* traces(where, "name = name")
        const input = `${'{"a":'.repeat(20)}${JSON.stringify("a".repeat(15_000))}${"}".repeat(20)}`
        const spans = Array.from({ length: count }, (_, n) =>
          spanOf({ trace: 1, id: n + 1, attributes: { "input.value": input, "input.mime_type": "application/json" } })
        )
        yield* store.record(where, spans, hostItself)
        yield* sql`
          insert into agent_operations.trace_scores (tenant_id, project_id, trace_id, span_id, name, identifier, id,
            data_type, number_value, source, annotator_kind, metadata, created_by)
          select f.tenant_id, f.project_id, f.trace_id, span.id, repeat(n::text, 60000), '', f.trace_id || '-' || f.span_id || '-' || span.id || '-' || n,
            'NUMERIC', 1, 'API', 'CODE', '{}', '{}'
          from agent_operations.trace_spans as f cross join generate_series(1, 4) as n
            cross join lateral (
              select f.span_id as id union all select ${noSpan}::bigint where f.span_id = ${spanKey(spanId(1))}::bigint
            ) as span
          where f.tenant_id = ${where.tenant} and f.project_id = ${where.project}`
        bounded(yield* walk(read, { paths: ["trace.scores"] }))
        const trace = yield* store.one(where, traceId(1))
        const readSpans = (options: RowOptions) => store.spanRows(where, { ...options, trace: trace!, bodyFilters: [] })
        bounded(yield* walk(readSpans, { paths: ["span.scores"] }))
        bounded(yield* walk(readSpans, { paths: chainOf("span.input", 20) }))
      })
    )
  })
})
