import { isObject } from "../is-object.ts"
import type { Json } from "../json-value.ts"
import { eachVersion, type Versions } from "./versions.ts"

type Lists = Versions<ReadonlyArray<Json>>

/** What tells an item of a list from the others. */
type Identify = (item: Json) => string | undefined

/** The members that name an item, in the order in which they are tried. */
const naming = ["id", "key", "alias", "field", "name"]

const candidates: ReadonlyArray<Identify> = [
  (item) => (typeof item === "string" ? item : undefined),
  ...naming.map((name): Identify => (item) => {
    const value = isObject(item) && Object.hasOwn(item, name) ? item[name] : undefined
    return typeof value === "string" ? value : undefined
  })
]

/** The items of three lists by what identifies them; undefined where nothing tells those of each list apart. */
export const itemsByIdentity = (lists: Lists): Versions<ReadonlyMap<string, Json>> | undefined => {
  for (const identify of candidates) {
    const maps = eachVersion(lists, (items) => {
      const byIdentity = new Map<string, Json>()
      for (const item of items) {
        const identity = identify(item)
        if (identity !== undefined) byIdentity.set(identity, item)
      }
      return byIdentity
    })
    const isSound = (["base", "mine", "theirs"] as const).every((side) => maps[side].size === lists[side].length)
    if (isSound) return maps
  }
  return undefined
}

const isAlike = (one: ReadonlyArray<string>, other: ReadonlyArray<string>) =>
  one.length === other.length && one.every((key, at) => key === other[at])

/**
 * The order of all items that a side has; undefined where both put those of the base in different orders. What both add
 * at one place stands with theirs first.
 */
export const mergeOrders = (items: Versions<ReadonlyMap<string, Json>>): ReadonlyArray<string> | undefined => {
  const keys = eachVersion(items, (map) => [...map.keys()])
  const among = (list: ReadonlyArray<string>, other: ReadonlyMap<string, Json>) => list.filter((key) => other.has(key))
  const isMoved = (side: "mine" | "theirs") => !isAlike(among(keys[side], items.base), among(keys.base, items[side]))
  const inAll = (list: ReadonlyArray<string>) =>
    among(among(list, items.base), items.mine).filter((key) => items.theirs.has(key))
  if (isMoved("mine") && isMoved("theirs") && !isAlike(inAll(keys.mine), inAll(keys.theirs))) return undefined

  const [first, second] = isMoved("mine") ? (["mine", "theirs"] as const) : (["theirs", "mine"] as const)
  const order = [...keys[first]]
  let before: string | undefined
  for (const key of keys[second]) {
    if (!items[first].has(key)) {
      let at = before === undefined ? 0 : order.indexOf(before) + 1
      const isAddedBeside = (beside: string | undefined) =>
        beside !== undefined && !items.base.has(beside) && !items[second].has(beside)
      if (first === "theirs") while (isAddedBeside(order[at])) at++
      order.splice(at, 0, key)
    }
    before = key
  }
  return order
}
