import { keysOf, shownPointer } from "@agent-operations/error-envelope/pointer"
import { inexactPlaces } from "@agent-operations/operations/exact-json"
import { maxFaults } from "./limits.ts"
import type { Path, Position, Sink, SourceRecord } from "./place.ts"
import { scanJson } from "./scan-json.ts"

const offsetOf = (json: string, pointer: string): number => {
  const keys = keysOf(pointer)
  const leadsOn = (path: Path) => path.every((key, index) => String(key) === keys[index])
  let offset = 0
  scanJson(json, {
    wants: (path) => path.length < keys.length && leadsOn(path),
    value: (path, start) => {
      if (path.length === keys.length && leadsOn(path)) offset = start
    }
  })
  return offset
}

/** Whether a text is JSON that is kept exactly; where not, every place is told. */
const isExact = (json: string, pointer: string, position: (offset: number) => Position, { fault }: Sink): boolean => {
  const places = inexactPlaces(json, maxFaults)
  for (const { path, message, offset } of places) {
    fault({ ...position(offset), pointer: shownPointer(pointer, path), code: "NOT_EXACT", message })
  }
  return places.length === 0
}

/**
 * Reads a text as a JSON value that is kept exactly; undefined where it is none, which the sink is told, with every place.
 * `position` tells where an offset of the text is.
 */
export const readJsonRecord = (
  json: string,
  pointer: string,
  position: (offset: number) => Position,
  sink: Sink
): SourceRecord | undefined => {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    // Why and where is not in every error of the engine.
    const { offset, message } = scanJson(json, { wants: () => false, value: () => {} })!
    sink.fault({ ...position(offset), pointer, code: "SYNTAX", message })
    return undefined
  }
  return isExact(json, pointer, position, sink)
    ? { value, pointer, positionOf: (inner) => position(offsetOf(json, inner)) }
    : undefined
}
