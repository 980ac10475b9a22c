import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createDatabase } from "@agent-operations/postgres-for-tests"
import { makePrices, makeSpan, readRequest } from "@agent-operations/traces"
import { openDatabase, type Query } from "../fill.ts"
import { copy, plainTable } from "./copy.ts"
import { openProjects, startFloor, startKit, type TracesProject } from "./open.ts"
import { send } from "./send.ts"
import { interleaved, requestsOf, spansOf, type Texts } from "./sent.ts"

/** How fast spans were taken in one turn, by what took them: spans a second. */
export interface IngestionRound {
  readonly kit: number
  readonly floor: number
  readonly copy: number
  /** A request a span, 32 at once. */
  readonly single: number
  readonly pglite: number
  /** Of one connection's time for a request, what decoding and mapping it takes. */
  readonly decodingShare: number
  /** Spans a second that are decoded and mapped. */
  readonly decoding: number
}

/** What spans take on disk, a span, and what was sent of them, in bytes. */
export interface Disk {
  readonly texts: Texts
  readonly sent: number
  readonly heads: number
  readonly facts: number
  readonly chunks: number
}

export interface IngestionPace {
  readonly rounds: number
  /** Of each turn, in requests of 512. */
  readonly spans: number
  readonly singles: number
}

const [size, connections, manyConnections] = [512, 4, 32]

const times = { earliest: 0n, latest: 2n ** 63n - 1n }

/** Seconds to decode and map requests, on this thread. */
const decode = (requests: ReadonlyArray<Uint8Array>) => {
  const make = makeSpan(makePrices())
  const began = performance.now()
  for (const request of requests) readRequest(request, "application/x-protobuf", times, make)
  return (performance.now() - began) / 1000
}

const onPglite = async <A>(use: (url: string, project: TracesProject) => Promise<A>): Promise<A> => {
  const parent = mkdtempSync(join(tmpdir(), "bench-"))
  const directory = join(parent, "data")
  try {
    const [project] = await openProjects({ directory }, ["Bench"])
    const kit = await startKit(project!, { DATA_DIR: directory })
    try {
      return await use(kit.url, project!)
    } finally {
      await kit.stop()
    }
  } finally {
    rmSync(parent, { recursive: true, force: true })
  }
}

/** How fast spans are taken, in turns. */
export const raceIngestion = async (postgres: string, { rounds, spans, singles }: IngestionPace) => {
  const { url } = await createDatabase(postgres)
  const [project, other] = await openProjects({ url }, ["Kit", "Floor"])
  const database = openDatabase(url)
  await database.query(plainTable)
  const kit = await startKit(project!, { DATABASE_URL: url })
  const floor = await startFloor(other!, { DATABASE_URL: url })
  try {
    return await onPglite(async (pgliteUrl, pgliteProject) => {
      const turn = async (count: number): Promise<IngestionRound> => {
        const fresh = () => requestsOf(spansOf(count), size)
        const taken = async (at: string, to: TracesProject) => count / (await send(at, to, fresh(), connections))
        const alone = fresh()
        const kitRate = await taken(kit.url, project!)
        const floorRate = await taken(floor.url, other!)
        const copied = count / (await copy(url, spansOf(count), size, connections))
        const single =
          singles / (await send(kit.url, project!, requestsOf(interleaved(spansOf(singles)), 1), manyConnections))
        const pglite = await taken(pgliteUrl, pgliteProject)
        const decoded = decode(alone)
        const decodingShare = decoded / (await send(kit.url, project!, alone, 1))
        return {
          kit: kitRate,
          floor: floorRate,
          copy: copied,
          single,
          pglite,
          decodingShare,
          decoding: count / decoded
        }
      }
      await turn(size)
      const all: Array<IngestionRound> = []
      for (let n = 0; n < rounds; n++) all.push(await turn(spans))
      return all
    })
  } finally {
    await kit.stop()
    await floor.stop()
    await database.close()
  }
}

/** The most memory that a server takes while 32 connections send requests of 2 MB. */
export const measureMemory = async (postgres: string) => {
  const { url } = await createDatabase(postgres)
  const [project] = await openProjects({ url }, ["Bench"])
  const kit = await startKit(project!, { DATABASE_URL: url })
  try {
    const started = kit.megabytes()
    const requests = requestsOf(spansOf(3 * manyConnections * size), size)
    const bytes = requests.reduce((sum, { length }) => sum + length, 0) / requests.length
    await send(kit.url, project!, requests, manyConnections)
    return { started, peak: kit.peakMegabytes(), requestBytes: bytes }
  } finally {
    await kit.stop()
  }
}

const sizeOf = async (query: Query, like: string) => {
  const [row] = await query<{ bytes: number }>(
    `select coalesce(sum(pg_total_relation_size(c.oid)), 0)::float8 as bytes from pg_class c
     where c.relkind = 'r' and c.relname like $1`,
    [like]
  )
  return row!.bytes
}

/** What spans take on disk, with everything that is kept beside them. */
export const measureDisk = async (postgres: string, texts: Texts, count: number): Promise<Disk> => {
  const { url } = await createDatabase(postgres)
  const [project] = await openProjects({ url }, ["Bench"])
  const database = openDatabase(url)
  const kit = await startKit(project!, { DATABASE_URL: url })
  const sizes = async () => ({
    heads: await sizeOf(database.query, "trace_heads"),
    facts: await sizeOf(database.query, "trace\\_spans%"),
    chunks: await sizeOf(database.query, "trace\\_chunks%")
  })
  try {
    const before = await sizes()
    const requests = requestsOf(spansOf(count, texts), size)
    await send(kit.url, project!, requests, connections)
    const after = await sizes()
    return {
      texts,
      sent: requests.reduce((sum, { length }) => sum + length, 0) / count,
      heads: (after.heads - before.heads) / count,
      facts: (after.facts - before.facts) / count,
      chunks: (after.chunks - before.chunks) / count
    }
  } finally {
    await kit.stop()
    await database.close()
  }
}
