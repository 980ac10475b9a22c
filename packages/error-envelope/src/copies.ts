import { Effect } from "effect"

/** A package as this process has loaded it, with the copy of `effect` that it found. */
export interface Copy {
  readonly name: string
  readonly url: string | undefined
  readonly effect: unknown
  readonly effectUrl: () => string
}

/**
 * Of each package by its name the copy that was loaded first and the one that was loaded last: no more, as a server in
 * development loads its bundle anew after each change.
 */
export type Copies = Map<string, readonly [first: Copy, last: Copy]>

const registry = Symbol.for("@agent-operations/error-envelope/copies")

/** What this process has loaded, whichever copy of this module recorded it. */
export const anywhere = (): Copies => {
  const scope = globalThis as { [registry]?: Copies }
  return (scope[registry] ??= new Map())
}

/** What this copy of this module has recorded, which works together. */
export const here: Copies = new Map()

/**
 * Records a package as it is loaded, for `oneCopy`: its name, the URL of one of its modules (undefined in a runtime that does
 * not tell), `Effect.void`, which is another value in another copy of `effect`, and where its `effect` is, which may throw.
 *
 * @example
 * recordCopy("@agent-operations/auth", import.meta.url, Effect.void, () => import.meta.resolve("effect"))
 */
export const recordCopy = (name: string, url: string | undefined, effect: unknown, effectUrl: () => string): void => {
  const copy = { name, url, effect, effectUrl }
  for (const copies of [here, anywhere()]) copies.set(name, [copies.get(name)?.[0] ?? copy, copy])
}

recordCopy("@agent-operations/error-envelope", import.meta.url, Effect.void, () => import.meta.resolve("effect"))
