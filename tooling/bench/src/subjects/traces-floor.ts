/**
 * What takes spans and shows traces by hand: node:http, protobufjs and pg, with the statements of the store for spans that
 * are new. It knows the few attributes that the bench sends, and checks nothing: no credential, no limits, no conventions,
 * no prices.
 */
import { hash } from "node:crypto"
import { createServer } from "node:http"
import { zstdCompressSync, zstdDecompressSync } from "node:zlib"
import pg from "pg"
import { attributesOf, type DecodedSpan, decodeRequest, nanosOf } from "../traces/otlp.ts"

const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"], max: 10 })
const [tenant, project] = [process.env["TENANT"]!, process.env["PROJECT"]!]

const key = (id: Buffer) => id.readBigUInt64BE() - (1n << 63n)
const number = (value: string | number | undefined) => (value === undefined ? null : Number(value))

const rowOf = (span: DecodedSpan, resource: Record<string, string | number>) => {
  const attributes = attributesOf(span.attributes)
  const traceId = span.traceId.toString("hex")
  const [start, end] = [nanosOf(span.startTimeUnixNano), nanosOf(span.endTimeUnixNano)]
  const spanId = span.spanId.toString("hex")
  const parentId = span.parentSpanId.length === 0 ? null : span.parentSpanId.toString("hex")
  const all = {
    traceId,
    spanId,
    parentId,
    name: span.name,
    startNano: String(start),
    endNano: String(end),
    attributes,
    resource
  }
  const body = Buffer.from(JSON.stringify(all))
  const orderKey = `${parentId === null ? 0 : 1}${String(start).padStart(20, "0")}${spanId}`
  const inputTokens = number(attributes["gen_ai.usage.input_tokens"])
  const outputTokens = number(attributes["gen_ai.usage.output_tokens"])
  return { span, attributes, resource, traceId, start, end, parentId, body, orderKey, inputTokens, outputTokens }
}

type Row = ReturnType<typeof rowOf>

const sum = (numbers: ReadonlyArray<number | null>) => numbers.reduce((a, b) => (a ?? 0) + (b ?? 0), 0)

const json = (value: string | number | undefined) => (value === undefined ? null : JSON.stringify(value))

const headOf = (rows: ReadonlyArray<Row>) => {
  const head = rows.reduce((a, b) => (a.orderKey < b.orderKey ? a : b))
  const { attributes, resource } = head
  return [
    head.traceId,
    head.orderKey,
    head.span.name,
    rows.reduce((least, { start }) => (start < least ? start : least), head.start),
    rows.reduce((most, { end }) => (end > most ? end : most), head.end),
    head.parentId === null,
    head.orderKey + String(attributes["user.id"]),
    head.orderKey + String(attributes["session.id"]),
    JSON.stringify({ ...resource, ...attributes }),
    json(attributes["input.value"]),
    json(attributes["output.value"]),
    rows.length,
    sum(rows.map(({ inputTokens }) => inputTokens)),
    sum(rows.map(({ outputTokens }) => outputTokens)),
    rows.reduce((bytes, { body }) => bytes + 2 * body.length + 900, 0)
  ]
}

const columnsOf = (rows: ReadonlyArray<ReadonlyArray<unknown>>) => rows[0]!.map((_, n) => rows.map((row) => row[n]))

const heads = `
  insert into agent_operations.trace_heads as h (tenant_id, project_id, trace_id, head_key, name, started_ns, ended_ns,
    root_ended, user_pick, session_pick, attributes, input, output, span_count, input_tokens, output_tokens, encoded_bytes,
    bucket, root_error, tags, metadata, error_count)
  select $1, $2, d.a, d.b, d.c, d.d, d.e, d.f, d.g, d.h, d.i::jsonb, d.j, d.k, d.l, d.m, d.n, d.o,
    date_trunc('week', to_timestamp(d.d / 1000000000) at time zone 'utc')::date, false, '[]', '{}', 0
  from unnest($3::uuid[], $4::text[], $5::text[], $6::bigint[], $7::bigint[], $8::boolean[], $9::text[], $10::text[],
    $11::text[], $12::text[], $13::text[], $14::int[], $15::bigint[], $16::bigint[], $17::bigint[])
    as d(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o)
  order by d.a on conflict (tenant_id, project_id, trace_id) do update set touched_at = h.touched_at where false
  returning trace_id::text`

