/** US dollars as 10^-12 of them, exactly but for what is smaller. */
export const toPico = (dollars: number): bigint => {
  const [whole = "0", fraction = ""] = dollars.toFixed(12).split(".")
  return BigInt(whole + fraction)
}

/** 10^-12 US dollars as the number that is nearest. */
export const fromPico = (pico: bigint): number => Number(`${pico}e-12`)

/**
 * An amount that was computed, as its trace will tell it: without what arithmetic of doubles adds to it.
 *
 * @example
 * roundToPico(0.1 + 0.2) // 0.3
 */
export const roundToPico = (dollars: number): number =>
  // What is more is no cost, and need not have that many digits.
  Math.abs(dollars) <= 1e9 ? fromPico(toPico(dollars)) : dollars
