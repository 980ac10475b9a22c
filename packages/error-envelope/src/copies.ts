import { Data, Effect } from "effect"

/** A package as this process has loaded it, with the copy of `effect` that it found. */
export interface Copy {
  readonly name: string
  /** Where it was loaded from; undefined in a runtime that does not tell. */
  readonly url: string | undefined
  /** A value of `effect`, which no other copy has. */
  readonly effect: unknown
  /** Where its `effect` is; may throw where the runtime can't tell. */
  readonly effectUrl: () => string
}

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

const place = (url: string | undefined): string => url?.replace(/\?.*/, "") ?? "an unknown location"

const differenceOf = (one: Copy, other: Copy): string | undefined => {
  if (one.effect !== other.effect) {
    return `${one.name} uses the copy of effect at ${effectOf(one)}, ${other.name} the one at ${effectOf(other)}.`
  }
  return one.name === other.name && place(one.url) !== place(other.url)
    ? `${one.name} is loaded from ${place(one.url)} and from ${place(other.url)}.`
    : undefined
}

const firstDifference = (copies: ReadonlyArray<Copy>, others: ReadonlyArray<Copy>): string | undefined => {
  for (const copy of copies) {
    for (const other of others) {
      const difference = differenceOf(copy, other)
      if (difference !== undefined) return difference
    }
  }
  return undefined
}

const registry = Symbol.for("@agent-operations/error-envelope/copies")

/** What has started in this process, whichever copy of this module it started with. */
const started = (): Set<Copy> => {
  const scope = globalThis as { [registry]?: Set<Copy> }
  return (scope[registry] ??= new Set())
}

/**
 * Dies with `SecondCopy` where packages that work together found different copies of `effect` or of each other: services
 * and secrets of one would be unknown to the other, and every request fail. What started elsewhere in this process with
 * other copies works by itself, and is told as a warning.
 *
 * @example
 * yield* oneCopy(copies) // "@agent-operations/http uses the copy of effect at file:///a/…, @agent-operations/auth the one at file:///b/…"
 */
export const oneCopy = (copies: ReadonlyArray<Copy>): Effect.Effect<void> =>
  Effect.suspend(() => {
    const mixed = firstDifference(copies, copies)
    if (mixed !== undefined)
      return Effect.die(
        new SecondCopy({ message: `Parts of Agent Operations are installed twice. ${mixed} ${wayOut}` })
      )
    const elsewhere = firstDifference(copies, [...started()])
    if (elsewhere !== undefined) {
      return Effect.logWarning(`Parts of Agent Operations are loaded twice in this process. ${elsewhere} ${wayOut}`)
    }
    for (const copy of copies) started().add(copy)
    return Effect.void
  })

/** This package as it was loaded. */
export const copies: ReadonlyArray<Copy> = [
  {
    name: "@agent-operations/error-envelope",
    url: import.meta.url,
    effect: Effect.void,
    effectUrl: () => import.meta.resolve("effect")
  }
]
