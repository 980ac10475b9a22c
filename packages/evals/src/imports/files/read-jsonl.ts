import { readJsonRecord } from "./json-record.ts"
import type { Sink } from "./place.ts"

/** Reads JSON Lines: a value per line. Empty lines are passed over. */
export const readJsonl = (text: string, sink: Sink): void => {
  let count = 0
  for (let [line, start] = [1, 0]; start < text.length; line++) {
    const next = text.indexOf("\n", start)
    const end = next === -1 ? text.length : next
    const json = text.slice(start, end)
    start = end + 1
    if (/^[ \t\r]*$/.test(json)) continue
    const record = readJsonRecord(json, "", (offset) => ({ line, column: offset + 1 }), sink)
    if (record !== undefined) sink.record([count], record)
    count++
  }
}
