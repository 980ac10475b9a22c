import { emptyObject, type Json, type JsonObject } from "../json.ts"

/** How many parts of a key become levels: what is behind stays one key, however many dots it has. */
const maxLevels = 16

type Tree = Map<string, Tree | Json>

const index = /^\d{1,9}$/

const put = (tree: Tree, [first = "", ...rest]: ReadonlyArray<string>, value: Json): void => {
  const there = tree.get(first)
  if (rest.length === 0) {
    if (!(there instanceof Map)) tree.set(first, value)
    return
  }
  const below: Tree = there instanceof Map ? there : new Map()
  if (below !== there) tree.set(first, below)
  put(below, rest, value)
}

const toJson = (tree: Tree | Json): Json => {
  if (!(tree instanceof Map)) return tree
  const entries = [...tree]
  if (entries.every(([key]) => index.test(key))) {
    return entries.sort(([a], [b]) => Number(a) - Number(b)).map(([, value]) => toJson(value))
  }
  const object = emptyObject()
  for (const [key, value] of entries) object[key] = toJson(value)
  return object
}

const split = (path: string): ReadonlyArray<string> => {
  const parts = path.split(".", maxLevels)
  const length = parts.reduce((sum, part) => sum + part.length + 1, 0)
  return length > path.length ? parts : [...parts, path.slice(length)]
}

/**
 * Attributes below a prefix as the array or the object that their keys describe, or undefined where there are none.
 *
 * @example
 * nest({ "llm.input_messages.0.message.role": "user" }, "llm.input_messages") // [{ message: { role: "user" } }]
 */
export const nest = (attributes: JsonObject, prefix: string): Json | undefined => {
  const start = `${prefix}.`
  const tree: Tree = new Map()
  for (const key in attributes) {
    if (key.startsWith(start)) put(tree, split(key.slice(start.length)), attributes[key]!)
  }
  return tree.size === 0 ? undefined : toJson(tree)
}
