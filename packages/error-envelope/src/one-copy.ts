import { Data, Effect } from "effect"
import { anywhere, type Copies, type Copy, here } from "./copies.ts"

/** Parts of the kit were installed more than once. The message names both places, and says what to do. */
export class SecondCopy extends Data.TaggedError("SecondCopy")<{ readonly message: string }> {}

const wayOut =
  "Keep one copy: `npm ls effect` shows which package depends on which version, `npm dedupe` merges compatible ones, and " +
  "`overrides` in package.json (pnpm: in pnpm-workspace.yaml; yarn: `resolutions`) forces one. A bundle must contain all " +
  "of these packages or none."

const effectOf = ({ effectUrl }: Copy): string => {
  try {
    return effectUrl()
  } catch {
    return "an unknown location"
  }
}

/** Without what a module that was loaded anew has behind its path. */
const place = ({ url }: Copy): string => url?.replace(/\?.*/, "") ?? "an unknown location"

const differenceOf = (one: Copy, other: Copy): string | undefined => {
  if (one.effect !== other.effect) {
    return `${one.name} uses the copy of effect at ${effectOf(one)}, ${other.name} the one at ${effectOf(other)}.`
  }
  return one.name === other.name && place(one) !== place(other)
    ? `${one.name} is loaded from ${place(one)} and from ${place(other)}.`
    : undefined
}

const firstDifference = (copies: Copies): string | undefined => {
  const list = [...copies.values()].flat()
  for (const [index, other] of list.entries()) {
    for (const one of list.slice(0, index)) {
      const difference = differenceOf(one, other)
      if (difference !== undefined) return difference
    }
  }
  return undefined
}

/**
 * Dies with `SecondCopy` where packages that work together found different copies of `effect` or of each other: services
 * and secrets of one would be unknown to the other, and every request fail. Packages that were recorded by another copy of
 * this one may work by themselves, as those of a second bundle do, and are told as a warning.
 *
 * @example
 * yield* oneCopy // "@agent-operations/http uses the copy of effect at file:///a/…, @agent-operations/auth the one at file:///b/…"
 */
export const oneCopy: Effect.Effect<void> = Effect.suspend(() => {
  const mixed = firstDifference(here)
  if (mixed !== undefined) {
    return Effect.die(new SecondCopy({ message: `Parts of Agent Operations are installed twice. ${mixed} ${wayOut}` }))
  }
  const elsewhere = firstDifference(anywhere())
  return elsewhere === undefined
    ? Effect.void
    : Effect.logWarning(`Parts of Agent Operations are loaded twice in this process. ${elsewhere} ${wayOut}`)
})
