import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { pglite, type Place, postgres } from "../databases.ts"
import { type Outcome, randomFrom } from "../scenario.ts"
import { preload, type Running, start, stop } from "../server.ts"
import { startLoad } from "./load.ts"
import { quartersOf, type Sample, takeSample } from "./watch.ts"

export interface Soak {
  readonly minutes: number
  /** Requests a second. */
  readonly rate: number
  readonly seed: number
  readonly tell: (line: string) => void
}

/** How much more a process may take in the last quarter than in the one before, in megabytes: that much is noise. */
const residentGrowth = (before: number) => 0.05 * before + 16
const heapGrowth = (before: number) => 0.05 * before + 2
const logMegabytes = 128
/** What a revision takes in the database, with all of its indexes, in kilobytes. */
const kilobytesPerWrite = 8
const answerMillis = 2000
const restartMillis = (first: number) => 2 * first + 2000
const samples = 24

const places = {
  PGlite: async () => {
    const place = await pglite()
    return { place, dataDirectory: join(place.settings["DATA_DIR"]!, "pglite") }
  },
  PostgreSQL: async () => {
    const place: Place & { readonly server: { readonly dataDirectory: string } } = await postgres()
    return { place, dataDirectory: place.server.dataDirectory }
  }
}
export type DatabaseName = keyof typeof places
export const databaseNames = Object.keys(places) as ReadonlyArray<DatabaseName>

const restart = async (settings: Place["settings"], server: Running, signal: NodeJS.Signals) => {
  await stop(server, signal)
  const began = performance.now()
  const next = await start(settings, server)
  return { server: next, millis: performance.now() - began }
}

const percentile = (sorted: ReadonlyArray<number>, share: number) => sorted[Math.floor(sorted.length * share)] ?? 0

/** Serves a load for a long time, and holds that what the server and its database take does not go on growing. */
export const soak = async (name: DatabaseName, { minutes, rate, seed, tell }: Soak): Promise<Outcome> => {
  const failures: Array<string> = []
  const hold = (what: string, figure: number, most: number) => {
    if (figure > most) failures.push(`R9: ${name}: ${what}: ${figure.toFixed(1)}, not ${most.toFixed(1)} at most`)
  }
  const directory = mkdtempSync(join(tmpdir(), "soak-"))
  const memoryFile = join(directory, "memory")
  const { place, dataDirectory } = await places[name]()
  const settings = {
    ...place.settings,
    LOG_LEVEL: "info",
    LOG_FORMAT: "json",
    ...preload("memory", { MEMORY_FILE: memoryFile })
  }
  const first = await restart(settings, await start(settings, place.known), "SIGTERM")
  const load = startLoad(first.server, rate, randomFrom(seed))
  const taken: Array<Sample> = []
  const latencies: Array<number> = []
  let [requests, writes, writesWhenWarm] = [0, 0, 0]
  for (let n = 0; n < samples; n++) {
    await sleep((minutes * 60_000) / samples)
    const sample = await takeSample(first.server, place, dataDirectory, memoryFile)
    const done = load.take()
    taken.push(sample)
    latencies.push(...done.latencies)
    failures.push(...done.failures)
    ;[requests, writes] = [done.requests, done.writes]
    if (n === samples / 4) writesWhenWarm = writes
    const megabytes = Object.entries(sample).map(([what, figure]) => `${what} ${figure.toFixed(1)}`)
    tell(`${name}: ${requests} requests, ${writes} writes, in MB: ${megabytes.join(", ")}`)
  }
  await load.stop()
  failures.push(...load.take().failures)
  const killed = await restart(settings, first.server, "SIGKILL")
  const plain = await restart(settings, killed.server, "SIGTERM")
  await stop(plain.server)
  await place.remove()
  rmSync(directory, { recursive: true })

  const quarters = (of: keyof Sample) => quartersOf(taken.map((sample) => sample[of]))
  const [resident, heap] = [quarters("taken"), quarters("heap")]
  const log = Math.max(...taken.map((sample) => sample.log))
  const [warm, end] = [taken[samples / 4]!, taken.at(-1)!]
  const perWrite = ((end.database - warm.database) * 1024) / (writes - writesWhenWarm)
  latencies.sort((a, b) => a - b)
  hold("MB resident", resident[3]!, resident[2]! + residentGrowth(resident[2]!))
  hold("MB of heap", heap[3]!, heap[2]! + heapGrowth(heap[2]!))
  hold("MB of write-ahead log", log, logMegabytes)
  hold("kB of database per write", perWrite, kilobytesPerWrite)
  hold("ms to answer 99 of 100 requests", percentile(latencies, 0.99), answerMillis)
  for (const { millis } of [killed, plain]) hold("ms until ready again", millis, restartMillis(first.millis))

  const megabytes = (figures: ReadonlyArray<number>) => figures.map((figure) => figure.toFixed(1)).join(", ")
  return {
    figures: [
      [`${name}: minutes of load`, minutes],
      [`${name}: requests answered`, requests],
      [`${name}: writes acknowledged`, writes],
      [
        `${name}: answered after, ms: half, 99 %, all`,
        [0.5, 0.99, 0.999999].map((share) => percentile(latencies, share).toFixed(1)).join(", ")
      ],
      [`${name}: heap after garbage collection, MB, by quarters of that time`, megabytes(heap)],
      [`${name}: resident memory without what the heap has free, MB, by quarters of that time`, megabytes(resident)],
      [`${name}: write-ahead log at most, MB`, Math.round(log)],
      [`${name}: database at the end, MB`, Math.round(end.database)],
      [`${name}: database grown per write, kB`, perWrite.toFixed(1)],
      [`${name}: printed by the server per request, bytes`, Math.round((end.printed * 2 ** 20) / requests)],
      [
        `${name}: start until ready, ms: at first, after SIGKILL at the end, after SIGTERM at the end`,
        [first, killed, plain].map(({ millis }) => Math.round(millis)).join(", ")
      ]
    ],
    failures
  }
}
