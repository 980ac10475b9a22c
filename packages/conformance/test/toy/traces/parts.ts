import type { Family, Operation } from "@agent-operations/contract"
import { dataTypeOf, type traces } from "@agent-operations/contract/traces"
import {
  compareRanks,
  encodeResponse,
  headOf,
  type OtlpContentType,
  readRequest,
  type Rejection,
  shorten,
  type Span,
  spanAnswer,
  spanFactsAnswer,
  storedHead,
  type Trace,
  type TraceHead,
  traceOf
} from "@agent-operations/traces"
import { newIdText, type Principal, rightParts } from "../parts.ts"
import { type Measuring, percentileOf } from "./metrics.ts"

export type Input<Id extends string> = Operation.Input<Family.OperationById<typeof traces, Id>>
export type Score = Operation.Result<Family.OperationById<typeof traces, "create_score">>

/** A trace as it is kept: of each span the version that wins, in the order in which spans first came. */
export interface Kept {
  readonly spans: Map<string, Span>
  touched: bigint
}

/** The traces of a project. */
export interface TraceProject {
  readonly id: string
  readonly traces: Map<string, Kept>
  readonly scores: Map<string, Score>
  readonly deleted: Set<string>
  /** Whose spans and scores are: who sent them first. */
  readonly owners: Map<string, Principal>
}

let latest = 0n

/** Time never stands still. */
const now = (): bigint => {
  const millis = BigInt(Date.now()) * 1_000_000n
  return (latest = millis > latest ? millis : latest + 1_000_000n)
}

const timeOf = (nanos: bigint) => new Date(Number(nanos / 1_000_000n)).toISOString()

const evidenceBytes = 8 * 1024 * 1024 - 16 * 1024

/** The newest score of each name, of a trace or of a span. */
const named = ({ scores }: TraceProject, traceId: string, spanId: string | null) => {
  const own = [...scores.values()].filter((one) => one.traceId === traceId && one.spanId === spanId)
  return Object.fromEntries(
    own
      .filter(({ value }) => typeof value !== "string")
      .toSorted((a, b) => (a.updatedAt < b.updatedAt ? -1 : 1))
      .map(({ name, value }) => [name, Number(value)])
  )
}

const byStart = (a: Span, b: Span): number =>
  Number(a.sent.startNano - b.sent.startNano) || (a.sent.spanId < b.sent.spanId ? -1 : 1)

/** The parts that others are given, as a faulty server has them replaced. */
interface Keeping {
  readonly wins: (version: Span, before: Span) => boolean
  readonly replace: (version: Span, before: Span) => Span
  readonly again: (kept: Kept, at: bigint) => void
}

interface Summing {
  readonly head: (spans: ReadonlyArray<Span>) => TraceHead
}

type ScoreKey = Pick<Score, "traceId" | "spanId" | "name" | "identifier">

interface Keyed {
  readonly scoreKey: (score: ScoreKey) => string
}

/**
 * What a server of traces consists of, each part right: what it keeps is in memory, and what a request and a trace mean is
 * by the pure layer of the real one. A faulty one has a part replaced.
 */
