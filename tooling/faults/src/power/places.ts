import { createDatabase, startPostgres } from "@agent-operations/postgres-for-tests"
import { join } from "node:path"
import { pglite, processesOf } from "../databases.ts"
import { type Running, start, stop, untilReady } from "../server.ts"
import { type ForgetfulDisk, forgetfulDisk } from "./forgetful-disk.ts"
import type { Loss } from "./files.ts"

/** A server over a database on a disk that loses its power. */
export interface Powered {
  readonly server: () => Running
  /** Cuts the power, puts back what survives, and starts again. Rejects where the database does not come up. */
  readonly cut: (seed: number | undefined) => Promise<Loss>
  readonly close: () => Promise<void>
}

const quick = { STATEMENT_TIMEOUT: "5 seconds", START_TIMEOUT: "15 seconds" }

const orClose = <T>(disk: ForgetfulDisk, opening: Promise<T>): Promise<T> =>
  opening.catch((error: unknown) =>
    disk.close().then(() => {
      throw error
    })
  )

/** PGlite and its server, which end with the power. */
export const poweredPglite = async (fsync: boolean): Promise<Powered> => {
  const disk = await forgetfulDisk()
  const place = await pglite(disk.directory)
  await disk.syncAll()
  const settings = { ...quick, ...place.settings, PGLITE_FSYNC: String(fsync) }
  let server = await orClose(disk, start(settings, place.known))
  return {
    server: () => server,
    cut: async (seed) => {
      await disk.cut()
      const ended = stop(server, "SIGKILL")
      const loss = await disk.restore(seed)
      await ended
      server = await start(settings, server)
      return loss
    },
    close: async () => {
      await stop(server, "SIGKILL")
      await disk.close()
    }
  }
}

/** PostgreSQL, with a server on another machine, which goes on. */
export const poweredPostgres = async (fsync: boolean): Promise<Powered> => {
  const disk = await forgetfulDisk()
  const settings = { fsync: fsync ? "on" : "off" }
  const database = await orClose(disk, startPostgres({ dataDirectory: join(disk.directory, "data"), settings }))
  const { url } = await createDatabase(database.url)
  const server = await start({ ...quick, DATABASE_URL: url })
  // initdb is told not to wait for the disk.
  await disk.syncAll()
  const kill = () => {
    for (const pid of processesOf(database.serverPid)) {
      try {
        process.kill(pid, "SIGKILL")
      } catch {
        // It did not come up.
      }
    }
  }
  return {
    server: () => server,
    cut: async (seed) => {
      await disk.cut()
      kill()
      const loss = await disk.restore(seed)
      await database.restart()
      await untilReady(server.url, 120_000)
      return loss
    },
    close: async () => {
      await stop(server)
      kill()
      await database.stop()
      await disk.close()
    }
  }
}
