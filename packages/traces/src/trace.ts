import type { Json, JsonObject } from "./json.ts"
import { millisBetween, toTime } from "./time.ts"
import type { HeadSpan } from "./head-span.ts"
import type { traceStatuses } from "@agent-operations/contract/traces"
import { fromPico } from "./costs/pico.ts"
import type { StoredHead } from "./trace-head.ts"

export type TraceStatus = (typeof traceStatuses)[number]

/** A trace as reads answer it. */
export interface Trace {
  readonly id: string
  readonly projectId: string
  readonly name: string | null
  readonly status: TraceStatus
  readonly userId: string | null
  readonly sessionId: string | null
  readonly environment: string | null
  readonly release: string | null
  readonly startedAt: string
  readonly startNano: string
  readonly endedAt: string | null
  readonly endNano: string | null
  readonly durationMs: number | null
  readonly spanCount: number
  readonly errorCount: number
  readonly inputTokens: number | null
  readonly outputTokens: number | null
  readonly totalTokens: number | null
  /** US dollars. */
  readonly cost: number | null
  readonly input: Json
  readonly output: Json
  readonly error: Json
  readonly truncated: ReadonlyArray<TextField>
  readonly tags: ReadonlyArray<string>
  readonly attributes: JsonObject
  readonly metadata: JsonObject
  readonly scores: Readonly<Record<string, number>>
  readonly updatedAt: string
}

/** How a trace goes on: total, and computed when it is read. `idleNanos` is how long one may be still and yet running. */
export const statusOf = (
  { rootEnded, rootError }: Pick<HeadSpan, "rootEnded" | "rootError">,
  { touchedNano, nowNano, idleNanos }: { touchedNano: bigint; nowNano: bigint; idleNanos: bigint }
): TraceStatus => {
  if (rootEnded) return rootError ? "error" : "success"
  return nowNano - touchedNano <= idleNanos ? "running" : "incomplete"
}

/** What is stored beside the head, and what it is read with. */
export interface Reading {
  readonly id: string
  readonly projectId: string
  /** When a span last changed it, by the database's clock. */
  readonly touchedNano: bigint
  readonly nowNano: bigint
  readonly idleNanos: bigint
  readonly scores: Readonly<Record<string, number>>
}

/** A trace as it is read, with nothing truncated. Law: T5. */
export const traceOf = ({ summary: stored, headSpan: head }: StoredHead, reading: Reading): Trace => {
  const { startNano, endNano } = stored
  return {
    id: reading.id,
    projectId: reading.projectId,
    name: head.name,
    status: statusOf(head, reading),
    userId: stored.userId?.value ?? null,
    sessionId: stored.sessionId?.value ?? null,
    environment: stored.environment?.value ?? null,
    release: stored.release?.value ?? null,
    startedAt: toTime(startNano),
    startNano: String(startNano),
    endedAt: endNano === null ? null : toTime(endNano),
    endNano: endNano === null ? null : String(endNano),
    durationMs: endNano === null ? null : millisBetween(startNano, endNano),
    spanCount: stored.spanCount,
    errorCount: stored.errorCount,
    inputTokens: stored.inputTokens,
    outputTokens: stored.outputTokens,
    totalTokens: stored.totalTokens,
    cost: stored.costPico === null ? null : fromPico(stored.costPico),
    input: head.input,
    output: head.output,
    error: head.error,
    truncated: [],
    tags: head.tags,
    attributes: head.attributes,
    metadata: head.metadata,
    scores: reading.scores,
    updatedAt: toTime(reading.touchedNano)
  }
}

/** What of a trace may be long. */
export type TextField = "input" | "output"

/** What lists show of an input or output whose JSON is longer than that: the first characters of its text. */
const shown = { bytes: 8 * 1024, characters: 2000 } as const

/** What is read of one: a character takes at most six when it is escaped, and a quote comes before the first. */
export const longText = { bytes: shown.bytes, read: 6 * shown.characters + 1 } as const

/** The beginning of a text, which does not end within a surrogate pair. */
const beginning = (text: string) => text.slice(0, shown.characters).replace(/[\uD800-\uDBFF]$/, "")

/** The beginning of what the beginning of a JSON text stands for, which may end within an escaped character. */
export const beginningOfJson = (text: string): string => {
  const whole = /^"(?:[^"\\]|\\(?:u[0-9a-f]{4}|[^u]))*/i.exec(text)?.[0]
  return beginning(whole === undefined ? text : (JSON.parse(`${whole}"`) as string))
}

/** A trace as lists show it: a long input or output as the beginning of its text, which `truncated` tells. */
export const shorten = (trace: Trace): Trace => {
  const truncated: Array<TextField> = []
  const short = { input: trace.input, output: trace.output }
  for (const field of ["input", "output"] as const) {
    const text = JSON.stringify(trace[field])
    if (Buffer.byteLength(text) <= shown.bytes) continue
    short[field] = beginningOfJson(text)
    truncated.push(field)
  }
  return { ...trace, ...short, truncated }
}