const spans = `
  with put as (
    insert into agent_operations.trace_spans (tenant_id, project_id, trace_id, span_id, parent_id, started_ns, ended_ns, name,
      model, provider, input_tokens, output_tokens, user_id, session_id, rank, chunk_id, chunk_index, encoded_bytes, kind,
      type, status, environment, bucket)
    select $1, $2, s.a, s.b, s.c, s.d, s.e, s.f, s.g, s.h, s.i, s.j, s.k, s.l, s.m, s.n, s.o, s.p, 0, 1, 2, 'production',
      date_trunc('week', to_timestamp(s.d / 1000000000) at time zone 'utc')::date
    from unnest($3::uuid[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::text[], $9::text[], $10::text[],
      $11::bigint[], $12::bigint[], $13::text[], $14::text[], $15::bytea[], $16::bigint[], $17::int[], $18::int[])
      as s(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p)
    on conflict do nothing returning trace_id, chunk_id, bucket
  ), kept as (
    insert into agent_operations.trace_chunks (tenant_id, project_id, trace_id, chunk_id, bucket, body)
    select $1, $2, c.a, c.b, (select put.bucket from put where put.trace_id = c.a limit 1), c.c
    from unnest($19::uuid[], $20::bigint[], $21::bytea[]) as c(a, b, c)
    where (c.a, c.b) in (select put.trace_id, put.chunk_id from put) on conflict do nothing
  )
  select trace_id::text, count(*)::int as count from put group by trace_id`

const take = async (bytes: Buffer) => {
  const rows = decodeRequest(bytes).map(({ span, resource }) => rowOf(span, attributesOf(resource)))
  const traces = [...Map.groupBy(rows, ({ traceId }) => traceId).values()]
  const chunks = traces.map((own) => {
    const body = zstdCompressSync(Buffer.concat(own.flatMap(({ body }) => [body, Buffer.from("\n")])))
    return [own[0]!.traceId, hash("sha256", body, "buffer").readBigInt64BE(0), body] as const
  })
  const facts = traces.flatMap((own, n) =>
    own.map((row, index) => [
      row.traceId,
      key(row.span.spanId),
      row.parentId === null ? null : key(row.span.parentSpanId),
      row.start,
      row.end,
      row.span.name,
      row.attributes["gen_ai.request.model"] ?? null,
      row.attributes["gen_ai.provider.name"] ?? null,
      row.inputTokens,
      row.outputTokens,
      row.attributes["user.id"] ?? null,
      row.attributes["session.id"] ?? null,
      hash("sha256", row.body, "buffer"),
      chunks[n]![1],
      index,
      2 * row.body.length + 900
    ])
  )
  const client = await pool.connect()
  try {
    await client.query("begin")
    await client.query({ name: "heads", text: heads, values: [tenant, project, ...columnsOf(traces.map(headOf))] })
    const values = [tenant, project, ...columnsOf(facts), ...columnsOf(chunks)]
    await client.query({ name: "spans", text: spans, values })
    await client.query("commit")
  } finally {
    client.release()
  }
}

const columns = `h.trace_id::text, h.name, h.root_ended, h.root_error, h.user_id, h.session_id, h.environment, h.release,
  h.started_ns::text, h.ended_ns::text, h.duration_ms, h.span_count, h.error_count, h.input_tokens::int, h.output_tokens::int,
  h.total_tokens::int, h.cost_pico::float8, h.tags, h.attributes, h.metadata, h.touched_at, left(h.input, 8192) as input,
  left(h.output, 8192) as output`
