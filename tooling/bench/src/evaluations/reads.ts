import { startSampleApps } from "@agent-operations/sample-apps"
import { Connection } from "../connection.ts"
import { quantile } from "../quantile.ts"
import { type OpenKit, openKit } from "./open.ts"
import { awaitRun, awaitStatus, createRun, makeParts, type Parts } from "./runs.ts"

/** What one database does with runs that are large, and with reads beside one. */
export interface RunReads {
  readonly database: "PostgreSQL" | "PGlite"
  /** Of runs of so many targets: seconds to create one, and milliseconds to read its first and its last page. */
  readonly sizes: ReadonlyArray<{
    readonly targets: number
    readonly create: number
    readonly first: number
    readonly last: number
  }>
  /** 99 of 100 reads of a dataset are answered within so many milliseconds: alone, and while a run is worked on. */
  readonly idle: ReadonlyArray<number>
  readonly beside: ReadonlyArray<number>
}

export interface ReadsPace {
  readonly rounds: number
  readonly sizes: ReadonlyArray<number>
  /** Of each page. */
  readonly requests: number
  /** Targets of the run beside which others read. */
  readonly targets: number
}

const page = 200

/** What each of some reads took, in milliseconds, one after the other, until so many were made or `isOver`. */
const readOn = async (kit: OpenKit, operation: string, input: object, isOver: (count: number) => boolean) => {
  const connection = new Connection(kit.running.url)
  const request = connection.request(`/api/agent/${operation}`, kit.project.headers, JSON.stringify(input))
  const millis: Array<number> = []
  while (!isOver(millis.length)) {
    const began = performance.now()
    const { status, body } = await connection.exchange(request)
    millis.push(performance.now() - began)
    if (status !== 200) throw new Error(`${operation} answered ${status} ${body.toString().slice(0, 300)}`)
  }
  connection.close()
  return millis
}

interface Page {
  readonly nextCursor: string | null
  readonly items: ReadonlyArray<object>
}

/** The cursor of the last page of a run's targets; undefined where that is the first. */
const lastCursor = async ({ ask }: OpenKit, id: string): Promise<string | undefined> => {
  let cursor: string | undefined
  for (;;) {
    const { nextCursor }: Page = await ask("get_eval_run", { id, limit: page, ...(cursor && { cursor }) })
    if (nextCursor === null) return cursor
    cursor = nextCursor
  }
}

const median = (numbers: ReadonlyArray<number>) => quantile(numbers, 0.5)

const measureSize = async (kit: OpenKit, parts: Parts, items: number, targets: number, requests: number) => {
  const began = performance.now()
  const id = await createRun(kit.ask, parts, targets / items)
  const create = (performance.now() - began) / 1000
  await kit.ask("cancel_eval_run", { id })
  await awaitStatus(kit.ask, id, "cancelled")
  const cursor = await lastCursor(kit, id)
  const asked = { id, limit: page }
  const enough = (count: number) => count >= requests
  const first = median(await readOn(kit, "get_eval_run", asked, enough))
  const last = median(await readOn(kit, "get_eval_run", { ...asked, ...(cursor && { cursor }) }, enough))
  return { targets, create, first, last }
}

const readers = 2

/** Reads on some connections; of all that they took, what 99 of 100 don't exceed. */
const p99 = async (kit: OpenKit, { dataset }: Parts, isOver: (count: number) => boolean) => {
  const all = await Promise.all(
    Array.from({ length: readers }, () => readOn(kit, "get_dataset", { id: dataset }, isOver))
  )
  return quantile(all.flat(), 0.99)
}

export const measureRunReads = async (
  postgres: string,
  database: RunReads["database"],
  { rounds, sizes, requests, targets }: ReadsPace
): Promise<RunReads> => {
  const apps = await startSampleApps()
  const kit = await openKit(database === "PGlite" ? "PGlite" : { postgres }, apps.origin)
  try {
    const items = Math.min(...sizes, 1000)
    const parts = await makeParts(kit.ask, apps.url("free"), items)
    const measured: Array<RunReads["sizes"][number]> = []
    // The first creation is to warm up.
    await measureSize(kit, parts, items, items, requests)
    for (const size of sizes) measured.push(await measureSize(kit, parts, items, size, requests))
    const idle: Array<number> = []
    const beside: Array<number> = []
    for (let round = 0; round < rounds; round++) {
      idle.push(await p99(kit, parts, (count) => count >= 1000))
      let isDone = false
      const id = await createRun(kit.ask, parts, Math.ceil(targets / items))
      const done = awaitRun(kit.ask, id, items * Math.ceil(targets / items)).finally(() => (isDone = true))
      beside.push(await p99(kit, parts, () => isDone))
      await done
    }
    return { database, sizes: measured, idle, beside }
  } finally {
    await kit.close()
    await apps.close()
  }
}
