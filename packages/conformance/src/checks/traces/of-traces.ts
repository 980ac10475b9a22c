import { randomBytes } from "node:crypto"
import { expect } from "../../Broken.ts"
import { check, type CheckOptions, type Context } from "../../check.ts"
import type { Client } from "../../client.ts"
import type { Law } from "../../laws.ts"
import type { Requirement } from "../../requirements/index.ts"
import type { Served } from "../../served.ts"
import type { ChecksOf } from "../per.ts"
import { type Exporter, makeExporter } from "./exporter.ts"
import { otlpRequest, recordInput, type Version } from "./versions.ts"

/** What checks look at of a trace. */
export interface TraceItem {
  readonly id: string
  readonly startNano: string
  readonly spanCount: number
  readonly [field: string]: unknown
}

/** What checks look at of a span. */
export interface SpanItem {
  readonly id: string
  readonly [field: string]: unknown
}

export interface ScoreItem {
  readonly id: string
  readonly name: string
  readonly value: unknown
  readonly [field: string]: unknown
}

export interface Evidence {
  readonly trace: TraceItem
  readonly spans: ReadonlyArray<SpanItem>
  readonly scores: ReadonlyArray<ScoreItem>
}

export interface TracePage {
  readonly items: ReadonlyArray<TraceItem>
  readonly nextCursor: string | null
  readonly total?: number
}

export const newTraceId = (): string => randomBytes(16).toString("hex")

/** A span ID whose order among others is that of its number. */
export const spanIdOf = (n: number): string => (0x1000_0000 + n).toString(16).padStart(16, "a")

/** So many milliseconds ago. */
export const millisAgo = (millis: number): number => Math.floor(performance.timeOrigin + performance.now()) - millis

/** Half an hour ago: what starts then is neither of the future nor older than any server keeps. */
export const recently = (): bigint => BigInt(millisAgo(1_800_000)) * 1_000_000n

/** A credential with the project that it is used in. */
export interface Place {
  readonly key?: string | undefined
  readonly projectId?: string | undefined
}

const operations = [
  "record_traces",
  "list_traces",
  "get_trace",
  "list_trace_spans",
  "list_trace_scores",
  "create_score",
  "delete_score",
  "delete_trace"
]

/** Whether a server serves traces. */
export const servesTraces = ({ find }: Pick<Served, "find">): boolean =>
  operations.every((id) => find(id) !== undefined)

const ownPlace: Place = {}

/** What a check of traces works with. */
export interface OfTraces {
  readonly served: Served
  readonly exporter: Exporter
  /** The ID of a trace that is deleted when the check ends. */
  readonly traceId: () => string
  /** Sends versions of one way as one request, which has to be taken whole. */
  readonly take: (versions: ReadonlyArray<Version>, place?: Place, n?: number) => Promise<void>
  readonly read: (id: string, client?: Client) => Promise<Evidence>
  /** A trace as lists show it; undefined where it is in none. */
  readonly listed: (id: string, client?: Client) => Promise<TraceItem | undefined>
}

/** A version of a span with what a check does not care about. */
export const versionOf = (more: Partial<Version> & Pick<Version, "traceId">): Version => {
  const startNano = more.startNano ?? recently()
  return {
    spanId: spanIdOf(1),
    parentId: null,
    name: "span",
    status: "unset",
    startNano,
    endNano: startNano + 1_000_000_000n,
    version: 0,
    attributes: {},
    way: "otlp",
    ...more
  }
}

const encodings = [
  { encoding: "protobuf" },
  { encoding: "json" },
  { encoding: "protobuf", gzip: true },
  { encoding: "json", gzip: true }
] as const

/** What a check leaves behind: traces, in its own place and in those that it wrote to. */
interface Left {
  readonly ids: Set<string>
  readonly places: Set<Place>
}

const deleteAll = async ({ as }: Context, { ids, places }: Left): Promise<void> => {
  for (const place of places) {
    // What goes wrong with that does not stand in the way of what the check has seen.
    for (const id of ids)
      await as(place)
        .call("delete_trace", { id })
        .catch(() => {})
  }
}

const ofTracesIn = (context: Context, served: Served, left: Left): OfTraces => {
  const { client: own, as } = context
  let requests = 0
  return {
    served,
    exporter: makeExporter(context),
    traceId: () => {
      const id = newTraceId()
      left.ids.add(id)
      return id
    },
    take: async (versions, place = ownPlace, n = requests++) => {
      left.places.add(place)
      if (versions[0]?.way === "record") {
        const { status, text } = await as(place).call("record_traces", recordInput(versions), { repeatable: true })
        expect("T1", status === 200, `record_traces answered ${status} ${text.slice(0, 300)}, where it has to succeed`)
        return
      }
      const { status, rejected, message } = await makeExporter(context, place)(
        otlpRequest(versions),
        encodings[n % encodings.length]
      )
      expect("T11", status === 200 && rejected === 0, `good spans were answered ${status}: ${message}`)
    },
    read: (id, client = own) => client.ok<Evidence>("get_trace", { id }),
    listed: async (id, client = own) => (await client.ok<TracePage>("list_traces", { search: id })).items[0]
  }
}

/** A check of traces, where they are served. Traces whose IDs it asked for are deleted in the end. */
export const ofTraces =
  (
    law: Law,
    covers: ReadonlyArray<Requirement>,
    title: string,
    run: (context: Context & OfTraces) => Promise<void>,
    options: CheckOptions = {}
  ): ChecksOf =>
  (served) => {
    if (!servesTraces(served)) return []
    const family = served.families.find((one) => one.operations.some(({ id }) => id === operations[0]))!.name
    const checking = async (context: Context) => {
      const left = { ids: new Set<string>(), places: new Set([ownPlace]) }
      try {
        await run({ ...context, ...ofTracesIn(context, served, left) })
      } finally {
        await deleteAll(context, left)
      }
    }
    return [check(law, `${family}: ${title}`, checking, { ...options, covers, family })]
  }