const own = "h.tenant_id = $1 and h.project_id = $2 and h.deleted_at is null"

interface ListInput {
  readonly to?: string
  readonly filters?: ReadonlyArray<{ readonly field: string; readonly value: string }>
}

const conditionOf = (field: string) => {
  if (field === "trace.userId") return "h.user_id = $3"
  if (field === "trace.sessionId") return "h.session_id = $3"
  return "agent_operations.scoped(h.tenant_id, h.project_id, h.attributes) @> $3::jsonb"
}

const scored = (ids: ReadonlyArray<string>) =>
  pool.query({
    name: "scores",
    text: `select distinct on (s.trace_id, s.name) s.trace_id::text, s.name, s.number_value from agent_operations.trace_scores s
      where s.tenant_id = $1 and s.project_id = $2 and s.trace_id = any($3::uuid[]) and s.number_value is not null
      order by s.trace_id, s.name, s.updated_at desc`,
    values: [tenant, project, ids]
  })

const list = async ({ to, filters: [filter] = [] }: ListInput) => {
  const condition =
    filter === undefined ? (to === undefined ? "true" : "h.started_ns < $3::bigint") : conditionOf(filter.field)
  const attribute = filter?.field.split("trace.attributes.")[1]
  const value =
    attribute === undefined
      ? filter?.value
      : JSON.stringify({ [`${tenant}/${project}`]: { [attribute]: filter?.value } })
  const given = value ?? (to === undefined ? undefined : String(BigInt(Date.parse(to)) * 1_000_000n))
  const { rows } = await pool.query({
    name: `list ${filter?.field ?? to === undefined}`,
    text: `select ${columns} from agent_operations.trace_heads h where ${own} and ${condition}
      order by h.started_ns desc, h.trace_id desc limit 51`,
    values: [tenant, project, ...(given === undefined ? [] : [given])]
  })
  await scored(rows.map(({ trace_id }) => trace_id as string))
  return { items: rows.slice(0, 50) }
}

const get = async ({ id }: { readonly id: string }) => {
  const of = (table: string, selected: string) =>
    pool.query({
      name: table,
      text: `select ${selected} from agent_operations.${table} h where h.tenant_id = $1 and h.project_id = $2 and h.trace_id = $3`,
      values: [tenant, project, id]
    })
  const [{ rows: heads }, { rows: facts }, { rows: chunks }] = await Promise.all([
    of("trace_heads", columns),
    of("trace_spans", "h.span_id::text, h.name, h.started_ns::text, h.ended_ns::text, h.chunk_id::text, h.chunk_index"),
    of("trace_chunks", "h.chunk_id::text, h.body")
  ])
  await scored([id])
  const bodies = new Map<string, ReadonlyArray<string>>(
    chunks.map(({ chunk_id, body }) => [chunk_id, zstdDecompressSync(body).toString().split("\n")])
  )
  const spans = facts.map((fact) => ({ ...fact, ...JSON.parse(bodies.get(fact.chunk_id)![fact.chunk_index]!) }))
  return { trace: heads[0], spans }
}

const answer = async (path: string, bytes: Buffer) => {
  if (path === "/v1/traces") {
    await take(bytes)
    return ""
  }
  const input = JSON.parse(bytes.toString()) as never
  return JSON.stringify({ data: await (path.endsWith("list_traces") ? list(input) : get(input)) })
}

createServer((request, response) => {
  if (request.method === "GET") return void response.end()
  const parts: Array<Buffer> = []
  request
    .on("data", (part: Buffer) => parts.push(part))
    .on("end", () => {
      answer(request.url!, Buffer.concat(parts)).then(
        (text) => response.writeHead(200, { "content-length": Buffer.byteLength(text) }).end(text),
        (error: unknown) => response.writeHead(500).end(String(error))
      )
    })
}).listen(Number(process.env["PORT"]), "127.0.0.1")
