import { isArray, isObject } from "../is-object.ts"
import type { Json, JsonObject } from "../json-value.ts"
import { numberValues } from "../number.ts"
import { itemsByIdentity, mergeOrders } from "./identity.ts"
import { mergeSequences } from "./merge-sequences.ts"
import { mergeLines } from "./merge-text.ts"
import { eachVersion, type Versions } from "./versions.ts"

/** A value as each side has it; undefined where it is not there. */
export type Values = Versions<Json | undefined>

/**
 * A place that both sides changed in different ways. Of a `value`, each version is the value, or undefined where there is
 * none; of `items` and `lines`, the list of those that stand between what both sides agree on.
 */
export interface Clash extends Values {
  readonly type: "value" | "items" | "lines"
  /** The keys that lead there; of an item, its identity or its place in the list. */
  readonly path: ReadonlyArray<string>
}

/** What stands at the place of a clash: one of its versions, or another value of the same sort. */
export type Choose = (clash: Clash, index: number) => Json | undefined

/** What became of three versions. */
export interface Merge {
  readonly clashes: ReadonlyArray<Clash>
  /** The merged value, with what is chosen at the place of each clash. */
  readonly resolve: (choose: Choose) => Json | undefined
}

export interface MergeOptions {
  /**
   * How lists are merged: by runs of `items`, as lines of a text are, or by the `identity` of items (a string of its own, or
   * their `id`, `key`, `alias`, `field` or `name`, where no list has it twice), each of them as a whole; a list whose items
   * have none is one value then. Default: `items`.
   */
  readonly lists?: "items" | "identity"
  /** Whether a place that both sides changed is one value, whatever is in it. */
  readonly isWhole?: (path: ReadonlyArray<string>, values: Values) => boolean
}

type Resolve = (choose: Choose) => Json | undefined

type Path = ReadonlyArray<string>

const isText = (value: Json | undefined): value is string => typeof value === "string" && value.includes("\n")

const memberOf = (object: JsonObject, key: string) => (Object.hasOwn(object, key) ? object[key] : undefined)

const settled =
  (value: Json | undefined): Resolve =>
  () =>
    value

/** The names of all members: in the order of the side that has others than the base, or in another order. */
const namesOf = ({ base, mine, theirs }: Versions<JsonObject>): ReadonlyArray<string> => {
  const isKept = JSON.stringify(Object.keys(base)) === JSON.stringify(Object.keys(mine))
  return [...new Set((isKept ? [theirs, mine, base] : [mine, theirs, base]).flatMap(Object.keys))]
}

/**
 * A three-way merge of JSON, which keeps what only one side changed, and leaves to whoever resolves it what both changed in
 * different ways: objects are merged name by name, lists by their items, texts of several lines by these.
 *
 * @example
 * const { clashes, resolve } = merge({ base: { a: 1, b: 1 }, mine: { a: 2, b: 2 }, theirs: { a: 3, b: 1 } })
 * // clashes: [{ type: "value", path: ["a"], base: 1, mine: 2, theirs: 3 }]
 * resolve(({ theirs }) => theirs) // { a: 3, b: 2 }
 */
export const merge = (versions: Values, { lists = "items", isWhole = () => false }: MergeOptions = {}): Merge => {
  const number = numberValues()
  const clashes: Array<Clash> = []
  const isSame = (one: Json | undefined, other: Json | undefined) =>
    one === undefined || other === undefined ? one === other : number(one) === number(other)

  const clash = (type: Clash["type"], values: Values, path: Path): Resolve => {
    const found = { type, ...values, path }
    const index = clashes.push(found) - 1
    return (choose) => choose(found, index)
  }

  /** Where neither side, or only one, changed a place, or both in the same way. */
  const mergeSame = ({ base, mine, theirs }: Values): Resolve | undefined => {
    // Equal values may have their members in different orders.
    if (isSame(mine, theirs)) return settled(JSON.stringify(mine) === JSON.stringify(base) ? theirs : mine)
    if (isSame(base, theirs)) return settled(mine)
    return isSame(base, mine) ? settled(theirs) : undefined
  }

  const mergeWhole = (values: Values, path: Path): Resolve => mergeSame(values) ?? clash("value", values, path)

  const mergeObjects = (objects: Versions<JsonObject>, path: Path): Resolve => {
    const members = namesOf(objects).map((name) => {
      const values = eachVersion(objects, (object) => memberOf(object, name))
      return [name, mergeValues(values, [...path, name])] as const
    })
    return (choose) =>
      Object.fromEntries(
        members.flatMap(([name, resolve]) => {
          const value = resolve(choose)
          return value === undefined ? [] : [[name, value] as const]
        })
      )
  }

  /** One list of parts that are lists themselves. */
  const joined =
    (parts: ReadonlyArray<Resolve>): ((choose: Choose) => ReadonlyArray<Json>) =>
    (choose) =>
      parts.flatMap((resolve) => (resolve(choose) ?? []) as ReadonlyArray<Json>)

  const single =
    (resolve: Resolve): Resolve =>
    (choose) => {
      const item = resolve(choose)
      return item === undefined ? [] : [item]
    }

  const mergeItems = (items: Versions<ReadonlyArray<Json>>, path: Path): Resolve => {
    let index = 0
    return joined(
      mergeSequences(items, number).flatMap((region): ReadonlyArray<Resolve> => {
        const start = index
        index += region.type === "merged" ? region.items.length : region.mine.length
        if (region.type === "merged") return [settled(region.items)]
        const { base, mine, theirs } = region
        const isPaired = base.length === mine.length && mine.length === theirs.length
        if (!isPaired) return [clash("items", { base, mine, theirs }, [...path, String(start)])]
        return mine.map((item, at) =>
          single(mergeValues({ base: base[at], mine: item, theirs: theirs[at] }, [...path, String(start + at)]))
        )
      })
    )
  }

  const mergeByIdentity = (items: Versions<ReadonlyArray<Json>>, path: Path): Resolve => {
    const byIdentity = itemsByIdentity(items)
    const order = byIdentity && mergeOrders(byIdentity)
    if (byIdentity === undefined || order === undefined) return clash("value", items, path)
    return joined(
      order.map((identity) =>
        single(
          mergeWhole(
            eachVersion(byIdentity, (map) => map.get(identity)),
            [...path, identity]
          )
        )
      )
    )
  }

  const mergeTexts = (texts: Versions<string>, path: Path): Resolve => {
    const lines = joined(
      mergeLines(texts).map((region) => {
        if (region.type === "merged") return settled(region.items)
        const { base, mine, theirs } = region
        return clash("lines", { base, mine, theirs }, path)
      })
    )
    return (choose) => (lines(choose) as ReadonlyArray<string>).join("\n")
  }

  const mergeValues = (values: Values, path: Path): Resolve => {
    const same = mergeSame(values)
    if (same !== undefined) return same
    const { base, mine, theirs } = values
    if (isWhole(path, values)) return clash("value", values, path)
    if ((base === undefined || isObject(base)) && isObject(mine) && isObject(theirs)) {
      return mergeObjects({ base: base ?? {}, mine, theirs }, path)
    }
    if (isArray(base) && isArray(mine) && isArray(theirs)) {
      return (lists === "items" ? mergeItems : mergeByIdentity)({ base, mine, theirs }, path)
    }
    if (isText(base) && isText(mine) && isText(theirs)) return mergeTexts({ base, mine, theirs }, path)
    return clash("value", values, path)
  }

  return { resolve: mergeValues(versions, []), clashes }
}
