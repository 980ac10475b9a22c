/**
 * How fast spans are stored, beside COPY of the same rows into a plain table, in turns:
 *
 *   DATABASE_URL=postgres://… node --conditions=@agent-operations/source packages/traces/scripts/store-bench.ts
 *
 * Without a URL it runs on PGlite, in memory, without COPY. Settings: `SPANS` a turn (10240), `SINGLES` (2000), `TURNS` (3).
 */
import { Database, migrate } from "@agent-operations/database"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { spawn } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { hostItself } from "../src/store/keys.ts"
import { makeOrigin } from "../src/body.ts"
import { makeSpan } from "../src/make-span.ts"
import type { Span } from "../src/span.ts"
import { migrations } from "../src/store/migrations.ts"
import { TraceStore } from "../src/store/TraceStore.ts"

const url = process.env["DATABASE_URL"]
const setting = (name: string, otherwise: number) => Number(process.env[name] ?? otherwise)
const [spansOfTurn, singles, turns] = [setting("SPANS", 10_240), setting("SINGLES", 2000), setting("TURNS", 3)]
const [batch, connections, spansOfTrace] = [512, 4, 10]

const space = { tenant: "org_bench", project: "prj_bench" }
const words =
  "the agent looked up an order and told the customer when it would arrive, with a link to follow it by".split(" ")

let seed = 1
const random = (below: number) => (seed = (seed * 48271) % 2147483647) % below
const text = (characters: number) => {
  let made = ""
  while (made.length < characters) made += `${words[random(words.length)]!}${random(8) === 0 ? random(100_000) : ""} `
  return made
}
const hex = (digits: number) => Array.from({ length: digits }, () => random(16).toString(16)).join("")

const make = makeSpan({ estimate: () => 0.0012 })
const resource = {
  "service.name": "support-agent",
  "deployment.environment.name": "production",
  "host.name": "node-17"
}
const origin = makeOrigin(resource, { name: "bench", version: "1" })

/** Spans of 4 KB, ten a trace. */
const spansOf = (count: number): ReadonlyArray<Span> => {
  const now = BigInt(Date.now()) * 1_000_000n
  const spans: Array<Span> = []
  for (let trace = ""; spans.length < count;) {
    const n = spans.length % spansOfTrace
    if (n === 0) trace = hex(32)
    const startNano = now - BigInt(random(3_600_000)) * 1_000_000n
    spans.push(
      make({
        traceId: trace,
        spanId: hex(16),
        parentId: n === 0 ? null : spans.at(-n)!.sent.spanId,
        name: n % 3 === 0 ? "chat" : "execute_tool",
        kind: "client",
        outcome: "ok",
        statusMessage: "",
        startNano,
        endNano: startNano + BigInt(random(5000)) * 1_000_000n,
        attributes: {
          "gen_ai.operation.name": n % 3 === 0 ? "chat" : "execute_tool",
          "gen_ai.request.model": "gpt-5-mini",
          "gen_ai.usage.input_tokens": random(5000),
          "gen_ai.usage.output_tokens": random(500),
          "session.id": `s-${trace.slice(0, 6)}`,
          "user.id": `u-${random(1000)}`,
          "gen_ai.input.messages": JSON.stringify([{ role: "user", parts: [{ type: "text", content: text(2600) }] }]),
          "gen_ai.output.messages": JSON.stringify([
            { role: "assistant", parts: [{ type: "text", content: text(700) }] }
          ])
        },
        droppedAttributesCount: 0,
        events: [],
        links: [],
        origin,
        version: 0
      })
    )
  }
  return spans
}

const batches = (spans: ReadonlyArray<Span>, size: number) =>
  Array.from({ length: Math.ceil(spans.length / size) }, (_, n) => spans.slice(n * size, (n + 1) * size))

const median = (values: ReadonlyArray<number>) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

const print = (line: string) => process.stdout.write(`${line}\n`)

const columns = `trace_id text, span_id text, parent_id text, name text, kind text, type text, status text, started_ns bigint,
  ended_ns bigint, model text, provider text, input_tokens bigint, output_tokens bigint, total_tokens bigint,
  cost double precision, user_id text, session_id text, environment text, body text`

const copyText = (spans: ReadonlyArray<Span>) =>
  spans
    .map(({ sent, facts, status, body }) =>
      [
        sent.traceId,
        sent.spanId,
        sent.parentId,
        sent.name,
        sent.kind,
        facts.type,
        status,
        sent.startNano,
        sent.endNano,
        facts.model,
        facts.provider,
        facts.inputTokens,
        facts.outputTokens,
        facts.totalTokens,
        facts.cost,
        facts.userId,
        facts.sessionId,
        facts.environment,
        Buffer.from(body).toString()
      ]
        .map((value) => (value === null ? "\\N" : String(value).replaceAll("\\", "\\\\")))
        .join("\t")
    )
    .join("\n")

