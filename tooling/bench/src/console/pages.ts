import { quantile } from "../quantile.ts"
import type { ConsoleServer } from "./server.ts"
import { visits } from "./visit.ts"

/** What a page took the server in each round, in milliseconds. */
export interface PageTime {
  readonly name: string
  readonly p50: ReadonlyArray<number>
  readonly p95: ReadonlyArray<number>
  /** The p95 to that of the list before, of the same round; none where there is no server to compare with. */
  readonly toBefore: ReadonlyArray<number>
}

export interface Lane {
  readonly name: string
  readonly server: ConsoleServer
  readonly path: string
}

/** Opens pages in turns; each round begins with the page that the others are compared with, if there is one. */
export const racePages = async (
  lanes: ReadonlyArray<Lane>,
  before: Lane | undefined,
  { rounds, requests }: { readonly rounds: number; readonly requests: number }
): Promise<ReadonlyArray<PageTime>> => {
  const all = before === undefined ? lanes : [before, ...lanes]
  const seen = all.map(() => [] as Array<ReadonlyArray<number>>)
  for (let round = 0; round <= rounds; round++) {
    for (const [n, { server, path }] of all.entries()) {
      const millis = await visits(server, path, requests)
      // The first is to warm up.
      if (round > 0) seen[n]!.push(millis)
    }
  }
  const p95Of = (n: number) => seen[n]!.map((millis) => quantile(millis, 0.95))
  return all.map(({ name }, n) => ({
    name,
    p50: seen[n]!.map((millis) => quantile(millis, 0.5)),
    p95: p95Of(n),
    toBefore: before === undefined ? [] : p95Of(n).map((p95, round) => p95 / p95Of(0)[round]!)
  }))
}
