/** The scorers that a form offers, each with the alias that its scores have. */
import type { Listed } from "./choices.ts"
import type { Run } from "./port.ts"

type Pinned = Run["pins"]["scorers"]

const valueOf = (alias: string, id: string) => `${alias}:${id}`

/** An alias made of a name: "Exact match" is `exactMatch`. */
const aliasOf = (name: string): string => {
  const words = name.split(/[^a-zA-Z0-9]+/).filter((word) => word !== "")
  const joined = words.map((word, n) => (n === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join("")
  const alias = joined.replace(/^[^a-zA-Z]+/, "").slice(0, 36)
  return alias === "" ? "scorer" : alias.charAt(0).toLowerCase() + alias.slice(1)
}

/** A scorer has the alias that it had before, so that runs compare, else one made of its name. */
export const scorerOptions = (scorers: ReadonlyArray<Listed>, pinned: Pinned = {}) => {
  const before = Object.entries(pinned)
  const taken = new Set(before.map(([alias]) => alias))
  const free = (alias: string, n = 1): string => {
    const next = n === 1 ? alias : `${alias}${n}`
    return taken.has(next) ? free(alias, n + 1) : next
  }
  return scorers.map(({ id, name, source }) => {
    const alias = before.find(([, pinned]) => pinned.id === id)?.[0] ?? free(aliasOf(name))
    taken.add(alias)
    const by = source.type === "human" ? " People score, in reviews." : ""
    return { value: valueOf(alias, id), label: name, hint: `Its scores are called ${alias}.${by}` }
  })
}

/** The options that were chosen before. */
export const chosenScorers = (pinned: Pinned = {}): ReadonlyArray<string> =>
  Object.entries(pinned).map(([alias, { id }]) => valueOf(alias, id))

/** What was chosen, as operations take it. */
export const scorersOf = (chosen: ReadonlyArray<string>): Readonly<Record<string, { readonly id: string }>> =>
  Object.fromEntries(
    chosen.map((value) => {
      const at = value.indexOf(":")
      return [value.slice(0, at), { id: value.slice(at + 1) }]
    })
  )
