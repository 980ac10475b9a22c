const lookUps = new WeakSet<object>()

/**
 * Marks what an operation means, where that is no more than one look-up: it may be begun for whom is expected to be let
 * in, and what became of it withheld until they are. Law: A1.
 */
export const lookUp = <M extends object>(meaning: M): M => {
  lookUps.add(meaning)
  return meaning
}

export const isLookUp = (meaning: object): boolean => lookUps.has(meaning)