export const rightTraceParts = {
  /** Whether a version takes the place of another. */
  wins: (version: Span, before: Span): boolean => compareRanks(version.rank, before.rank) > 0,

  /** What is kept of a version that takes the place of another. */
  replace: (version: Span, _before: Span): Span => version,

  /** Takes spans in, each at one moment. */
  keep: (parts: Keeping, project: TraceProject, spans: ReadonlyArray<Span>): void => {
    const at = now()
    for (const span of spans) {
      const { traceId, spanId } = span.sent
      const kept = project.traces.get(traceId) ?? { spans: new Map<string, Span>(), touched: at }
      project.traces.set(traceId, kept)
      const before = kept.spans.get(spanId)
      if (before !== undefined && !parts.wins(span, before)) {
        parts.again(kept, at)
        continue
      }
      kept.spans.set(spanId, before === undefined ? span : parts.replace(span, before))
      kept.touched = at
    }
  },

  /** What becomes of a trace that is sent nothing new. */
  again: (_kept: Kept, _at: bigint): void => {},

  /** Whether somebody may neither replace nor delete what is another's. */
  isTaken: (owner: Principal | undefined, by: Principal): boolean =>
    owner !== undefined && owner !== by && !by.scopes.includes("traces:delete"),

  /** Whose what is sent is from then on. */
  ownerOf: (owner: Principal | undefined, by: Principal): Principal => owner ?? by,

  /** Whether spans and scores of a trace are refused. */
  isDeleted: ({ deleted }: TraceProject, traceId: string): boolean => deleted.has(traceId),

  /** What a body says, if it is a request that is read. */
  read: readRequest,

  /** What an exporter is told of what was not kept. */
  tell: (rejected: ReadonlyArray<Rejection>, contentType: OtlpContentType) => encodeResponse(rejected, contentType),

  /** What was read of a request, as it is taken. */
  accept: (spans: ReadonlyArray<Span>, _rejected: ReadonlyArray<Rejection>): ReadonlyArray<Span> => spans,

  /** The status of what is too much at once, in place of 503. */
  overloaded: 503,

  head: (spans: ReadonlyArray<Span>): TraceHead => headOf(spans),

  trace: (parts: Summing, project: TraceProject, traceId: string, { spans, touched }: Kept): Trace =>
    traceOf(storedHead(parts.head([...spans.values()])), {
      id: traceId,
      projectId: project.id,
      touchedNano: touched,
      nowNano: now(),
      idleNanos: 900_000_000_000n,
      scores: named(project, traceId, null)
    }),

  /** A trace as lists show it. */
  listed: (trace: Trace): Trace => shorten(trace),

  /** The spans of a trace as they are listed. */
  spans: ({ spans }: Kept): ReadonlyArray<Span> => [...spans.values()].toSorted(byStart),

  span: (project: TraceProject, span: Span, isWhole = true): object => {
    const scores = named(project, span.sent.traceId, span.sent.spanId)
    return isWhole ? spanAnswer(span, scores) : spanFactsAnswer(span, scores)
  },

  isTooLarge: (text: string, spans: number): boolean => Buffer.byteLength(text) > evidenceBytes || spans > 5000,

  /** Where a trace is in a list. */
  position: ({ startNano, id }: Trace): string => `${startNano.padStart(20, "0")}-${id}`,

  matches: (trace: Trace, { from, to, search = "" }: Input<"list_traces">): boolean => {
    const start = timeOf(BigInt(trace.startNano))
    const texts = [trace.name, trace.userId, trace.sessionId, trace.input, trace.output]
    const isFound =
      trace.id.startsWith(search.toLowerCase()) ||
      texts.some((text) => typeof text === "string" && text.toLowerCase().includes(search.toLowerCase()))
    const isIn =
      (from === undefined || start >= timeOf(nanosOf(from))) && (to === undefined || start < timeOf(nanosOf(to)))
    return isIn && isFound
  },

  /** The traces behind a position, newest start first. */
  after: (all: ReadonlyArray<Trace>, position: string | undefined, _page: number): ReadonlyArray<Trace> => {
    const { position: of } = rightTraceParts
    const sorted = all.toSorted((a, b) => (of(a) < of(b) ? 1 : -1))
    return position === undefined ? sorted : sorted.filter((one) => of(one) < position)
  },

  total: (matching: ReadonlyArray<Trace>, _page: ReadonlyArray<Trace>): number => matching.length,

  binding: (project: TraceProject, operation: string, filters: ReadonlyArray<unknown>): string =>
    JSON.stringify([project.id, operation, ...filters]),

  scoreKey: ({ traceId, spanId, name, identifier }: ScoreKey): string =>
    JSON.stringify([traceId, spanId, name, identifier]),

  score: (parts: Keyed, project: TraceProject, input: Input<"create_score">, by: Principal): Score => {
    const traceId = input.traceId.replaceAll("-", "").toLowerCase()
    const { name, value, label = null, explanation = null, identifier = "", metadata = {} } = input
    const { source = "API", annotatorKind = "CODE", spanId = null } = input
    const content = { name, value, dataType: dataTypeOf(input), label, explanation, identifier, metadata }
    const key = { ...content, traceId, spanId: spanId?.toLowerCase() ?? null }
    const before = project.scores.get(parts.scoreKey(key))
    const at = timeOf(now())
    const made = {
      id: `scr_${newIdText()}`,
      createdAt: at,
      createdBy: { type: "api_key" as const, id: `key_${by.name}`, name: by.name }
    }
    const { id, createdAt, createdBy } = before ?? made
    const score: Score = { ...key, id, source, annotatorKind, createdAt, createdBy, updatedAt: at }
    project.scores.set(parts.scoreKey(key), score)
    return score
  },

  /** Whether a person's score is one that a key may give. */
  isForPeople: ({ annotatorKind }: Input<"create_score">): boolean => annotatorKind === "HUMAN",

  remove: (project: TraceProject, traceId: string): void => {
    project.traces.delete(traceId)
    project.deleted.add(traceId)
    for (const [key, score] of project.scores) if (score.traceId === traceId) project.scores.delete(key)
  },

  scopesOf: (scopes: ReadonlyArray<string>, _address: string): ReadonlyArray<string> => scopes,

  pageOf: rightParts.pageOf,

  percentile: percentileOf,

  isWithin: (start: number, from: number, to: number): boolean => start >= from && start < to,

  /** What of the entries that a query finds is counted. */
  counted: ((entries) => entries) as Measuring["counted"]
}

const nanosOf = (time: string): bigint => BigInt(Date.parse(time)) * 1_000_000n

export type TraceParts = typeof rightTraceParts
