/** The counts of tokens that a span has. */
export interface Tokens {
  /** Of a span that is made, with those that were read from a cache or written to one. */
  readonly inputTokens: number | null
  readonly outputTokens: number | null
  readonly totalTokens: number | null
  readonly cacheReadTokens: number | null
  readonly cacheWriteTokens: number | null
  readonly reasoningTokens: number | null
}

/**
 * Counts in which cached tokens are a part of the input. A sender who has more cached than input, or whose total is the
 * sum with them, counts the input without: there they are added.
 *
 * @example
 * withCached({ inputTokens: 20, cacheReadTokens: 100, outputTokens: 5, … }) // inputTokens: 120, totalTokens: 125
 */
export const withCached = (sent: Tokens): Tokens => {
  const cached = (sent.cacheReadTokens ?? 0) + (sent.cacheWriteTokens ?? 0)
  const [input, output] = [sent.inputTokens ?? 0, sent.outputTokens ?? 0]
  const apart = cached > input || (cached > 0 && sent.totalTokens === input + cached + output)
  if (sent.inputTokens === null && sent.outputTokens === null && cached === 0) return sent
  const inputTokens = apart ? input + cached : sent.inputTokens
  const known = (inputTokens ?? 0) + output
  return { ...sent, inputTokens, totalTokens: apart ? known : (sent.totalTokens ?? known) }
}
