import { emptyObject, type Json, unwrapContainer } from "./json.ts"
import type { Place } from "./mapping/convention.ts"
import { recordedPrefix } from "./mapping/conventions/recorded.ts"
import { type Mapping, mapSpan } from "./mapping/map-span.ts"
import { asTags } from "./mapping/read-field.ts"
import type { SentSpan, SpanContent } from "./span.ts"

/** What went wrong: the status of the span, with the last exception among its events. */
const errorOf = ({ outcome, statusMessage, events }: SentSpan, { failure }: Mapping): Json => {
  if (outcome !== "error" && failure === undefined) return null
  const exception = events.findLast(({ name }) => name === "exception")?.attributes
  const error = emptyObject()
  error["message"] = statusMessage || (failure?.message ?? exception?.["exception.message"] ?? null)
  if (exception?.["exception.type"] !== undefined) error["type"] = exception["exception.type"]
  if (exception?.["exception.stacktrace"] !== undefined) error["stacktrace"] = exception["exception.stacktrace"]
  return error
}

/** A value as it is shown: what always is a JSON text has been read as one, and is not read again. */
const contentAt = (value: Json, place: Place): Json =>
  typeof place === "object" && "json" in place && place.json.startsWith(recordedPrefix) ? value : unwrapContainer(value)

/**
 * What a span holds beside its facts, by the conventions: derived when it is read, so that a body is not stored twice, as
 * attributes and as input and output.
 */
export const contentOf = (sent: SentSpan): SpanContent => {
  const mapping = mapSpan(sent)
  const { first, metadata } = mapping
  return {
    input: first("input", contentAt) ?? null,
    output: first("output", contentAt) ?? null,
    error: first("error", (error) => error) ?? errorOf(sent, mapping),
    tags: first("tags", asTags) ?? [],
    metadata: metadata()
  }
}
