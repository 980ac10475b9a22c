/** What a million tokens cost, in micro-units. */
export interface Price {
  readonly inputMicrosPerMillion: number
  readonly outputMicrosPerMillion: number
}

/** How many tokens a call used. */
export interface Tokens {
  readonly inputTokens: number
  readonly outputTokens: number
}

/**
 * What tokens cost, in micro-units, rounded up. Without a price they cost nothing that is known.
 *
 * @example
 * costOf({ inputTokens: 1000, outputTokens: 1 }, { inputMicrosPerMillion: 150_000, outputMicrosPerMillion: 600_000 }) // 151n
 */
export const costOf = ({ inputTokens, outputTokens }: Tokens, price: Price | undefined): bigint =>
  price === undefined
    ? 0n
    : (BigInt(inputTokens) * BigInt(price.inputMicrosPerMillion) +
        BigInt(outputTokens) * BigInt(price.outputMicrosPerMillion) +
        999_999n) /
      1_000_000n
