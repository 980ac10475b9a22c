import { setTimeout as sleep } from "node:timers/promises"
import type { Send } from "@agent-operations/conformance/history"
import { query } from "@agent-operations/postgres-for-tests"
import { type Outcome, randomFrom } from "../scenario.ts"
import { type Access, call, type Running, start, stop } from "../server.ts"
import { playHistory, tellHistory } from "./play.ts"

/** Two processes on one PostgreSQL, which know nothing of each other. */
export interface Pair {
  readonly url: string
  readonly servers: readonly [Running, Running]
  readonly sends: ReadonlyArray<Send>
}

/** Starts two processes at once on an empty database. */
export const startPair = async (url: string): Promise<Pair> => {
  const settings = { DATABASE_URL: url, STATEMENT_TIMEOUT: "2 seconds" }
  const servers = await Promise.all([start(settings), start(settings)])
  // The one that was first has made the key, and tells it.
  const { key, projectId } = servers.find((one) => one.key !== "")!
  const sends = servers.map((server): Send => {
    const access: Access = { url: server.url, key, projectId }
    return (operation, input) => call(access, operation, input)
  })
  return { url, servers, sends }
}

export const stopPair = ({ servers }: Pair) => Promise.all(servers.map((server) => stop(server)))

/** What is done to the pair while clients act. */
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
    const { child } = servers[random() < 0.5 ? 0 : 1]
    child.kill("SIGSTOP")
    await sleep(20 + random() * 60)
    child.kill("SIGCONT")
    return 1
  }
}

const kindsOfDisturbance = Object.keys(disturbances) as ReadonlyArray<keyof typeof disturbances>

export interface Options {
  readonly seed: number
  /** Whether every history is of the seed itself, in place of it and those that follow. */
  readonly same?: boolean | undefined
  /** Whether so many histories are enough. */
  readonly isOver: (histories: number) => boolean
  readonly tell?: (line: string) => void
}

/**
 * History after history at both processes of a pair: every third in peace, every third with connections to the database
 * killed, so that some writes may have happened or not, and every third with a process that stands still for a while.
 */
export const runHistories = async (pair: Pair, { seed, same, isOver, tell }: Options): Promise<Outcome> => {
  const failures: Array<string> = []
  const seen = { histories: 0, calls: 0, unknown: 0, undecided: 0 }
  const disturbed = new Map<string, number>()
  while (!isOver(seen.histories)) {
    const own = same === true ? seed : seed + seen.histories
    const random = randomFrom(own)
    const kind = kindsOfDisturbance[own % kindsOfDisturbance.length]!
    const disturbing = sleep(10 + random() * 150).then(() => disturbances[kind](pair, random))
    const { history, isExplained } = await playHistory(own, pair.sends)
    disturbed.set(kind, (disturbed.get(kind) ?? 0) + (await disturbing))
    seen.histories++
    seen.calls += history.length
    seen.unknown += history.filter(({ reply }) => reply.type === "unknown").length
    if (isExplained === undefined) seen.undecided++
    if (isExplained === false) failures.push(tellHistory(own, history))
    if (seen.histories % 100 === 0)
      tell?.(`${seen.histories} histories, ${seen.calls} calls, ${failures.length} failures`)
  }
  return {
    figures: [
      ["histories of many definitions, over two processes", seen.histories],
      ["calls in them", seen.calls],
      ...kindsOfDisturbance.slice(1).map((kind) => [`${kind} meanwhile`, disturbed.get(kind) ?? 0] as const),
      ["calls that were not answered for certain", seen.unknown],
      ["histories for which the search of an order became too long", seen.undecided]
    ],
    failures
  }
}
