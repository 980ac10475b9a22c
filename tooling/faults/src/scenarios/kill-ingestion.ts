import { setTimeout as sleep } from "node:timers/promises"
import { pglite, postgres, processesOf } from "../databases.ts"
import { startExporters } from "../exporters.ts"
import type { Scenario } from "../scenario.ts"
import { type Running, start, stop, untilReady } from "../server.ts"

/** A server that runs again on what it had, once it is killed. */
const killServer = async (server: Running, settings: Record<string, string>) => {
  await stop(server, "SIGKILL")
  return start(settings, server)
}

/**
 * SIGKILL of the server, on both databases in a long run, and of PostgreSQL, while spans are taken: none that was
 * acknowledged is lost. Laws: T1, T2, T4, T5.
 */
export const killIngestion: Scenario = async ({ count, long, random, tell }) => {
  const requests = long ? 40 : 12
  const failures: Array<string> = []
  let [kills, acknowledged, repeated] = [0, 0, 0]

  const duringExport = async (name: string, before: Running, kill: () => Promise<Running>): Promise<Running> => {
    let server = before
    const exporters = startExporters(() => server)
    await exporters.until(requests)
    await sleep(random() * 50)
    server = await kill()
    await sleep(50)
    await exporters.stop()
    const verdict = await exporters.verify()
    acknowledged += verdict.acknowledged
    repeated += verdict.repeated
    failures.push(...verdict.failures.map((failure) => `${name} killed, ${kills} kills before: ${failure}`))
    tell(`${++kills} kills, of ${name} this time, ${acknowledged} spans acknowledged`)
    return server
  }

  if (long) {
    const embedded = await pglite()
    let server = await start(embedded.settings, embedded.known)
    for (let n = 0; n < count; n++) {
      server = await duringExport("the server on PGlite", server, () => killServer(server, embedded.settings))
    }
    await stop(server)
    await embedded.remove()
  }

  const { settings, server: database, remove } = await postgres()
  let server = await start(settings)
  for (let n = 0; n < count; n++) {
    server = await duringExport("the server on PostgreSQL", server, () => killServer(server, settings))
    server = await duringExport("PostgreSQL", server, async () => {
      for (const pid of processesOf(database.serverPid)) process.kill(pid, "SIGKILL")
      await sleep(100)
      await database.restart()
      await untilReady(server.url)
      return server
    })
  }
  await stop(server)
  await remove()
  return {
    figures: [
      [
        `kills while spans were taken, of the server on ${long ? "both databases" : "PostgreSQL"} and of PostgreSQL`,
        kills
      ],
      ["spans acknowledged, all there afterwards", acknowledged],
      ["requests refused or without an answer, and taken once when they were sent again", repeated]
    ],
    failures
  }
}
