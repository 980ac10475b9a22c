import { createDatabase, startPostgres } from "@agent-operations/postgres-for-tests"
import fc from "fast-check"
import { inProcess, startKit } from "./kit.ts"
import { keepAlive } from "./live.ts"
import { faultOf, faultOfKept } from "./look.ts"
import { type Fuzzed, requestsTo } from "./requests.ts"
import { operations } from "./served.ts"
import { fuzzWire } from "./wire.ts"

export interface Options {
  /** To each operation, on each database. */
  readonly requests: number
  /** Below HTTP, on each database. */
  readonly wire: number
  /** On one of the databases alone. */
  readonly database?: string | undefined
  readonly seed: number
}

export interface Report {
  readonly tool: "fuzz"
  readonly seed: number
  readonly seconds: number
  readonly figures: ReadonlyArray<readonly [label: string, value: number]>
  readonly failures: ReadonlyArray<string>
}

/** How many requests are under way at once. */
const concurrency = 32
/** How many are made up at once. */
const batch = 500
const maxGrowthMegabytes = 50

/** Runs something for each of many, so many at once. */
const forAll = async <T>(many: Iterable<T>, run: (one: T) => Promise<void>) => {
  const left = many[Symbol.iterator]()
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      // One iterator for all: each takes the next.
      for (let next = left.next(); next.done !== true; next = left.next()) await run(next.value)
    })
  )
}

/** Makes up so many things from a seed, a batch at a time. */
const inBatches = async <T>(
  arbitrary: fc.Arbitrary<T>,
  count: number,
  seed: number,
  use: (many: ReadonlyArray<T>) => Promise<void>
) => {
  for (let done = 0; done < count; done += batch) {
    await use(fc.sample(arbitrary, { numRuns: Math.min(batch, count - done), seed: (seed + done) | 0 }))
  }
}

const shown = (operation: string, { sort, body, headers }: Fuzzed) =>
  `${operation} with ${sort}, ${JSON.stringify(headers)}, body ${
    typeof body === "string" ? body.slice(0, 500) : `of bytes ${Buffer.from(body).toString("hex").slice(0, 500)}`
  }`

const megabytes = () => {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed / 1024 / 1024
}

/** Both databases, each started for the run. */
const databases = [
  ["PGlite", async () => ({ database: { memory: true } as const, stop: async () => {} })],
  [
    "PostgreSQL",
    async () => {
      const server = await startPostgres()
      const { url } = await createDatabase(server.url)
      return { database: { url }, stop: server.stop }
    }
  ]
] as const

/** Sends so many requests to each operation, from a seed, and looks at every answer. Laws: E1, E2, E3, E4, C2. */
export const runFuzz = async (options: Options, tell: (line: string) => void): Promise<Report> => {
  const { requests, seed, wire, database: only } = options
  const began = performance.now()
  const failures: Array<string> = []
  let [sent, accepted, wired, growth] = [0, 0, 0, 0]

  for (const [name, open] of databases.filter(([name]) => name === (only ?? name))) {
    const { database, stop } = await open()
    const started = await startKit(database)
    const send = inProcess(started)
    const live = await keepAlive(send)

    const look = async (operation: string, made: Fuzzed) => {
      const request = typeof made.body === "string" ? { ...made, body: live.named(made.body) } : made
      const response = await send(operation, request)
      const text = await response.text()
      sent++
      if (response.status === 200) accepted++
      const fault =
        faultOf(operation, response.status, text) ??
        (response.status === 200 ? await faultOfKept(send, operation, request, text) : undefined)
      if (fault !== undefined) {
        failures.push(`${fault.law}: ${name}, seed ${seed}: ${shown(operation, request)}: ${fault.message}`)
      }
      if (response.status === 200 && /^(?:update|restore|delete)_/.test(operation)) await live.renew(String(made.body))
    }

    let before = 0
    for (const [n, { id }] of operations.entries()) {
      await inBatches(requestsTo(id), requests, seed + n * 1_000_003, async (made) => {
        await forAll(made, (request) => look(id, request))
        // The first batch is what everything that is made once is made in.
        if (before === 0) before = megabytes()
      })
      tell(`${name}: ${id}: ${requests} requests, ${failures.length} failures`)
    }
    await fuzzWire(started, ({ requestsOnWire, faultOfWire }) =>
      inBatches(requestsOnWire, wire, seed, (made) =>
        forAll(made, async (request) => {
          wired++
          const fault = await faultOfWire(request)
          if (fault !== undefined) failures.push(`${fault.law}: ${name}, seed ${seed}: ${fault.message}`)
        })
      )
    )
    tell(`${name}: ${wire} requests below HTTP, ${failures.length} failures`)
    growth = Math.max(growth, Math.round(megabytes() - before))
    await started.kit.close()
    await stop()
  }
  if (globalThis.gc !== undefined && growth > maxGrowthMegabytes) failures.push(`E3: memory grew by ${growth} MB`)
  return {
    tool: "fuzz",
    seed,
    seconds: Math.round((performance.now() - began) / 1000),
    figures: [
      ["requests made from the contract", sent],
      ["of them accepted, all kept as they were sent", accepted],
      ["requests made below HTTP", wired],
      ["memory grown, MB", growth]
    ],
    failures
  }
}