const psql = (script: string) =>
  new Promise<void>((resolve, reject) => {
    const child = spawn("psql", ["-q", "-v", "ON_ERROR_STOP=1", url!], { stdio: ["pipe", "ignore", "inherit"] })
    child.on("exit", (code) => (code === 0 ? resolve() : reject(new Error(`psql ended with ${code}`))))
    child.stdin.end(script)
  })

/** COPY, a statement of as many rows as a request has, on as many connections. */
const copy = async (spans: ReadonlyArray<Span>) => {
  const directory = mkdtempSync(join(tmpdir(), "store-bench-"))
  try {
    const files = batches(spans, batch).map((part, n) => {
      const file = join(directory, String(n))
      writeFileSync(file, `${copyText(part)}\n`)
      return `\\copy bench_plain from '${file}'`
    })
    const scripts = Array.from({ length: connections }, (_, of) =>
      files.filter((_, n) => n % connections === of).join("\n")
    )
    const start = performance.now()
    await Promise.all(scripts.map(psql))
    return spans.length / ((performance.now() - start) / 1000)
  } finally {
    rmSync(directory, { recursive: true })
  }
}

const program = Effect.gen(function* () {
  const [store, sql] = [yield* TraceStore, yield* SqlClient.SqlClient]
  const timed = Effect.fnUntraced(function* (spans: ReadonlyArray<Span>, size: number, concurrency: number) {
    const requests = batches(spans, size)
    const start = performance.now()
    yield* Effect.forEach(requests, (request) => store.record(space, request, hostItself), {
      concurrency,
      discard: true
    })
    return spans.length / ((performance.now() - start) / 1000)
  })
  if (url !== undefined) yield* sql`create table bench_plain (${sql.literal(columns)})`
  yield* timed(spansOf(1024), batch, connections)
  const [stored, alone, copied]: [Array<number>, Array<number>, Array<number>] = [[], [], []]
  for (let turn = 0; turn < turns; turn++) {
    const [many, few] = [spansOf(spansOfTurn), spansOf(singles)]
    if (url !== undefined) copied.push(yield* Effect.promise(() => copy(many)))
    stored.push(yield* timed(many, batch, connections))
    alone.push(yield* timed(few, 1, 32))
    print(
      `turn ${turn + 1}: ${batch} a request ${stored.at(-1)!.toFixed(0)}/s, 1 a request ${alone.at(-1)!.toFixed(0)}/s, COPY ${copied.at(-1)?.toFixed(0) ?? "-"}/s`
    )
  }
  const [count] = yield* sql<{ spans: number; sent: number }>`
    select count(*)::int as spans, 0 as sent from agent_operations.trace_spans`
  const sizes = yield* sql<{ table: string; bytes: number }>`
    select coalesce(p.relname, c.relname) as table, sum(pg_total_relation_size(c.oid))::float8 as bytes
    from pg_class c left join pg_inherits i on i.inhrelid = c.oid left join pg_class p on p.oid = i.inhparent
    where c.relkind = 'r' and c.relname like 'trace_%' group by 1 having sum(pg_total_relation_size(c.oid)) > 100000`
  const body = spansOf(1000).reduce((sum, { body }) => sum + body.length, 0) / 1000
  for (const { table, bytes } of sizes) print(`${table}: ${(bytes / count!.spans).toFixed(0)} bytes a span`)
  const disk = sizes.reduce((sum, { bytes }) => sum + bytes, 0) / count!.spans
  print(`disk: ${disk.toFixed(0)} bytes a span of ${body.toFixed(0)} bytes of JSON, ${(disk / body).toFixed(2)}`)
  print(
    `512 a request: ${median(stored).toFixed(0)} spans/s; 1 a request, 32 at once: ${median(alone).toFixed(0)}, ${(median(alone) / median(stored)).toFixed(2)}`
  )
  if (copied.length > 0)
    print(
      `COPY: ${median(copied).toFixed(0)} rows/s; ${median(stored.map((rate, n) => rate / copied[n]!)).toFixed(2)} of COPY`
    )
})

const database = Database.layer({ url: url === undefined ? undefined : Redacted.make(url), directory: undefined })
const layer = TraceStore.layer.pipe(
  Layer.provideMerge(Layer.effectDiscard(migrate([migrations]))),
  Layer.provideMerge(database)
)

await Effect.runPromise(Effect.provide(program, layer))
