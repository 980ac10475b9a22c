import { spanKinds } from "@agent-operations/contract/traces"
import { makeOrigin } from "../body.ts"
import { emptyObject, type JsonObject } from "../json.ts"
import { parseSpanId, parseTraceId } from "../identifiers.ts"
import { limits } from "../limits.ts"
import type { Origin, Outcome, SentSpan, SpanEvent, SpanKind, SpanLink } from "../span.ts"
import { readAttributes, storable } from "./attributes.ts"
import { latestNano } from "../time.ts"
import { type EventMessage, type Id, type LinkMessage, type ScopeSpans, type SpanMessage, toBigInt } from "./message.ts"
import { Rejected } from "./rejected.ts"

/** The times that spans may have, in nanoseconds since 1970. */
export interface TimeRange {
  /** What starts before is rejected. */
  readonly earliest: bigint
  /** What starts or ends later is rejected. */
  readonly latest: bigint
}

const hex = (id: Id): string =>
  typeof id === "string" ? id : Buffer.from(id.buffer, id.byteOffset, id.byteLength).toString("hex")

/** The span's ID where it has one, to name it by. */
export const spanIdOf = ({ spanId }: SpanMessage): string | null => parseSpanId(hex(spanId)) ?? null

/** Whether a span lacks what every span has: so do the records of OTLP's other signals, read as spans. */
export const lacksIds = ({ traceId, spanId }: SpanMessage): boolean =>
  parseTraceId(hex(traceId)) === undefined || parseSpanId(hex(spanId)) === undefined

const isNone = (id: string) => /^0*$/.test(id)

const parentOf = ({ parentSpanId }: SpanMessage): string | null => {
  const id = hex(parentSpanId)
  if (isNone(id)) return null
  const parent = parseSpanId(id)
  if (parent === undefined) throw new Rejected("its parent's ID is not 16 hexadecimal digits")
  return parent
}

const nameOf = ({ name }: SpanMessage): string => {
  if (name === "") throw new Rejected("its name is empty")
  if (name.length > limits.nameLength) throw new Rejected(`its name is longer than ${limits.nameLength} characters`)
  return storable(name, "its name")
}

const outcomes: ReadonlyArray<Outcome> = ["unset", "ok", "error"]

const kindOf = ({ kind }: SpanMessage): SpanKind => spanKinds[kind - 1] ?? "internal"

const timesOf = ({ startTimeUnixNano, endTimeUnixNano }: SpanMessage, { earliest, latest }: TimeRange) => {
  const startNano = toBigInt(startTimeUnixNano, false)
  const endNano = toBigInt(endTimeUnixNano, false)
  if (startNano < earliest) throw new Rejected("its start is too long ago")
  if (startNano > latest) throw new Rejected("its start is in the future")
  if (endNano > latest) throw new Rejected("its end is in the future")
  return { startNano, endNano: endNano === 0n ? null : endNano }
}

const eventOf = ({ timeUnixNano, name, attributes }: EventMessage): SpanEvent => {
  const timeNano = toBigInt(timeUnixNano, false)
  if (timeNano > latestNano) throw new Rejected("the time of an event is in the future")
  return {
    name: storable(name, "the name of an event"),
    timeNano,
    attributes: readAttributes(attributes).attributes
  }
}

const linkedId = (id: Id, parse: (text: string) => string | undefined): string => {
  const text = hex(id)
  const parsed = parse(text) ?? (isNone(text) ? "" : undefined)
  if (parsed === undefined) throw new Rejected("an ID of a link is not hexadecimal digits of its length")
  return parsed
}

const linkOf = ({ traceId, spanId, attributes }: LinkMessage): SpanLink => ({
  traceId: linkedId(traceId, parseTraceId),
  spanId: linkedId(spanId, parseSpanId),
  attributes: readAttributes(attributes).attributes
})

/** A resource with its JSON, which each of its scopes needs. */
export interface ReadResource {
  readonly resource: JsonObject
  readonly text: string
}

/** What the spans of a scope share. Throws where it makes all of them unfit to be stored. */
export const readOrigin = ({ resource, text }: ReadResource, { scope }: ScopeSpans): Origin => {
  const read = emptyObject()
  if (scope !== null) {
    read["name"] = storable(scope.name, "the name of its scope")
    read["version"] = storable(scope.version, "the version of its scope")
    read["attributes"] = readAttributes(scope.attributes).attributes
  }
  return makeOrigin(resource, read, text)
}

/** A span as it was sent, or `Rejected`. */
export const readSpan = (message: SpanMessage, origin: Origin, times: TimeRange): SentSpan => {
  const traceId = parseTraceId(hex(message.traceId))
  if (traceId === undefined) throw new Rejected("its trace ID is not 32 hexadecimal digits, or all zeros")
  const spanId = parseSpanId(hex(message.spanId))
  if (spanId === undefined) throw new Rejected("its span ID is not 16 hexadecimal digits, or all zeros")
  if (message.events.length > limits.events) throw new Rejected(`it has more than ${limits.events} events`)
  if (message.links.length > limits.links) throw new Rejected(`it has more than ${limits.links} links`)
  const { attributes, repeated } = readAttributes(message.attributes)
  return {
    traceId,
    spanId,
    parentId: parentOf(message),
    name: nameOf(message),
    kind: kindOf(message),
    outcome: outcomes[message.status?.code ?? 0] ?? "unset",
    statusMessage: storable(message.status?.message ?? "", "its status"),
    ...timesOf(message, times),
    attributes,
    droppedAttributesCount: Math.max(0, message.droppedAttributesCount) + repeated,
    events: message.events.map(eventOf),
    links: message.links.map(linkOf),
    origin,
    version: 0
  }
}
