import type { Json, Side } from "../src/index.ts"

/** A side of a comparison with these settings. */
export const side = (settings: Json): Side => ({
  name: "Large",
  description: null,
  text: "",
  source: { type: "table" },
  settings,
  references: {}
})

/** A value below so many objects. */
export const below = (levels: number, innermost: Json): Json => {
  let value = innermost
  for (let level = 0; level < levels; level++) value = { a: value }
  return value
}

/** 300 lists of 600 numbers, of which no two revisions have one in common. */
export const lists = (revision: number) =>
  Object.fromEntries(
    Array.from({ length: 300 }, (_, n) => [`l${n}`, Array.from({ length: 600 }, (_, i) => i * 2 + revision)])
  )
