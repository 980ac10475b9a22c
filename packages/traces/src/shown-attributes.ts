import { emptyObject, type JsonObject } from "./json.ts"
import { recordedPrefix, recordedScope } from "./mapping/conventions/recorded.ts"
import type { SentSpan } from "./span.ts"

/** The attributes that a sender gave: what `record_traces` was told beside them is shown in fields of its own. */
export const shownAttributes = ({ attributes, origin }: Pick<SentSpan, "attributes" | "origin">): JsonObject => {
  if (origin.scope["name"] !== recordedScope) return attributes
  const shown = emptyObject()
  for (const key in attributes) if (!key.startsWith(recordedPrefix)) shown[key] = attributes[key]!
  return shown
}
