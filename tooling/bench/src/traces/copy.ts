import { spawn } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { SentSpan } from "./otlp.ts"

/** The plain table that rows are copied into: a column for each fact, and the attributes as JSON. */
export const plainTable = `create table bench_plain (trace_id text, span_id text, parent_id text, name text, started_ns bigint,
  ended_ns bigint, model text, provider text, input_tokens bigint, output_tokens bigint, user_id text, session_id text,
  body text)`

const rowOf = ({ traceId, spanId, parentId, name, startNano, endNano, attributes }: SentSpan) =>
  [
    traceId,
    spanId,
    parentId,
    name,
    startNano,
    endNano,
    attributes["gen_ai.request.model"],
    attributes["gen_ai.provider.name"],
    attributes["gen_ai.usage.input_tokens"],
    attributes["gen_ai.usage.output_tokens"],
    attributes["user.id"],
    attributes["session.id"],
    JSON.stringify({ traceId, spanId, parentId, name, attributes })
  ]
    .map((value) => (value === undefined ? "\\N" : String(value).replaceAll("\\", "\\\\")))
    .join("\t")

const psql = (url: string, script: string) =>
  new Promise<void>((resolve, reject) => {
    const child = spawn("psql", ["-q", "-v", "ON_ERROR_STOP=1", url], { stdio: ["pipe", "ignore", "inherit"] })
    child.on("exit", (code) => (code === 0 ? resolve() : reject(new Error(`psql ended with ${code}`))))
    child.stdin.end(script)
  })

/** Copies spans by `psql`, a COPY for as many as a request has, on so many connections, and tells how many seconds it took. */
export const copy = async (url: string, spans: ReadonlyArray<SentSpan>, size: number, connections: number) => {
  const directory = mkdtempSync(join(tmpdir(), "bench-copy-"))
  try {
    const commands = Array.from({ length: Math.ceil(spans.length / size) }, (_, n) => {
      const file = join(directory, String(n))
      writeFileSync(
        file,
        `${spans
          .slice(n * size, (n + 1) * size)
          .map(rowOf)
          .join("\n")}\n`
      )
      return `\\copy bench_plain from '${file}'`
    })
    const scripts = Array.from({ length: connections }, (_, of) =>
      commands.filter((_, n) => n % connections === of).join("\n")
    )
    const began = performance.now()
    await Promise.all(scripts.map((script) => psql(url, script)))
    return (performance.now() - began) / 1000
  } finally {
    rmSync(directory, { recursive: true })
  }
}
