/**
 * How fast metrics are read, beside the same SQL by hand, in turns:
 *
 *   DATABASE_URL=postgres://… node --conditions=@agent-operations/source packages/traces/scripts/metrics-bench.ts
 *
 * Without a URL it runs on PGlite, in memory. Settings: `TRACES` of ten spans in 30 days (30000), `TURNS` (9).
 */
import { Database, migrate } from "@agent-operations/database"
import { Duration, Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import type { MetricsQuery } from "../src/store/metrics/MetricsQuery.ts"
import { migrations } from "../src/store/migrations.ts"
import { TraceStore } from "../src/store/TraceStore.ts"

const url = process.env["DATABASE_URL"]
const setting = (name: string, otherwise: number) => Number(process.env[name] ?? otherwise)
const [traces, turns, batch] = [setting("TRACES", 30_000), setting("TURNS", 9), 1000]

const space = { tenant: "org_bench", project: "prj_bench" }
const day = 86_400_000_000_000n
const to = BigInt(Math.floor(Date.now() / 86_400_000)) * day

const print = (line: string) => process.stdout.write(`${line}\n`)

/** Traces of ten spans, evenly over 30 days, with the ways of spans and their models drawn by their numbers. */
const fill = Effect.gen(function* () {
  const [sql, store] = [yield* SqlClient.SqlClient, yield* TraceStore]
  const weeks = Array.from({ length: 6 }, (_, n) => to - BigInt(7 * (5 - n)) * day)
  const monday = (at: bigint) =>
    new Date(Number((at - ((at - 4n * day) % (7n * day))) / 1_000_000n)).toISOString().slice(0, 10)
  for (const week of weeks) {
    const bucket = monday(week)
    yield* sql`select agent_operations.make_trace_partition(${bucket}::date, ${bucket}::date + 7, to_char(${bucket}::date, '_YYYYMMDD'))::text`
  }
  const step = (30n * day) / BigInt(traces)
  const bucketOf = sql.literal("date_trunc('week', to_timestamp(started_ns / 1e9) at time zone 'utc')::date")
  for (let first = 0; first < traces; first += batch) {
    const made = sql`(
      select n, md5(n::text)::uuid as trace_id, ${to - 30n * day}::bigint + n * ${step}::bigint as started_ns
      from generate_series(${first}::int, ${Math.min(traces, first + batch) - 1}::int) as n) as made`
    yield* sql`
      insert into agent_operations.trace_heads (tenant_id, project_id, trace_id, bucket, head_key, name, started_ns, ended_ns,
        root_ended, root_error, user_pick, environment_pick, tags, attributes, metadata, span_count, error_count, input_tokens,
        output_tokens, total_tokens, cost_pico, encoded_bytes)
      select ${space.tenant}, ${space.project}, trace_id, ${bucketOf}, '', 'support', started_ns, started_ns + 5000000000, true,
        n % 20 = 0, repeat('0', 37) || 'user' || n % 1000, repeat('0', 37) || 'production', '[]',
        jsonb_build_object('customer.tier', n % 3), '{}', 10, 0, 1000, 100, 1100, 1000000000 + n, 10000 from ${made}`
    yield* sql`
      insert into agent_operations.trace_spans (tenant_id, project_id, trace_id, span_id, bucket, started_ns, ended_ns, chunk_id,
        chunk_index, encoded_bytes, kind, type, status, rank, name, model, provider, input_tokens, output_tokens, total_tokens,
        cost, cost_pico)
      select ${space.tenant}, ${space.project}, trace_id, s, ${bucketOf}, started_ns + s * 1000000,
        started_ns + s * 1000000 + 1000 * (hashtext(n || '.' || s) & 1073741823)::bigint, 1, s, 4000, 0, 1, 2, '\\x01', 'chat',
        'model-' || (hashtext(n || '-' || s) & 7), 'provider', 500, 50, 550, 0.0012, 1200000000
      from ${made}, generate_series(1, 10) as s order by n, s`
  }
  yield* sql`
    insert into agent_operations.trace_buckets select bucket, min(started_ns), max(started_ns) from agent_operations.trace_spans
    group by bucket on conflict do nothing`
  yield* store.prepareWeeks
  for (const table of ["trace_heads", "trace_spans"]) yield* sql`vacuum analyze agent_operations.${sql.literal(table)}`
})

const base = { dimensions: [], granularity: undefined, filters: [], limit: 1000, maxGroups: 50_000, to } as const
const byTime = { by: "time", direction: "asc" } as const

const queries: ReadonlyArray<readonly [name: string, days: bigint, query: Omit<MetricsQuery, "from">, byHand: string]> =
  [
    ...([1n, 30n] as const).map((days): (typeof queries)[number] => [
      `p95 of spans by model and hour, ${days} days`,
      days,
      {
        ...base,
        over: "spans",
        measures: [{ measure: "durationMs", aggregation: "p95" }],
        dimensions: ["model"],
        granularity: "hour",
        orderBy: byTime
      },
      `select f.started_ns - f.started_ns % 3600000000000 as time, f.model,
      percentile_cont(0.95) within group (order by (f.ended_ns - f.started_ns)::float8 / 1e6) as value
    from agent_operations.trace_spans as f where OWN(f) and f.started_ns >= FROM and f.started_ns < TO
    group by 1, 2 order by 1, 2`
    ]),
    ...([1n, 30n] as const).map((days): (typeof queries)[number] => [
      `cost of spans by model and day, ${days} days`,
      days,
      {
        ...base,
        over: "spans",
        measures: [{ measure: "cost", aggregation: "sum" }],
        dimensions: ["model"],
        granularity: "day",
        filters: [{ field: "span.type", operator: "in", value: ["generation", "embedding"] }],
        orderBy: byTime
      },
      `select f.started_ns - f.started_ns % 86400000000000 as time, f.model, sum(f.cost_pico)::float8 / 1e12 as value
    from agent_operations.trace_spans as f where OWN(f) and f.started_ns >= FROM and f.started_ns < TO and f.type in (1, 6)
    group by 1, 2 order by 1, 2`
    ]),
    [
      "cost of traces by user and day, 30 days",
      30n,
      {
        ...base,
        over: "traces",
        measures: [{ measure: "cost", aggregation: "sum" }],
        dimensions: ["userId"],
        granularity: "day",
        orderBy: byTime
      },
      `select h.started_ns - h.started_ns % 86400000000000 as time, h.user_id, sum(h.cost_pico)::float8 / 1e12 as value
    from agent_operations.trace_heads as h where OWN(h) and h.deleted_at is null and h.started_ns >= FROM and h.started_ns < TO
    group by 1, 2 order by 1, 2`
    ],
    [
      "p95 of spans by environment, 30 days",
      30n,
      {
        ...base,
        over: "spans",
        measures: [{ measure: "durationMs", aggregation: "p95" }],
        dimensions: ["environment"],
        orderBy: { by: 0, direction: "desc" }
      },
      `select h.environment, percentile_cont(0.95) within group (order by (f.ended_ns - f.started_ns)::float8 / 1e6) as value
    from agent_operations.trace_spans as f join agent_operations.trace_heads as h on OWN(h) and h.trace_id = f.trace_id
    where OWN(f) and h.deleted_at is null and f.started_ns >= FROM and f.started_ns < TO group by 1 order by 2`
    ]
  ]

const timed = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.timed(effect), ([duration]) => Duration.toMillis(duration))

