import { diffArrays } from "diff"

/** Items that follow one another and are all kept, removed or added. */
export interface Run<T> {
  readonly type: "kept" | "removed" | "added"
  readonly items: ReadonlyArray<T>
}

// The search takes the square of the number of edits: this many take a fraction of a second, and nobody reads more.
const maxEdits = 1000

/** How many items two lists begin with alike. */
const alikeAtStart = <T>(before: ReadonlyArray<T>, after: ReadonlyArray<T>, most: number) => {
  let count = 0
  while (count < most && before[count] === after[count]) count++
  return count
}

const alikeAtEnd = <T>(before: ReadonlyArray<T>, after: ReadonlyArray<T>, most: number) => {
  let count = 0
  while (count < most && before[before.length - 1 - count] === after[after.length - 1 - count]) count++
  return count
}

const edits = (before: ReadonlyArray<string>, after: ReadonlyArray<string>): ReadonlyArray<Run<string>> =>
  diffArrays([...before], [...after], { maxEditLength: maxEdits })?.map(({ value, added, removed }) => ({
    type: added ? "added" : removed ? "removed" : "kept",
    items: value
  })) ?? [
    { type: "removed", items: before },
    { type: "added", items: after }
  ]

/**
 * How one list of strings becomes another. Where they have too little in common, all between what they begin and end
 * with alike is removed and added.
 *
 * @example
 * diffSequences(["a", "b"], ["a", "c"]) // kept a, removed b, added c
 */
export const diffSequences = (
  before: ReadonlyArray<string>,
  after: ReadonlyArray<string>
): ReadonlyArray<Run<string>> => {
  const shorter = Math.min(before.length, after.length)
  const start = alikeAtStart(before, after, shorter)
  const end = alikeAtEnd(before, after, shorter - start)
  const runs: ReadonlyArray<Run<string>> = [
    { type: "kept", items: before.slice(0, start) },
    ...edits(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    { type: "kept", items: before.slice(before.length - end) }
  ]
  return runs.filter(({ items }) => items.length > 0)
}

/** How one text becomes another, by lines. A line ends before each line feed, so the last may be empty. */
export const diffLines = (before: string, after: string): ReadonlyArray<Run<string>> =>
  diffSequences(before === "" ? [] : before.split("\n"), after === "" ? [] : after.split("\n"))
