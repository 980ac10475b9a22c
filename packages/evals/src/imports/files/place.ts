import type { ImportErrorCode } from "@agent-operations/contract/imports"

/** A place in a file: lines and columns count from 1, columns in UTF-16 code units. */
export interface Position {
  readonly line: number
  readonly column?: number
}

/** What is wrong at a place of a file. `pointer` leads there from the file's value, or from its line's or row's. */
export interface Fault extends Position {
  readonly pointer: string
  readonly code: ImportErrorCode
  readonly message: string
}

/** A value of a file, and where it and what is in it stand. */
export interface SourceRecord {
  readonly value: unknown
  /** A JSON Pointer from the file's value, or from its line's or row's. */
  readonly pointer: string
  /** Where the value stands that a JSON Pointer leads to from this one; where there is none, what is around it. */
  readonly positionOf: (pointer: string) => Position
}

/** Keys that lead to a value of a file. */
export type Path = ReadonlyArray<string | number>

/** Takes what a reader finds. */
export interface Sink {
  readonly record: (path: Path, record: SourceRecord) => void
  readonly fault: (fault: Fault) => void
}

/**
 * What tells the lines and columns of a text's offsets.
 *
 * @example
 * positionsIn("a\nbc")(3) // { line: 2, column: 2 }
 */
export const positionsIn = (text: string): ((offset: number) => Required<Position>) => {
  let starts: Array<number> | undefined
  return (offset) => {
    if (starts === undefined) {
      starts = [0]
      for (const { index, 0: end } of text.matchAll(/\r\n|\n|\r/g)) starts.push(index + end.length)
    }
    let [low, high] = [0, starts.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >>> 1
      if (starts[middle]! <= offset) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: offset - starts[low]! + 1 }
  }
}
