import { pointerOf } from "@agent-operations/error-envelope/pointer"
import { hasMembers } from "./contents.ts"
import { readJsonRecord } from "./json-record.ts"
import { positionsIn, type Sink } from "./place.ts"
import { scanJson } from "./scan-json.ts"

/** Reads a JSON file: an array of items, or a bundle. Each is parsed by itself, so that what is wrong in one hides no other. */
export const readJson = (text: string, sink: Sink): void => {
  const position = positionsIn(text)
  const broken = scanJson(text, {
    wants: hasMembers,
    value: (path, start, end) => {
      const at = (offset: number) => position(start + offset)
      const record = readJsonRecord(text.slice(start, end), pointerOf(path), at, sink)
      if (record !== undefined) sink.record([...path], record)
    }
  })
  if (broken !== undefined) {
    sink.fault({ ...position(broken.offset), pointer: "", code: "SYNTAX", message: broken.message })
  }
}
