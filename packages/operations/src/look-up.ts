const lookUps = new WeakSet<object>()

/**
 * Marks a handler that is no more than one look-up: it may be begun for whom is expected to be let
 * in, and what became of it withheld until they are. Law: A1.
 */
export const lookUp = <H extends object>(handler: H): H => {
  lookUps.add(handler)
  return handler
}

export const isLookUp = (handler: object): boolean => lookUps.has(handler)
