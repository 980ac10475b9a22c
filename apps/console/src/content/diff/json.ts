import type { Schema } from "effect"
import { diffSequences, type Run } from "./sequences.ts"

type Json = Schema.Json
type JsonObject = { readonly [key: string]: Json }

/** One place where two JSON values differ: a value that came, went or changed, or a list whose items did. */
export type JsonChange = { readonly path: ReadonlyArray<string> } & (
  | { readonly type: "added"; readonly after: Json }
  | { readonly type: "removed"; readonly before: Json }
  | { readonly type: "changed"; readonly before: Json; readonly after: Json }
  | { readonly type: "items"; readonly runs: ReadonlyArray<Run<Json>> }
)

const isObject = (value: Json): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const isArray = (value: Json): value is ReadonlyArray<Json> => Array.isArray(value)

/** The text of a value with the names of every object in order: equal for equal values. */
export const canonical = (value: Json): string =>
  JSON.stringify(value, (_, inner: Json) =>
    isObject(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))) : inner
  )

const objectChanges = (before: JsonObject, after: JsonObject, path: ReadonlyArray<string>) =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key): ReadonlyArray<JsonChange> => {
    const inner = [...path, key]
    if (!Object.hasOwn(before, key)) return [{ path: inner, type: "added", after: after[key] ?? null }]
    if (!Object.hasOwn(after, key)) return [{ path: inner, type: "removed", before: before[key] ?? null }]
    return diffJson(before[key] ?? null, after[key] ?? null, inner)
  })

const itemChanges = (before: ReadonlyArray<Json>, after: ReadonlyArray<Json>): ReadonlyArray<Run<Json>> =>
  diffSequences(before.map(canonical), after.map(canonical)).map(({ type, items }) => ({
    type,
    items: items.map((item) => JSON.parse(item) as Json)
  }))

/**
 * Where two JSON values differ, by path. Objects are compared name by name, lists by their items.
 *
 * @example
 * diffJson({ unit: "s" }, { unit: "ms" }) // [{ path: ["unit"], type: "changed", before: "s", after: "ms" }]
 */
export const diffJson = (before: Json, after: Json, path: ReadonlyArray<string> = []): ReadonlyArray<JsonChange> => {
  if (canonical(before) === canonical(after)) return []
  if (isObject(before) && isObject(after)) return objectChanges(before, after, path)
  if (isArray(before) && isArray(after)) return [{ path, type: "items", runs: itemChanges(before, after) }]
  return [{ path, type: "changed", before, after }]
}
