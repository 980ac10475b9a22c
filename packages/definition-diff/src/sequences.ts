import { diffArrays } from "diff"
import { type Effort, fullEffort } from "./effort.ts"

/** Items that follow one another and are all kept, removed or added. */
export interface Run<T> {
  readonly type: "kept" | "removed" | "added"
  readonly items: ReadonlyArray<T>
}

/** More edits than anybody reads. */
const maxEdits = 1000

/** How many items the search walks past in the time of one step. */
const walkedInAStep = 50

// The search takes the square of the number of edits, and walks along the lists for each.
const stepsFor = (edits: number, items: number) => edits * edits + (edits * items) / walkedInAStep

/** For how many edits the steps that are left suffice, at most. */
const affordable = (steps: number, items: number) => {
  const walk = items / walkedInAStep
  return Math.min(maxEdits, Math.floor((Math.sqrt(walk * walk + 4 * Math.max(0, steps)) - walk) / 2))
}

/** How many items two lists begin with alike. */
const alikeAtStart = (before: ReadonlyArray<number>, after: ReadonlyArray<number>, most: number) => {
  let count = 0
  while (count < most && before[count] === after[count]) count++
  return count
}

const alikeAtEnd = (before: ReadonlyArray<number>, after: ReadonlyArray<number>, most: number) => {
  let count = 0
  while (count < most && before[before.length - 1 - count] === after[after.length - 1 - count]) count++
  return count
}

interface Span {
  readonly type: Run<unknown>["type"]
  readonly count: number
}

const edits = (before: ReadonlyArray<number>, after: ReadonlyArray<number>, effort: Effort): ReadonlyArray<Span> => {
  const items = before.length + after.length
  const most = affordable(effort.steps, items)
  const found = most === 0 ? undefined : diffArrays([...before], [...after], { maxEditLength: most })
  const made = found?.reduce((sum, { count, added, removed }) => sum + (added || removed ? count : 0), 0) ?? most
  effort.steps -= stepsFor(made, items)
  return (
    found?.map(({ added, removed, count }): Span => ({
      type: added ? "added" : removed ? "removed" : "kept",
      count
    })) ?? [
      { type: "removed", count: before.length },
      { type: "added", count: after.length }
    ]
  )
}

const spans = (before: ReadonlyArray<number>, after: ReadonlyArray<number>, effort: Effort): ReadonlyArray<Span> => {
  const shorter = Math.min(before.length, after.length)
  const start = alikeAtStart(before, after, shorter)
  const end = alikeAtEnd(before, after, shorter - start)
  return [
    { type: "kept", count: start },
    ...edits(before.slice(start, before.length - end), after.slice(start, after.length - end), effort),
    { type: "kept", count: end }
  ]
}

/**
 * How one list becomes another; `number` gives equal items, and only those, the same number. Where they have too little
 * in common for the effort that is left, all between what they begin and end with alike is removed and added.
 *
 * @example
 * diffSequences(["a", "b"], ["a", "c"], numberValues()) // kept a, removed b, added c
 */
export const diffSequences = <T>(
  before: ReadonlyArray<T>,
  after: ReadonlyArray<T>,
  number: (item: T) => number,
  effort: Effort = fullEffort()
): ReadonlyArray<Run<T>> => {
  let [atBefore, atAfter] = [0, 0]
  return spans(before.map(number), after.map(number), effort).flatMap(({ type, count }): ReadonlyArray<Run<T>> => {
    if (count === 0) return []
    const items = type === "added" ? after.slice(atAfter, atAfter + count) : before.slice(atBefore, atBefore + count)
    if (type !== "added") atBefore += count
    if (type !== "removed") atAfter += count
    return [{ type, items }]
  })
}

const linesOf = (text: string) => (text === "" ? [] : text.split("\n"))

/** Numbers lines, as `numberValues` does JSON. */
export const numberLines = () => {
  const numbers = new Map<string, number>()
  return (line: string) => {
    const found = numbers.get(line) ?? numbers.size
    numbers.set(line, found)
    return found
  }
}

/** How one text becomes another, by lines. A line ends before each line feed, so the last may be empty. */
export const diffLines = (before: string, after: string, effort?: Effort): ReadonlyArray<Run<string>> =>
  diffSequences(linesOf(before), linesOf(after), numberLines(), effort)
