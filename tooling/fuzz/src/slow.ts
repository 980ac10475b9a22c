import { createDatabase, startPostgres } from "@agent-operations/postgres-for-tests"
import fc from "fast-check"
import { inProcess, type Send, startKit } from "./kit.ts"
import type { Report } from "./run.ts"
import { type OperationId, operations } from "./served.ts"
import { bodyOf, firstShapesOf, neighboursOf, type Shape, shapesOf, shown } from "./shapes.ts"

export interface SlowOptions {
  /** How many shapes of input are tried, of each operation, beside those to begin with. */
  readonly shapes: number
  readonly seed: number
}

/** How many times the main thread may take of what it takes for a valid input of the same size. */
const maxRatio = 5
/** Bytes of what is compared, and of what is only looked at. */
const [size, smallSize] = [1_000_000, 30_000]
/** How many neighbours of the slowest shape are tried before looking again which it is. */
const step = 5

const json = { "content-type": "application/json" }

const statusOf = async (send: Send, operation: string, body: string): Promise<number> => {
  const response = await send(operation, { body, headers: json })
  await response.arrayBuffer()
  return response.status
}

/** The time that an answer takes, the least of two, since anything may hold one up. */
const quickCost = async (send: Send, operation: string, body: string): Promise<number> => {
  const began = performance.now()
  await statusOf(send, operation, body)
  const between = performance.now()
  await statusOf(send, operation, body)
  return Math.min(between - began, performance.now() - between) / body.length
}

/** Milliseconds of the main thread for each megabyte of bodies that cost the same: the least. */
const costOf = async (send: Send, operation: string, bodies: ReadonlyArray<string>, status?: number) => {
  let least = Infinity
  for (const body of bodies) {
    const before = process.threadCpuUsage()
    const answered = await statusOf(send, operation, body)
    const { user, system } = process.threadCpuUsage(before)
    if (status !== undefined && answered !== status) throw new Error(`${operation} is answered ${answered}`)
    least = Math.min(least, (user + system) / 1000 / (Buffer.byteLength(body) / 1024 / 1024))
  }
  return least
}

/** Page views that are valid, and kept: with as many objects in their settings as fit. */
const validBodies = (count: number) => {
  const settings = { target: "traces", extra: Array.from({ length: size / 12 }, () => ({ k: 1234 })) }
  const source = { type: "table" }
  return Array.from({ length: count }, (_, n) => JSON.stringify({ name: `Valid ${n}`, source, settings }))
}

/** Climbs from the slowest of many shapes to slower ones near it. */
const slowestOf = async (
  operation: OperationId,
  { shapes, seed }: SlowOptions,
  cost: (shape: Shape) => Promise<number>
): Promise<Shape> => {
  let [most, slowest]: [number, Shape | undefined] = [0, undefined]
  const tryAll = async (some: ReadonlyArray<Shape>) => {
    for (const shape of some) {
      const taken = await cost(shape)
      if (taken > most) [most, slowest] = [taken, shape]
    }
  }
  await tryAll(firstShapesOf(operation))
  for (let tried = 0; tried < shapes; tried += step) {
    const arbitrary = slowest === undefined || tried < shapes / 2 ? shapesOf(operation) : neighboursOf(slowest)
    await tryAll(fc.sample(arbitrary, { numRuns: step, seed: (seed + tried) | 0 }))
  }
  return slowest!
}

/** Looks for the input of each operation that takes longest for its size. Law: E3. */
export const runSlow = async (options: SlowOptions, tell: (line: string) => void): Promise<Report> => {
  const began = performance.now()
  const server = await startPostgres()
  const { url } = await createDatabase(server.url)
  // On PostgreSQL, since PGlite works on the same thread.
  const started = await startKit({ url })
  const send = inProcess(started)
  const failures: Array<string> = []
  const valid = await costOf(send, "create_page_view", validBodies(8), 200)
  let [tried, worst] = [0, { ratio: 0, cost: 0, line: "" }]

  for (const [n, { id }] of operations.entries()) {
    const shape = await slowestOf(id, { ...options, seed: options.seed + n * 1_000_003 }, (shape) => {
      tried++
      return quickCost(send, id, bodyOf(shape, smallSize))
    })
    const cost = await costOf(
      send,
      id,
      Array.from({ length: 4 }, () => bodyOf(shape, size))
    )
    const ratio = cost / valid
    const line = `${ratio.toFixed(1)} times a valid input: ${shown(shape)}`
    if (ratio > worst.ratio) worst = { ratio, cost, line }
    if (ratio > maxRatio) failures.push(`E3: seed ${options.seed}: ${line}`)
    tell(line)
  }
  await started.kit.close()
  await server.stop()
  return {
    tool: "fuzz",
    seed: options.seed,
    seconds: Math.round((performance.now() - began) / 1000),
    figures: [
      ["shapes of input tried", tried],
      ["a valid input, ms of the main thread for each MiB", Math.round(valid)],
      ["the slowest found, ms of the main thread for each MiB", Math.round(worst.cost)],
      [`times a valid one, of ${maxRatio} at most`, Number(worst.ratio.toFixed(1))]
    ],
    failures
  }
}
