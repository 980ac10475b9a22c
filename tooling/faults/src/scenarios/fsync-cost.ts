import { pglite } from "../databases.ts"
import type { Scenario } from "../scenario.ts"
import { ok, type Running, start, stop } from "../server.ts"

const clientCounts = [1, 16]
const roundMillis = 2000

/** How many writes are acknowledged a second where some clients write, each one thing after the other. */
const writesPerSecond = async (server: Running, clients: number) => {
  const began = performance.now()
  let writes = 0
  const write = async (client: number) => {
    while (performance.now() - began < roundMillis) {
      await ok(server, "create_page_view", {
        name: `Cost ${began} ${client} ${writes}`,
        source: { type: "table" },
        settings: { target: "traces" }
      })
      writes++
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, client) => write(client)))
  return (writes * 1000) / (performance.now() - began)
}

const median = (figures: ReadonlyArray<number>) => figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)]!

/** The same writes to PGlite with `fsync` on and off, in turns, so that a busy machine slows both. */
export const fsyncCost: Scenario = async ({ count, tell }) => {
  const places = await Promise.all(["true", "false"].map(async (fsync) => ({ fsync, ...(await pglite()) })))
  const servers: Array<Running> = []
  for (const { fsync, settings, known } of places) {
    servers.push(await start({ ...settings, PGLITE_FSYNC: fsync }, known))
  }
  const figures: Array<readonly [string, number]> = []
  for (const clients of clientCounts) {
    const rates: [Array<number>, Array<number>] = [[], []]
    for (let n = 0; n < count; n++) {
      for (const [which, server] of servers.entries()) rates[which]!.push(await writesPerSecond(server, clients))
      tell(
        `${clients} clients, ${n + 1} of ${count} rounds: ${rates.map((all) => Math.round(all.at(-1)!)).join(" and ")}`
      )
    }
    const [on, off] = rates.map(median) as [number, number]
    figures.push(
      [`PGlite, ${clients} clients: writes a second, fsync on`, Math.round(on)],
      [`PGlite, ${clients} clients: writes a second, fsync off`, Math.round(off)]
    )
  }
  for (const server of servers) await stop(server)
  for (const { remove } of places) await remove()
  return { figures, failures: [] }
}
