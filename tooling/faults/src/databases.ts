import { execFileSync } from "node:child_process"
import { cpSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createDatabase, startPostgres } from "@agent-operations/postgres-for-tests"
import { type Access, start, stop } from "./server.ts"

/** A database of a server, as its settings name it. */
export interface Place {
  readonly settings: Record<string, string>
  /** The key that its first start printed, where there was one. */
  readonly known?: Pick<Access, "key" | "projectId">
  readonly remove: () => Promise<void>
}

const directoryPlace = async (parent = tmpdir()) => {
  const directory = mkdtempSync(join(parent, "faults-"))
  return {
    settings: { DATA_DIR: join(directory, "data") },
    remove: async () => rmSync(directory, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** An empty directory, for a first start. */
export const emptyPglite = (): Promise<Place> => directoryPlace()

const once = <T>(make: () => Promise<T>) => {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

/** What a first start leaves, which takes PGlite some seconds: to be copied, until this process ends. */
const started = once(async () => {
  const place = await directoryPlace()
  const server = await start(place.settings)
  await stop(server)
  process.once("exit", () => void place.remove())
  return { ...place, known: { key: server.key, projectId: server.projectId } }
})

/** A directory after its first start, below one that may be given. */
export const pglite = async (parent?: string) => {
  const { settings: from, known } = await started()
  const place = await directoryPlace(parent)
  cpSync(from.DATA_DIR, place.settings.DATA_DIR, { recursive: true })
  return { ...place, known }
}

/** A server of this process, to freeze and to kill, which the scenarios take turns at. */
const ownServer = once(() => startPostgres())

/** An empty database in that server. */
export const postgres = async () => {
  const server = await ownServer()
  const { url, drop } = await createDatabase(server.url)
  return { settings: { DATABASE_URL: url }, server, remove: drop }
}

/** Both sorts, by name. */
export const places: ReadonlyArray<readonly [string, () => Promise<Place>]> = [
  ["PGlite", () => pglite()],
  ["PostgreSQL", postgres]
]

/** The one that a short run is for: it begins with its first start, which is not worth a copy. */
export const fewPlaces: typeof places = [["PGlite", emptyPglite]]

/** Every process of a server, its own and those that serve a connection. */
export const processesOf = (pid: number): ReadonlyArray<number> => {
  const rows = execFileSync("ps", ["-e", "-o", "pid=,ppid="], { encoding: "utf8" }).trim().split("\n")
  const children = rows.map((row) => row.trim().split(/\s+/).map(Number)).filter(([, parent]) => parent === pid)
  return [pid, ...children.map(([child]) => child!)]
}
