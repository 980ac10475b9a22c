import { readJson, runSteps } from "@agent-operations/operations"
import { Result } from "effect"
import { encodeText } from "./encode-text.ts"
import { type JsonObject, longestAtOnce } from "./json.ts"
import type { Origin, SentSpan, SpanEvent, SpanLink } from "./span.ts"

/** A span as it was sent, as JSON: what is stored of it beside its facts. */
interface Body {
  readonly traceId: string
  readonly spanId: string
  readonly parentId: string | null
  readonly name: string
  readonly kind: SentSpan["kind"]
  readonly outcome: SentSpan["outcome"]
  readonly statusMessage: string
  readonly startNano: string
  readonly endNano: string | null
  readonly version: number
  readonly droppedAttributesCount: number
  readonly attributes: JsonObject
  readonly events: ReadonlyArray<{ readonly name: string; readonly timeNano: string; readonly attributes: JsonObject }>
  readonly links: ReadonlyArray<SpanLink>
  readonly resource: JsonObject
  readonly scope: JsonObject
}

/** What the spans of a scope share, and how their bodies end: written once for all of them. */
export const makeOrigin = (
  resource: JsonObject,
  scope: JsonObject,
  resourceText: string = JSON.stringify(resource)
): Origin => ({ resource, scope, tail: `,"resource":${resourceText},"scope":${JSON.stringify(scope)}}` })

const eventToJson = ({ name, timeNano, attributes }: SpanEvent) => ({ name, timeNano: String(timeNano), attributes })

/**
 * Writes what was sent as JSON in UTF-8, always in the same way, so that what differs anywhere differs here.
 */
export const writeBody = (sent: SentSpan): Uint8Array => {
  const { origin, events, links, attributes, parentId, endNano } = sent
  // IDs, times and names of kinds have nothing that JSON would escape.
  return encodeText(
    `{"traceId":"${sent.traceId}","spanId":"${sent.spanId}","parentId":${parentId === null ? "null" : `"${parentId}"`},` +
      `"name":${JSON.stringify(sent.name)},"kind":"${sent.kind}","outcome":"${sent.outcome}",` +
      `"statusMessage":${JSON.stringify(sent.statusMessage)},"startNano":"${sent.startNano}",` +
      `"endNano":${endNano === null ? "null" : `"${endNano}"`},"version":${sent.version},` +
      `"droppedAttributesCount":${sent.droppedAttributesCount},"attributes":`,
    JSON.stringify(attributes),
    events.length === 0 ? `,"events":[]` : `,"events":${JSON.stringify(events.map(eventToJson))}`,
    links.length === 0 ? `,"links":[]` : `,"links":${JSON.stringify(links)}`,
    origin.tail
  )
}

/** As `readBody`, by steps where the body is long: names of members alone can make one of some megabytes take long. Law: K3. */
export function* readBodyBySteps(body: Uint8Array): Generator<void, SentSpan> {
  const read = yield* readJson(body, false)
  const { resource, scope, events, startNano, endNano, ...rest } = Result.getOrThrow(read).value as Body
  if (body.length > longestAtOnce) yield
  return {
    ...rest,
    startNano: BigInt(startNano),
    endNano: endNano === null ? null : BigInt(endNano),
    events: events.map(({ name, timeNano, attributes }) => ({ name, timeNano: BigInt(timeNano), attributes })),
    origin: makeOrigin(resource, scope)
  }
}

/** Reads what `writeBody` wrote. Law: T10. */
export const readBody = (body: Uint8Array): SentSpan => runSteps(readBodyBySteps(body))
