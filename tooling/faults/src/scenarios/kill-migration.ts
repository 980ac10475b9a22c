import { freePort } from "@agent-operations/postgres-for-tests"
import { mkdtempSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { emptyPglite, type Place, postgres } from "../databases.ts"
import { startProxy } from "../proxy.ts"
import type { Scenario } from "../scenario.ts"
import { launch, ok, preload, type Running, start, stop, untilReady } from "../server.ts"

/** A first start in numbered steps, from opening the database to being ready. */
interface Stepped {
  /** Empty databases to start on. */
  readonly open: () => Promise<Place>
  /** Counts the steps of a first start on a place. */
  readonly count: (place: Place) => Promise<number>
  /** Starts on a place and kills at a step, or once it is ready where it comes no further. */
  readonly kill: (place: Place, step: number) => Promise<void>
  readonly close: () => Promise<void>
}

const wholeStart = async (settings: Record<string, string>) => {
  const { child, exited, url } = launch(settings, await freePort())
  const ready = untilReady(url, 120_000, () => child.exitCode !== null || child.signalCode !== null)
  return { child, exited, ready }
}

/** In steps of what PGlite writes to its disk. */
const writesOfPglite = async (): Promise<Stepped> => {
  const directory = mkdtempSync(join(tmpdir(), "writes-"))
  const counter = join(directory, "writes")
  return {
    open: emptyPglite,
    count: async ({ settings }) => {
      const server = await wholeStart({ ...settings, ...preload("disk", { DISK_WRITES: counter }) })
      await server.ready
      await stop(server, "SIGKILL")
      return statSync(counter).size
    },
    kill: async ({ settings }, step) => {
      const server = await wholeStart({ ...settings, ...preload("disk", { DISK_ENDS_AT: step }) })
      await server.ready.catch(() => {})
      await stop(server, "SIGKILL")
    },
    close: async () => rmSync(directory, { recursive: true })
  }
}

/** In steps of what goes to and fro between the server and PostgreSQL. */
const messagesOfPostgres = async (): Promise<Stepped> => {
  const through = async ({ settings }: Place, onPiece: (pieces: number) => void) => {
    const url = new URL(settings["DATABASE_URL"]!)
    const proxy = await startProxy(Number(url.port), onPiece)
    url.port = String(proxy.port)
    return { proxy, server: await wholeStart({ DATABASE_URL: url.href }) }
  }
  return {
    open: postgres,
    count: async (place) => {
      let steps = 0
      const { proxy, server } = await through(place, (pieces) => (steps = pieces))
      await server.ready
      await stop(server, "SIGKILL")
      await proxy.close()
      return steps
    },
    kill: async (place, step) => {
      const killed = Promise.withResolvers<void>()
      const { proxy, server } = await through(place, (pieces) => pieces === step && killed.resolve())
      await Promise.race([killed.promise, server.ready]).catch(() => {})
      await stop(server, "SIGKILL")
      await proxy.close()
    },
    close: async () => {}
  }
}

/** Where a start after a killed one is not whole. */
const lacking = async (server: Running) => {
  // A key that was made and never printed is lost with the process that made it; then no key is printed.
  if (server.key === "") return server.printed().includes("Project prj_") ? undefined : "no project"
  const { items } = await ok<{ items: ReadonlyArray<unknown> }>(server, "list_page_views", {})
  return items.length === 3 ? undefined : `${items.length} page views`
}

/** SIGKILL at any step of the first start; the next one finds all or nothing, and goes on. Law: R9. */
export const killMigration: Scenario = async ({ count, random, tell }) => {
  const failures: Array<string> = []
  let kills = 0
  for (const [name, open] of [
    ["PGlite", writesOfPglite],
    ["PostgreSQL", messagesOfPostgres]
  ] as const) {
    const stepped = await open()
    const first = await stepped.open()
    const steps = await stepped.count(first)
    await first.remove()
    for (let n = 0; n < count; n++) {
      const place = await stepped.open()
      const step = 1 + Math.floor(random() * steps)
      await stepped.kill(place, step)
      kills++
      try {
        const server = await start(place.settings)
        const lack = await lacking(server)
        if (lack !== undefined) failures.push(`R9: ${name}, killed at ${step} of ${steps}: then ${lack}`)
        await stop(server)
      } catch (error) {
        failures.push(`R9: ${name}, killed at ${step} of ${steps}: the next start does not come up: ${String(error)}`)
      }
      await place.remove()
      tell(`${name}: ${n + 1} of ${count} kills of a first start, at step ${step} of ${steps}`)
    }
    await stepped.close()
  }
  return { figures: [["kills during the first start", kills]], failures }
}
