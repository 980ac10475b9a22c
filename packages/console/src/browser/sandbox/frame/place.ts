import { originalPositionFor, TraceMap } from "@jridgewell/trace-mapping"

/** Finds the line and column of the source that a stack leads to. `above` lines stand before the compiled module. */
export const placeOf = (mappings: string, above: number) => {
  const map = new TraceMap({ version: 3, sources: ["view.tsx"], names: [], mappings })
  const at = (line: number, column: number) => {
    const found = line < 1 ? undefined : originalPositionFor(map, { line, column: Math.max(0, column - 1) })
    return found === undefined || found.line === null ? undefined : { line: found.line, column: found.column + 1 }
  }
  return (stack: string) => {
    for (const [, line, column] of stack.matchAll(/blob:[^\s)]*?:(\d+):(\d+)/g)) {
      const place = at(Number(line) - above, Number(column))
      if (place !== undefined) return place
    }
    return undefined
  }
}
