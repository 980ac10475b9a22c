import type { Json } from "../json-value.ts"
import { merge } from "./merge.ts"
import { eachVersion, type Versions } from "./versions.ts"

/** What a merge made: three values that differ only where both sides changed the base in different ways. */
export interface Merged<T extends Json> extends Versions<T> {
  /** Where that is, by the keys that lead there. Empty where the three are the same, which is the merged value then. */
  readonly clashes: ReadonlyArray<ReadonlyArray<string>>
}

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
  const { clashes, resolve } = merge(versions)
  const sides = { base: "base", mine: "mine", theirs: "theirs" } as const
  // Each version has what some side has at its place; only a member can be missing.
  const merged = eachVersion(sides, (side) => resolve((clash) => clash[side]) as T)
  // A text can clash in several places.
  const paths = new Map(clashes.map(({ path }) => [JSON.stringify(path), path]))
  return { ...merged, clashes: [...paths.values()] }
}
