import { setTimeout as sleep } from "node:timers/promises"
import type { Send } from "@agent-operations/conformance/history"
import { query } from "@agent-operations/postgres-for-tests"
import { randomFrom } from "../scenario.ts"
import { type Access, call, start, stop } from "../server.ts"
import { playHistory } from "./play.ts"
import type { Player } from "./run.ts"

/** Starts two processes at once on an empty database, which know nothing of each other. */
export const startPair = async (url: string) => {
  const settings = { DATABASE_URL: url, STATEMENT_TIMEOUT: "2 seconds" }
  const servers = await Promise.all([start(settings), start(settings)])
  // The one that was first has made the key, and tells it.
  const { key, projectId } = servers.find((one) => one.key !== "")!
  const sends = servers.map((server): Send => {
    const access: Access = { url: server.url, key, projectId }
    return (operation, input) => call(access, operation, input)
  })
  return { url, servers, sends, stop: () => Promise.all(servers.map((server) => stop(server))) }
}

export type Pair = Awaited<ReturnType<typeof startPair>>

/** What is done to the pair while clients act; each says how often it did it. */
const disturbances = {
  nothing: async () => 0,
  "connections killed": async ({ url }: Pair) => {
    const killed = await query(
      url,
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`
    )
    return killed.length
  },
  "pauses of a process": async ({ servers }: Pair, random: () => number) => {
    const { child } = servers[random() < 0.5 ? 0 : 1]!
    child.kill("SIGSTOP")
    await sleep(20 + random() * 60)
    child.kill("SIGCONT")
    return 1
  }
}

const kinds = Object.keys(disturbances) as ReadonlyArray<keyof typeof disturbances>

/**
 * Histories of clients that go from process to process: every third in peace, every third with each connection to the
 * database killed, so that some writes may have happened or not, and every third with a process that stands still for a
 * while.
 */
export const disturbed = (pair: Pair): Player => {
  const done = new Map<string, number>()
  return {
    again: "--same",
    play: async (seed) => {
      const random = randomFrom(seed)
      const kind = kinds[seed % kinds.length]!
      const disturbing = sleep(10 + random() * 150).then(() => disturbances[kind](pair, random))
      const played = await playHistory(seed, pair.sends)
      done.set(kind, (done.get(kind) ?? 0) + (await disturbing))
      return played
    },
    figures: () => kinds.slice(1).map((kind) => [`${kind} meanwhile`, done.get(kind) ?? 0])
  }
}
