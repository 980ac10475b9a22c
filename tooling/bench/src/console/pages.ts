import { quantile } from "../quantile.ts"
import type { ConsoleServer } from "./server.ts"
import { openVisitor, visits } from "./visit.ts"

/** What a page took the server in each round, in milliseconds. */
export interface PageTime {
  readonly name: string
  readonly p50: ReadonlyArray<number>
  readonly p95: ReadonlyArray<number>
  /** CPU of the server's process for one visit, which the load of the machine leaves alone. */
  readonly cpu: number
}

export interface Lane {
  readonly name: string
  readonly server: ConsoleServer
  readonly path: string
}

interface Pace {
  readonly rounds: number
  readonly requests: number
}

/** The CPU of a visit, of many: the system counts it in hundredths of a second. */
const cpuOf = async ({ server, path }: Lane, requests: number) => {
  const before = server.cpuSeconds()
  await visits(server, path, requests)
  return ((server.cpuSeconds() - before) / requests) * 1000
}

/** Opens pages one after the other, again and again, so that whatever else the machine does meets all of them. */
export const racePages = async (
  lanes: ReadonlyArray<Lane>,
  { rounds, requests }: Pace
): Promise<ReadonlyArray<PageTime>> => {
  const visitors = lanes.map(({ server }) => openVisitor(server))
  const seen = lanes.map(() => [] as Array<ReadonlyArray<number>>)
  for (let round = 0; round <= rounds; round++) {
    const millis = lanes.map(() => [] as Array<number>)
    for (let n = 0; n < requests; n++) {
      for (const [at, { path }] of lanes.entries()) millis[at]!.push(await visitors[at]!.open(path))
    }
    // The first is to warm up.
    if (round > 0) for (const [at, of] of millis.entries()) seen[at]!.push(of)
  }
  for (const { close } of visitors) close()
  const results: Array<PageTime> = []
  for (const [at, lane] of lanes.entries()) {
    results.push({
      name: lane.name,
      p50: seen[at]!.map((of) => quantile(of, 0.5)),
      p95: seen[at]!.map((of) => quantile(of, 0.95)),
      cpu: await cpuOf(lane, 2 * requests)
    })
  }
  return results
}
