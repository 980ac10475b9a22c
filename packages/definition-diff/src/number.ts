import type { Json } from "./json-value.ts"

/**
 * Numbers JSON values: equal ones, and only those, have the same number. Each part of a value is looked at once, bottom
 * up, however often it is asked for afterwards.
 *
 * @example
 * const number = numberValues()
 * number({ a: 1, b: [2] }) === number({ b: [2], a: 1 }) // true
 */
export const numberValues = () => {
  const scalars = new Map<unknown, number>()
  const shapes = new Map<string, number>()
  const known = new WeakMap<object, number>()
  let last = 0

  const numbered = <K>(numbers: Map<K, number>, key: K): number => {
    const found = numbers.get(key)
    if (found !== undefined) return found
    numbers.set(key, ++last)
    return last
  }

  const shapeOf = (value: object): string => {
    if (Array.isArray(value)) return `[${value.map(number).join()}`
    const members = Object.entries(value).map(([name, inner]) => [numbered(scalars, name), number(inner)] as const)
    return `{${members.sort(([one], [other]) => one - other).join()}`
  }

  const number = (value: Json): number => {
    if (typeof value !== "object" || value === null) return numbered(scalars, value)
    let found = known.get(value)
    if (found === undefined) known.set(value, (found = numbered(shapes, shapeOf(value))))
    return found
  }
  return number
}
