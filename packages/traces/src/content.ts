import { runSteps } from "@agent-operations/operations"
import { emptyObject, type Json, unwrapContainer } from "./json.ts"
import type { Place } from "./mapping/convention.ts"
import { recordedPrefix } from "./mapping/conventions/recorded.ts"
import { type Mapping, mapSpan } from "./mapping/map-span.ts"
import { asTags } from "./mapping/read-field.ts"
import { type ReadText, withTexts } from "./mapping/texts.ts"
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
const contentAt =
  (readText: ReadText) =>
  (value: Json, place: Place): Json =>
    typeof place === "object" && "json" in place && place.json.startsWith(recordedPrefix)
      ? value
      : unwrapContainer(value, readText)

const contentWith = (sent: SentSpan, readText: ReadText): SpanContent => {
  const mapping = mapSpan(sent, readText)
  const { first, metadata } = mapping
  return {
    input: first("input", contentAt(readText)) ?? null,
    output: first("output", contentAt(readText)) ?? null,
    error: first("error", (error) => error) ?? errorOf(sent, mapping),
    tags: first("tags", (value) => asTags(value, readText)) ?? [],
    metadata: metadata()
  }
}

/** As `contentOf`, by steps where JSON texts are long. */
export const contentBySteps = (sent: SentSpan): Generator<void, SpanContent> =>
  withTexts((readText) => contentWith(sent, readText))

/**
 * What a span holds beside its facts, by the conventions: derived when it is read, so that a body is not stored twice, as
 * attributes and as input and output.
 */
export const contentOf = (sent: SentSpan): SpanContent => runSteps(contentBySteps(sent))
