/** Thrown where a request is not as its encoding has it: it is refused, whole. */
export class Unreadable extends Error {
  /** The keys that lead to the place. */
  readonly path: Array<string | number> = []
}

/** Thrown where a request has more parts than it may. */
export class TooManyParts extends Error {}

/** What was thrown, as thrown of what stands under a key. */
export const within = (key: string | number, error: unknown): unknown => {
  if (error instanceof Unreadable) error.path.unshift(key)
  return error
}

/** Reads what stands under keys, which what is thrown then names. */
export const under = <A>(keys: ReadonlyArray<string | number>, read: () => A): A => {
  try {
    return read()
  } catch (error) {
    if (error instanceof Unreadable) error.path.unshift(...keys)
    throw error
  }
}
