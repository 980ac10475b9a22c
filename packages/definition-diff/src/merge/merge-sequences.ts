import { diff3Merge } from "node-diff3"
import { diffSequences } from "../sequences.ts"
import { eachVersion, type Versions } from "./versions.ts"

type Lists<T> = Versions<ReadonlyArray<T>>

/** Items that both sides agree on, or what each has where both changed the base in different ways. */
export type Region<T> =
  | { readonly type: "merged"; readonly items: ReadonlyArray<T> }
  | ({ readonly type: "clash" } & Lists<T>)

/** How many items node-diff3 is given, which takes the square of their number: about a second. */
const maxItems = 40_000

const slice = <T>(lists: Lists<T>, start: number, end: number): Lists<T> =>
  eachVersion(lists, (items) => items.slice(start, items.length - end))

/** The regions of lists that begin and end differently. */
const mergeMiddle = <T>(lists: Lists<T>, number: (item: T) => number): ReadonlyArray<Region<T>> => {
  const { base, mine, theirs } = lists
  if (base.length + mine.length + theirs.length > maxItems) return [{ type: "clash", ...lists }]
  const added = new Map<number, T>()

  // node-diff3 takes the cube of how often an item is repeated. So it is given the places of items in the base, each of
  // them once, and for what was added a number below zero.
  const placesOf = (side: ReadonlyArray<T>): Array<number> => {
    let place = 0
    return diffSequences(base, side, number).flatMap(({ type, items }) => {
      if (type === "kept") return items.map(() => place++)
      if (type === "removed") {
        place += items.length
        return []
      }
      return items.map((item) => {
        const below = -1 - number(item)
        added.set(below, item)
        return below
      })
    })
  }
  const itemsAt = (places: ReadonlyArray<number>) =>
    places.map((place) => (place < 0 ? added.get(place) : base[place]) as T)

  return diff3Merge(placesOf(mine), [...base.keys()], placesOf(theirs)).map(({ ok = [], conflict }): Region<T> =>
    conflict === undefined
      ? { type: "merged", items: itemsAt(ok) }
      : { type: "clash", base: itemsAt(conflict.o), mine: itemsAt(conflict.a), theirs: itemsAt(conflict.b) }
  )
}

/**
 * A three-way merge of lists; `number` gives equal items, and only those, the same number. Between what all three begin
 * and end with alike, lists that are too long or too different for a second of work are one clash.
 *
 * @example
 * mergeSequences({ base: ["a", "b", "c"], mine: ["A", "b", "c"], theirs: ["a", "b", "C"] }, numberValues())
 * // merged ["A", "b", "C"]
 */
export const mergeSequences = <T>(lists: Lists<T>, number: (item: T) => number): ReadonlyArray<Region<T>> => {
  const { base, mine, theirs } = lists
  const isSame = (one: T, other: T) => number(one) === number(other)
  const areSame = (one: ReadonlyArray<T>, other: ReadonlyArray<T>) =>
    one.length === other.length && one.every((item, at) => isSame(item, other[at] as T))
  const most = Math.min(base.length, mine.length, theirs.length)
  const areAlike = (one: T, two: T, three: T) => isSame(one, two) && isSame(one, three)
  let start = 0
  while (start < most && areAlike(base[start] as T, mine[start] as T, theirs[start] as T)) start++
  let end = 0
  while (start + end < most && areAlike(base.at(-1 - end) as T, mine.at(-1 - end) as T, theirs.at(-1 - end) as T)) end++

  const regions: ReadonlyArray<Region<T>> = [
    { type: "merged", items: base.slice(0, start) },
    ...mergeMiddle(slice(lists, start, end), number).map((region): Region<T> =>
      region.type === "clash" && areSame(region.mine, region.theirs) ? { type: "merged", items: region.mine } : region
    ),
    { type: "merged", items: base.slice(base.length - end) }
  ]
  return regions.filter((region) => region.type === "clash" || region.items.length > 0)
}
