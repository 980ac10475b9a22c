import type { Run } from "./sequences.ts"

/** One item, with its place in either list, counted from 1; none where it is not in that list. */
export interface Line<T> {
  readonly type: Run<T>["type"]
  readonly before: number | undefined
  readonly after: number | undefined
  readonly item: T
}

/** Lines to show, or unchanged ones to fold away. */
export interface Block<T> {
  readonly folded: boolean
  readonly lines: ReadonlyArray<Line<T>>
}

/** How many unchanged lines stand around a change. */
const context = 3

const numbered = <T>(runs: ReadonlyArray<Run<T>>): ReadonlyArray<ReadonlyArray<Line<T>>> => {
  let [before, after] = [0, 0]
  return runs.map(({ type, items }) =>
    items.map((item) => ({
      type,
      before: type === "added" ? undefined : ++before,
      after: type === "removed" ? undefined : ++after,
      item
    }))
  )
}

/** Numbers the items of runs, and folds away what is unchanged and far from any change. */
export const fold = <T>(runs: ReadonlyArray<Run<T>>): ReadonlyArray<Block<T>> =>
  numbered(runs).flatMap((lines, at): ReadonlyArray<Block<T>> => {
    const start = at === 0 ? 0 : context
    const end = at === runs.length - 1 ? lines.length : lines.length - context
    // One line that tells of a fold is worth more than one line folded.
    if (runs[at]?.type !== "kept" || end - start < 2) return [{ folded: false, lines }]
    return [
      { folded: false, lines: lines.slice(0, start) },
      { folded: true, lines: lines.slice(start, end) },
      { folded: false, lines: lines.slice(end) }
    ].filter(({ lines }) => lines.length > 0)
  })
