import { type Effort, fullEffort } from "./effort.ts"
import { isArray, isObject } from "./is-object.ts"
import type { Json, JsonObject } from "./json-value.ts"
import { numberValues } from "./number.ts"
import { diffSequences, type Run } from "./sequences.ts"

/** One place where two JSON values differ: a value that came, went or changed, or a list whose items did. */
export type JsonChange = { readonly path: ReadonlyArray<string> } & (
  | { readonly type: "added"; readonly after: Json }
  | { readonly type: "removed"; readonly before: Json }
  | { readonly type: "changed"; readonly before: Json; readonly after: Json }
  | { readonly type: "items"; readonly runs: ReadonlyArray<Run<Json>> }
)

/**
 * Where two JSON values differ, by path. Objects are compared name by name, lists by their items. There are as many
 * changes as the effort allows, and at least one where the values differ.
 *
 * @example
 * diffJson({ unit: "s" }, { unit: "ms" }) // [{ path: ["unit"], type: "changed", before: "s", after: "ms" }]
 */
export const diffJson = (before: Json, after: Json, effort: Effort = fullEffort()): ReadonlyArray<JsonChange> => {
  const number = numberValues()
  const changes: Array<JsonChange> = []
  let isFull = false

  const compareObjects = (before: JsonObject, after: JsonObject, path: ReadonlyArray<string>) => {
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const inner = [...path, key]
      if (!Object.hasOwn(before, key)) tell({ path: inner, type: "added", after: after[key] ?? null })
      else if (!Object.hasOwn(after, key)) tell({ path: inner, type: "removed", before: before[key] ?? null })
      else compare(before[key] ?? null, after[key] ?? null, inner)
      if (isFull) return
    }
  }

  const compare = (before: Json, after: Json, path: ReadonlyArray<string>): void => {
    if (number(before) === number(after)) return
    if (isObject(before) && isObject(after)) compareObjects(before, after, path)
    else if (isArray(before) && isArray(after)) {
      tell({ path, type: "items", runs: diffSequences(before, after, number, effort) })
    } else tell({ path, type: "changed", before, after })
  }

  const tell = (change: JsonChange) => {
    if (effort.changes > 0 || changes.length === 0) changes.push(change)
    else isFull = effort.isCut = true
    effort.changes--
  }

  compare(before, after, [])
  return changes
}
