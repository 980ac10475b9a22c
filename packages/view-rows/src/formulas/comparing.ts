import { spend, spendOn } from "./meter.ts"

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Map)

/** The members of a map, however it is kept. */
const membersOf = (value: unknown): ReadonlyMap<unknown, unknown> | undefined =>
  value instanceof Map ? value : isObject(value) && isPlain(value) ? new Map(Object.entries(value)) : undefined

/** Times and durations are of classes, and are compared at once. */
const isPlain = (value: object) => {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}

/**
 * Counts a step for each two values that comparing two goes through, and throws once these are too many; returns whether they
 * may still be equal, since the library goes no further than a difference. One list may be an item of another many times, so
 * that what is small in memory is not small here.
 */
export const spendOnComparing = (left: unknown, right: unknown): boolean => {
  spend(1)
  if (left === right) {
    if (typeof left === "string") spendOn(left.length)
    return true
  }
  if (typeof left === "string" && typeof right === "string") {
    if (left.length === right.length) spendOn(left.length)
    return false
  }
  if (left instanceof Uint8Array && right instanceof Uint8Array) {
    if (left.length === right.length) spendOn(left.length)
    return false
  }
  if (Array.isArray(left) && Array.isArray(right))
    return left.length === right.length && left.every((item, index) => spendOnComparing(item, right[index]))
  const [members, others] = [membersOf(left), membersOf(right)]
  if (members === undefined || others === undefined) return typeof left !== typeof right || typeof left === "object"
  if (members.size !== others.size) return false
  for (const [key, value] of members) if (!others.has(key) || !spendOnComparing(value, others.get(key))) return false
  return true
}
