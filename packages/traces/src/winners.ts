import type { Span } from "./span.ts"

/** Orders versions of one span: greater than 0 where the first wins. Law: T3. */
export const compareRanks = (a: Uint8Array, b: Uint8Array): number => Buffer.compare(a, b)

/** The version of each span of one trace that wins, whole, in whatever order and however often they came. Laws: T2, T3. */
export const winners = (versions: Iterable<Span>): ReadonlyArray<Span> => {
  const won = new Map<string, Span>()
  for (const version of versions) {
    const before = won.get(version.sent.spanId)
    if (before === undefined || compareRanks(version.rank, before.rank) > 0) won.set(version.sent.spanId, version)
  }
  return [...won.values()]
}
