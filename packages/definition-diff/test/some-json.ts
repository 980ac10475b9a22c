import type { Json } from "../src/index.ts"

/** A number from 0 on, below another. */
export type Random = (below: number) => number

/** The same numbers for the same seed. */
export const seeded = (seed: number): Random => {
  let state = seed * 2654435761
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

export const someJson = (random: Random, depth: number): Json => {
  const kind = random(depth === 0 ? 3 : 6)
  if (kind === 0) return random(3)
  if (kind === 1) return null
  if (kind === 2) return Array.from({ length: random(6) }, () => "abc".charAt(random(3))).join("\n")
  if (kind === 3) return Array.from({ length: random(5) }, () => someJson(random, depth - 1))
  return Object.fromEntries(
    Array.from({ length: random(4) }, () => ["pqrs".charAt(random(4)), someJson(random, depth - 1)])
  )
}

/** The value with some of it changed, removed and added. */
export const changed = (random: Random, value: Json): Json => {
  if (random(6) === 0) return someJson(random, 2)
  const later = (inner: Json) => (random(3) > 0 ? inner : changed(random, inner))
  if (Array.isArray(value)) {
    return value.flatMap((item: Json) => [
      ...(random(5) === 0 ? [] : [later(item)]),
      ...(random(5) === 0 ? [someJson(random, 1)] : [])
    ])
  }
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => (random(6) === 0 ? [] : [[name, later(inner as Json)] as const]))
  )
}
