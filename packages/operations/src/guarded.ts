const handlers = new WeakSet<object>()

/**
 * Marks a handler whose every read and write is of a statement that keeps the `CurrentGuard`: it may be tried for whom is
 * expected to be let in, in place of asking first. Law: A1.
 */
export const guarded = <H extends object>(handler: H): H => {
  handlers.add(handler)
  return handler
}

export const isGuarded = (handler: object): boolean => handlers.has(handler)
