import { query } from "@agent-operations/postgres-for-tests"
import { existsSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import type { Place } from "../databases.ts"
import type { Running } from "../server.ts"
import { sizeOf } from "../size-of.ts"

const megabyte = 2 ** 20

/** What a server and its database take at a moment, in megabytes. */
export interface Sample {
  /** Resident memory of the server's process, as `takenOf` tells it. */
  readonly taken: number
  /** Its heap after a garbage collection. */
  readonly heap: number
  /** The write-ahead log. */
  readonly log: number
  /** The database, without that log. */
  readonly database: number
  /** What the server printed so far. */
  readonly printed: number
}

/** Resident memory without what the heap keeps free: V8 lets room for new objects grow, and gives it back, as it likes. */
export const takenOf = ({ rss, heapTotal, heapUsed }: NodeJS.MemoryUsage): number => rss - heapTotal + heapUsed

/** Has the server collect its garbage, and says what is left. */
const memoryOf = async ({ child }: Running, file: string) => {
  rmSync(file, { force: true })
  child.kill("SIGUSR2")
  const written = () => existsSync(file) && readFileSync(file, "utf8").endsWith("\n")
  for (let waited = 0; !written() && waited < 30_000; waited += 50) await sleep(50)
  const usage = JSON.parse(readFileSync(file, "utf8")) as NodeJS.MemoryUsage
  return { taken: takenOf(usage) / megabyte, heap: usage.heapUsed / megabyte }
}

const databaseOf = async ({ settings }: Place, dataDirectory: string) => {
  const log = sizeOf(join(dataDirectory, "pg_wal"))
  const url = settings["DATABASE_URL"]
  if (url === undefined) return { log, database: sizeOf(dataDirectory) - log }
  const [row] = await query(url, "select pg_database_size(current_database())::float8 as bytes")
  return { log, database: Number(row!["bytes"]) / megabyte }
}

export const takeSample = async (
  server: Running,
  place: Place,
  dataDirectory: string,
  memoryFile: string
): Promise<Sample> => ({
  ...(await memoryOf(server, memoryFile)),
  printed: server.printed().length / megabyte,
  ...(await databaseOf(place, dataDirectory))
})

/** The middle one of some numbers. */
const median = (numbers: ReadonlyArray<number>): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

/** The middle of each quarter of a run. In the first ones, what a server remembers fills up to its bounds. */
export const quartersOf = (numbers: ReadonlyArray<number>): ReadonlyArray<number> => {
  const length = Math.floor(numbers.length / 4)
  return [0, 1, 2, 3].map((n) => median(numbers.slice(n * length, (n + 1) * length)))
}
