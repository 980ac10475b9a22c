import { execFile } from "node:child_process"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { promisify } from "node:util"
import { load } from "./load.ts"
import { builtKit, type Running, startSubject, type Subject, subjects } from "./subjects.ts"
import { works } from "./works.ts"
import type { World } from "./world.ts"

/** How long some starts of a server took, in milliseconds since its process was spawned. */
export interface Start {
  readonly server: "built" | "sources"
  readonly database: "PostgreSQL" | "PGlite"
  /** Whether V8's code was kept from an earlier start, as `npm start` does. */
  readonly compileCache: boolean
  /** Until `/readyz` answered 200. */
  readonly ready: ReadonlyArray<number>
  /** Until the first operation was answered, asked as soon as it was ready. */
  readonly answered: ReadonlyArray<number>
}

/** How long some imports of the contract took, each in a process of its own, in milliseconds. */
export interface Import {
  readonly compileCache: boolean
  readonly millis: ReadonlyArray<number>
}

/** Resident memory of the built server on PostgreSQL, in megabytes. */
export interface Memory {
  readonly started: number
  readonly connections: number
  /** At the end of each work that reads, in this order. */
  readonly works: ReadonlyArray<{ readonly work: string; readonly megabytes: number }>
  /** The most at any time. */
  readonly peak: number
  /** Some seconds after the load. */
  readonly after: number
}

/** What was measured of one process's start and size. */
export interface Starts {
  readonly starts: ReadonlyArray<Start>
  readonly imports: ReadonlyArray<Import>
  readonly memory: Memory
}

/** A database that was filled before, as a server's settings name it, and what is in it. */
export interface Filled {
  readonly database: Start["database"]
  readonly settings: Readonly<Record<string, string>>
  readonly world: World
}

/** Neither the sources nor the code that whoever runs the bench keeps. */
const bare = { NODE_OPTIONS: "", NODE_COMPILE_CACHE: "" }

const startBare = (subject: Subject, { settings, world }: Filled, cache: Readonly<Record<string, string>>) =>
  startSubject(subject, world, { ...bare, ...settings, ...cache }, [], { pollMs: 5 })

const firstAnswer = async ({ url, startedAt }: Running, { headers, small }: World) => {
  const response = await fetch(`${url}/api/agent/get_page_view`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ id: small[0] })
  })
  if (response.status !== 200) throw new Error(`The first answer was ${response.status} ${await response.text()}`)
  await response.text()
  return performance.now() - startedAt
}

const caches = async <R>(body: (caches: ReadonlyArray<Readonly<Record<string, string>>>) => Promise<R>) => {
  const directory = await mkdtemp(join(tmpdir(), "starts-"))
  try {
    return await body([{}, { NODE_COMPILE_CACHE: directory }])
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/** Starts the server of every sort in turn, on every database; the first turn warms up. */
export const measureStarts = (databases: ReadonlyArray<Filled>, rounds: number): Promise<ReadonlyArray<Start>> =>
  caches(async (caches) => {
    const sorts = (["built", "sources"] as const).flatMap((server) =>
      databases.flatMap((filled) =>
        caches.map((cache) => ({ server, filled, cache, ready: [] as Array<number>, answered: [] as Array<number> }))
      )
    )
    for (let round = 0; round <= rounds; round++) {
      for (const { server, filled, cache, ready, answered } of sorts) {
        const running = await startBare(server === "built" ? builtKit : subjects.kit, filled, cache)
        const first = await firstAnswer(running, filled.world)
        await running.stop()
        if (round === 0) continue
        ready.push(running.readyAt - running.startedAt)
        answered.push(first)
      }
    }
    return sorts.map(({ server, filled: { database }, cache, ready, answered }) => ({
      server,
      database,
      compileCache: cache !== caches[0],
      ready,
      answered
    }))
  })

const run = promisify(execFile)
const importing = `const began = performance.now()
await import("@agent-operations/contract")
console.log(performance.now() - began)`

/** Imports the built contract alone, with V8's code kept and without, in turn. */
export const measureImports = (rounds: number): Promise<ReadonlyArray<Import>> =>
  caches(async (caches) => {
    const sorts = caches.map((cache) => ({ cache, millis: [] as Array<number> }))
    for (let round = 0; round <= rounds; round++) {
      for (const { cache, millis } of sorts) {
        const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", importing], {
          cwd: import.meta.dirname,
          env: { ...process.env, ...bare, ...cache }
        })
        if (round > 0) millis.push(Number(stdout))
      }
    }
    return sorts.map(({ cache, millis }) => ({ compileCache: cache !== caches[0], millis }))
  })

/** Has the built server answer every work that reads, and looks at its memory. */
export const measureMemory = async (filled: Filled, connections: number, seconds: number): Promise<Memory> => {
  const running = await startBare(builtKit, filled, {})
  try {
    const started = running.megabytes()
    const seen: Array<Memory["works"][number]> = []
    for (const work of works.filter(({ constant, by }) => constant && by === "all")) {
      const { megabytes } = await load(running, work, filled.world, connections, seconds)
      seen.push({ work: work.name, megabytes })
    }
    const peak = running.peakMegabytes()
    await sleep(5000)
    return { started, connections, works: seen, peak, after: running.megabytes() }
  } finally {
    await running.stop()
  }
}
