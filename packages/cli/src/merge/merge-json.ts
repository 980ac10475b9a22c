import { type Json, numberValues } from "@agent-operations/definition-diff"
import { each, mergeSequences, type Versions } from "./merge-sequences.ts"
import { mergeLines } from "./merge-text.ts"
import { isObject } from "../is-object.ts"

type JsonObject = { readonly [key: string]: Json }

/** A value as each side has it; undefined where it is not there. */
type Values = Versions<Json | undefined>

/** What a merge made: three values that differ only where both sides changed the base in different ways. */
export interface Merged<T extends Json> extends Versions<T> {
  /** Where that is, by the keys that lead there. Empty where the three are the same, which is the merged value then. */
  readonly clashes: ReadonlyArray<ReadonlyArray<string>>
}

const isArray = (value: Json | undefined): value is ReadonlyArray<Json> => Array.isArray(value)

const isText = (value: Json | undefined): value is string => typeof value === "string" && value.includes("\n")

const all = <T>(value: T): Versions<T> => ({ base: value, mine: value, theirs: value })

/** One list of parts, each in three versions, as a list of each version. */
const unzip = <T>(parts: ReadonlyArray<Versions<ReadonlyArray<T>>>): Versions<ReadonlyArray<T>> => ({
  base: parts.flatMap(({ base }) => base),
  mine: parts.flatMap(({ mine }) => mine),
  theirs: parts.flatMap(({ theirs }) => theirs)
})

/**
 * A three-way merge of JSON, such as what a definition holds: objects are merged name by name, lists by their items, and
 * texts of several lines by these. What only one side changed is as that side has it. Where both changed a place in
 * different ways it clashes, and each version has its own there: `markClashes` makes one text of the three.
 *
 * @example
 * mergeJson({ base: { a: 1, b: 1 }, mine: { a: 2, b: 1 }, theirs: { a: 1, b: 3 } }).mine // { a: 2, b: 3 }
 * mergeJson({ base: { a: 1 }, mine: { a: 2 }, theirs: { a: 3 } }).clashes // [["a"]]
 */
export const mergeJson = <T extends Json>(versions: Versions<T>): Merged<T> => {
  const number = numberValues()
  const clashes: Array<ReadonlyArray<string>> = []
  const isSame = (one: Json | undefined, other: Json | undefined) =>
    one === undefined || other === undefined ? one === other : number(one) === number(other)

  const clash = <T>(values: Versions<T>, path: ReadonlyArray<string>): Versions<T> => {
    clashes.push(path)
    return values
  }

  const mergeObjects = (objects: Versions<JsonObject>, path: ReadonlyArray<string>): Versions<Json> => {
    const at = (object: JsonObject, key: string) => (Object.hasOwn(object, key) ? object[key] : undefined)
    const keys = new Set([objects.mine, objects.theirs, objects.base].flatMap(Object.keys))
    const members = [...keys].map((key) => {
      const merged = merge(
        each(objects, (object) => at(object, key)),
        [...path, key]
      )
      return each(merged, (value) => (value === undefined ? [] : [[key, value] as const]))
    })
    return each(unzip(members), Object.fromEntries<Json>)
  }

  const mergeLists = (lists: Versions<ReadonlyArray<Json>>, path: ReadonlyArray<string>): Versions<Json> => {
    let index = 0
    return unzip(
      mergeSequences(lists, number).map((region) => {
        const start = index
        index += region.type === "merged" ? region.items.length : region.mine.length
        if (region.type === "merged") return all(region.items)
        const { base, mine, theirs } = region
        const isPaired = base.length === mine.length && mine.length === theirs.length
        if (!isPaired) return clash({ base, mine, theirs }, [...path, String(start)])
        const items = mine.map((item, at) =>
          merge({ base: base[at], mine: item, theirs: theirs[at] }, [...path, String(start + at)])
        )
        return unzip(items.map((item) => each(item, (value) => (value === undefined ? [] : [value]))))
      })
    )
  }

  const mergeTexts = (texts: Versions<string>, path: ReadonlyArray<string>): Versions<Json> => {
    const regions = mergeLines(texts).map((region) => (region.type === "merged" ? all(region.items) : region))
    const merged = each(unzip(regions), (lines) => lines.join("\n"))
    return merged.mine === merged.theirs ? merged : clash(merged, path)
  }

  const merge = (values: Values, path: ReadonlyArray<string>): Values => {
    const { base, mine, theirs } = values
    if (isSame(mine, theirs) || isSame(base, theirs)) return all(mine)
    if (isSame(base, mine)) return all(theirs)
    if (isObject(mine) && isObject(theirs))
      return mergeObjects({ base: isObject(base) ? base : {}, mine, theirs }, path)
    if (isArray(base) && isArray(mine) && isArray(theirs)) return mergeLists({ base, mine, theirs }, path)
    if (isText(base) && isText(mine) && isText(theirs)) return mergeTexts({ base, mine, theirs }, path)
    return clash(values, path)
  }

  // Each version has what some side has at its place; only a member can be missing.
  return { ...(merge(versions, []) as Versions<T>), clashes }
}
