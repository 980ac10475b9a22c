import { anyValue, exportRequest, type ExportRequest, keyValues, type OtlpSpan } from "../../otlp/message.ts"

/** A version of a span as a check sends it. What it means is in attributes of conventions that SDKs follow. */
export interface Version {
  readonly traceId: string
  readonly spanId: string
  readonly parentId: string | null
  readonly name: string
  readonly status: "unset" | "ok" | "error"
  readonly startNano: bigint
  readonly endNano: bigint | null
  /** Only `record_traces` can say one: of OTLP it is 0. */
  readonly version: number
  readonly attributes: Readonly<Record<string, unknown>>
  /** Of one span, versions of the same rank are to come by one way: what is sent differs by it. */
  readonly way: "otlp" | "record"
}

const statuses = ["unset", "ok", "error"]

/** A version as OTLP has it. */
export const otlpSpan = (one: Version): OtlpSpan => ({
  traceId: one.traceId,
  spanId: one.spanId,
  ...(one.parentId === null ? {} : { parentSpanId: one.parentId }),
  name: one.name,
  startTimeUnixNano: String(one.startNano),
  ...(one.endNano === null ? {} : { endTimeUnixNano: String(one.endNano) }),
  attributes: keyValues(one.attributes),
  status: { code: statuses.indexOf(one.status) }
})

/** Some versions as a request of OTLP. */
export const otlpRequest = (
  versions: ReadonlyArray<Version>,
  resource: Readonly<Record<string, unknown>> = {}
): ExportRequest =>
  exportRequest(
    versions.map(otlpSpan),
    Object.entries(resource).map(([key, value]) => ({ key, value: anyValue(value) }))
  )

/** Nanoseconds as a time in milliseconds, rounded down. */
export const timeOf = (nanos: bigint): string => new Date(Number(nanos / 1_000_000n)).toISOString()

/** A version as `record_traces` takes it. */
const recordedSpan = (one: Version) => ({
  id: one.spanId,
  parentId: one.parentId,
  name: one.name,
  status: one.status,
  startedAt: timeOf(one.startNano),
  startNano: String(one.startNano),
  endNano: one.endNano === null ? null : String(one.endNano),
  attributes: one.attributes,
  version: one.version
})

/** Some versions as the input of `record_traces`. */
export const recordInput = (versions: ReadonlyArray<Version>) => ({
  traces: [...Map.groupBy(versions, ({ traceId }) => traceId)].map(([id, own]) => ({
    id,
    spans: own.map(recordedSpan)
  }))
})
