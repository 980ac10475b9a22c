/**
 * Where the first value is that was there before and is not there after, such as `/traces/0/name`; undefined where all of it
 * is. Objects may have got members, and lists have not changed at all.
 */
export const lost = (before: unknown, after: unknown, path = ""): string | undefined => {
  if (typeof before !== "object" || before === null || typeof after !== "object" || after === null) {
    return before === after ? undefined : path
  }
  if (Array.isArray(before) && (!Array.isArray(after) || after.length !== before.length)) return path
  for (const [key, value] of Object.entries(before)) {
    const found = lost(value, Reflect.get(after, key), `${path}/${key}`)
    if (found !== undefined) return found
  }
  return undefined
}
