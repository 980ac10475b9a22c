import { setImmediate as turn } from "node:timers/promises"
import type { Answered, ManyRecorded, Send } from "@agent-operations/conformance/history"
import { createAgentOperations, type KitOptions } from "@agent-operations/kit"
import { viewsWithoutValidation } from "@agent-operations/views"
import pg from "pg"
import { randomFrom } from "../scenario.ts"
import { playHistory } from "./play.ts"
import type { Player } from "./run.ts"

type Pool = Extract<KitOptions["database"], { readonly pool: unknown }>["pool"]
type PgResult = Awaited<ReturnType<Awaited<ReturnType<Pool["connect"]>>["query"]>>

/** So many turns of the event loop without another statement, and whoever goes on by itself waits for one. */
const quietTurns = 12

/** More than there are statements at a time. */
const connections = 24

/**
 * A pool whose statements run one at a time, once all that could ask for one have asked, and in an order that is drawn from
 * a seed. Until `begin` they run as they come.
 */
const simulated = async (url: string) => {
  const pool = new pg.Pool({ connectionString: url, max: connections, min: connections })
  pool.on("error", () => {})
  const opened = await Promise.all(Array.from({ length: connections }, () => pool.connect()))
  for (const client of opened) client.release()
  const waiting: Array<() => Promise<unknown>> = []
  let isBegun = false

  const untilQuiet = async () => {
    for (let [quiet, before] = [0, waiting.length]; quiet < quietTurns; quiet++) {
      await turn()
      if (waiting.length !== before) [quiet, before] = [0, waiting.length]
    }
  }

  const gated: Pool = {
    connect: async () => {
      const client = await pool.connect()
      return {
        query: (statement) => {
          const run = (): Promise<PgResult> => client.query(statement)
          // What upkeep sends comes by the clock, and not by the seed.
          if (!isBegun || statement.text.includes("analyze_grown")) return run()
          return new Promise((resolve, reject) => waiting.push(() => run().then(resolve, reject)))
        },
        release: (error) => client.release(error)
      }
    }
  }

  return {
    pool: gated,
    /** Has statements wait for their turn for as long as something lasts. */
    while: async <A>(lasting: Promise<A>, random: () => number): Promise<A> => {
      isBegun = true
      const over = new AbortController()
      const ended = lasting.finally(() => over.abort())
      while (!over.signal.aborted) {
        await untilQuiet()
        const [next] = waiting.splice(Math.floor(random() * waiting.length), 1)
        await next?.()
      }
      isBegun = false
      return ended
    },
    close: () => pool.end()
  }
}

/** The operations of a kit as what a recorder sends. */
const sendOf = (calls: object): Send => {
  const families = calls as Record<string, Record<string, (input: object) => Promise<unknown>>>
  return (operation, input) => {
    const [, verb, kind, rest] = /^([a-z]+)_(page_view|custom_field)s?_?(\w*)$/.exec(operation)!
    const family = families[kind === "page_view" ? "pageViews" : "customFields"]!
    return family[rest === "" ? verb! : rest!]!(input).then(
      (data): Answered => ({ data }),
      ({ _tag: code, details }: { readonly _tag: string; readonly details?: unknown }): Answered => ({
        error: { code, details }
      })
    )
  }
}

/** Histories at a kit of this process, which go the same way each time that a seed does. */
export const startSimulation = async (url: string) => {
  const { pool, while: inTurns, close } = await simulated(url)
  const kit = await createAgentOperations({ families: [viewsWithoutValidation()], database: { pool } })
  const actor = { type: "user", id: "usr_ada", name: "Ada" } as const
  const send = sendOf(kit.as({ actor, organizationId: "org_simulated", projectId: "prj_simulated" }))
  const player: Player = {
    again: "--simulated",
    play: (seed) => inTurns(playHistory(seed, [send]), randomFrom(seed)),
    figures: () => []
  }
  return { player, close: () => kit.close().then(close) }
}

/** What clients did and saw, in words that are the same each time: without times, with IDs by their first occurrence, and what is ordered by them sorted. */
export const eventsOf = (history: ReadonlyArray<ManyRecorded>): string => {
  const ids = new Map<string, string>()
  return history
    .map(({ client, act, reply }) => JSON.stringify([client, act, reply]))
    .join("\n")
    .replaceAll(/(?:pv|cf)_[0-9a-z]{26}/g, (id) => ids.get(id) ?? (ids.set(id, `#${ids.size}`), `#${ids.size - 1}`))
    .replaceAll(/<\d+-\d+>/g, "<>")
    .replaceAll(/(?<="by":\[)[^\]]*/g, (by) => by.split(",").toSorted().join())
}