const median = (values: ReadonlyArray<number>) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

const measure = (retention: "none" | "400 days") =>
  Effect.gen(function* () {
    const [sql, store] = [yield* SqlClient.SqlClient, yield* TraceStore]
    for (const [name, days, query, hand] of queries) {
      const from = to - days * day
      const own = (_: string, alias: string) =>
        `${alias}.tenant_id = '${space.tenant}' and ${alias}.project_id = '${space.project}'`
      const byHand = hand
        .replaceAll("FROM", String(from))
        .replaceAll("TO", String(to))
        .replaceAll(/OWN\((\w)\)/g, own)
      const ours: Array<number> = []
      const theirs: Array<number> = []
      for (let turn = 0; turn <= turns; turn++) {
        const a = yield* timed(store.metrics(space, { ...query, from }))
        const b = yield* timed(sql`${sql.literal(byHand)}`)
        if (turn === 0) continue
        ours.push(a)
        theirs.push(b)
      }
      const [a, b] = [median(ours), median(theirs)]
      print(`${name}, retention ${retention}: ${a.toFixed(1)} ms, by hand ${b.toFixed(1)} ms: ${(b / a).toFixed(2)}`)
    }
  })

const database = Database.layer({
  url: url === undefined ? undefined : Redacted.make(url),
  directory: undefined,
  statementTimeout: "2 minutes"
})

const program = Effect.gen(function* () {
  yield* migrate([migrations])
  yield* Effect.provide(fill, TraceStore.layer)
  yield* Effect.provide(measure("none"), TraceStore.layer)
  yield* Effect.provide(measure("400 days"), TraceStore.layerWith({ retention: "400 days" }))
})

await Effect.runPromise(Effect.scoped(Effect.provide(program, Layer.fresh(database))))
