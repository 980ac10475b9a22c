import { Connection } from "../connection.ts"
import { quantile } from "../quantile.ts"
import type { ConsoleServer } from "./server.ts"
import { openVisitor } from "./visit.ts"

/** What reads of the API took in one round: while nobody looks at pages, and while many do. */
export interface CrowdRound {
  readonly idle: { readonly p50: number; readonly p99: number }
  readonly visited: { readonly p50: number; readonly p99: number }
  /** Pages that were opened in a second, and what they took. */
  readonly pagesPerSecond: number
  readonly pageP95: number
}

export interface CrowdPace {
  readonly rounds: number
  readonly seconds: number
  /** How many look at pages. */
  readonly visitors: number
  /** How long each looks at a page before they open the next, in milliseconds. */
  readonly pause: number
  /** Connections that read, each waiting for its answer. */
  readonly readers: number
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const read = async ({ url, headers }: ConsoleServer, readers: number, isOver: () => boolean) => {
  const millis: Array<number> = []
  await Promise.all(
    Array.from({ length: readers }, async () => {
      const connection = new Connection(url)
      const request = connection.request("/api/agent/list_page_views", headers, JSON.stringify({ limit: 50 }))
      while (!isOver()) {
        const began = performance.now()
        const { status } = await connection.exchange(request)
        if (status !== 200) throw new Error(`list_page_views answered ${status}`)
        millis.push(performance.now() - began)
      }
      connection.close()
    })
  )
  return { p50: quantile(millis, 0.5), p99: quantile(millis, 0.99) }
}

/** Opens pages as so many people would who look at each for a while, none at the same moment as another. */
const browse = async (
  server: ConsoleServer,
  paths: ReadonlyArray<string>,
  { visitors, pause }: CrowdPace,
  isOver: () => boolean
) => {
  const millis: Array<number> = []
  await Promise.all(
    Array.from({ length: visitors }, async (_, person) => {
      const { open, close } = openVisitor(server)
      await sleep((pause * person) / visitors)
      for (let n = person; !isOver(); n++) {
        millis.push(await open(paths[n % paths.length]!))
        await sleep(pause)
      }
      close()
    })
  )
  return millis
}

/** Reads of the API by themselves, and while pages are opened, in turns. */
export const measureCrowd = async (
  server: ConsoleServer,
  paths: ReadonlyArray<string>,
  pace: CrowdPace
): Promise<ReadonlyArray<CrowdRound>> => {
  const results: Array<CrowdRound> = []
  for (let round = 0; round <= pace.rounds; round++) {
    const forSeconds = () => {
      const end = performance.now() + pace.seconds * 1000
      return () => performance.now() >= end
    }
    const idle = await read(server, pace.readers, forSeconds())
    const isOver = forSeconds()
    const [visited, pages] = await Promise.all([
      read(server, pace.readers, isOver),
      browse(server, paths, pace, isOver)
    ])
    // The first is to warm up.
    if (round === 0) continue
    results.push({ idle, visited, pagesPerSecond: pages.length / pace.seconds, pageP95: quantile(pages, 0.95) })
  }
  return results
}
