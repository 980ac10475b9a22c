import { migrationsOf } from "@agent-operations/kit"
import { serverCopy } from "@agent-operations/testing/kit"
import { Client, type Pool } from "pg"
import { inject } from "vitest"
import { everyFamily } from "../tenancy/families.ts"
import { noStatements, type OpenDatabase, openPool } from "../tenancy/host.ts"
import { inOne, tablesOf } from "../tenancy/tables.ts"
import { reasonFor } from "./reasons.ts"

/** A node of a plan as `explain (analyze, format json)` tells it, of which these are looked at. */
interface Node {
  readonly Plans?: ReadonlyArray<Node>
  readonly "Actual Loops": number
  readonly "Shared Hit Blocks": number
  readonly "Shared Read Blocks": number
  readonly "Rows Removed by Filter"?: number
  readonly "Rows Removed by Join Filter"?: number
  readonly "Rows Removed by Index Recheck"?: number
}

/** A statement as it was carried out. */
export interface Explained {
  /** On one line. */
  readonly text: string
  /** The most rows that one node of its plan read and did not want. */
  readonly removed: number
  /** How many pages it looked at. */
  readonly buffers: number
}

const removedBy = (node: Node): number => {
  const each =
    (node["Rows Removed by Filter"] ?? 0) +
    (node["Rows Removed by Join Filter"] ?? 0) +
    (node["Rows Removed by Index Recheck"] ?? 0)
  return Math.max(each * node["Actual Loops"], ...(node.Plans ?? []).map(removedBy))
}

const settings = [
  "jit=off",
  "session_preload_libraries=auto_explain",
  ...["min_duration=0", "analyze=on", "buffers=on", "timing=off", "format=json", "level=notice"].map(
    (one) => `auto_explain.log_${one}`
  )
]

/** A pool of a database of which each statement is told with its plan. */
const openTelling = (url: string) => {
  const explained: Array<Explained> = []
  const pool = openPool(url, settings)
  pool.on("connect", (client) =>
    client.on("notice", ({ message = "" }) => {
      const start = message.indexOf("{")
      if (!message.startsWith("duration:") || start === -1) return
      const { "Query Text": text, Plan: plan } = JSON.parse(message.slice(start)) as {
        readonly "Query Text": string
        readonly Plan: Node
      }
      explained.push({
        text: text.replaceAll(/\s+/g, " ").trim(),
        removed: removedBy(plan),
        buffers: plan["Shared Hit Blocks"] + plan["Shared Read Blocks"]
      })
    })
  )
  return {
    host: hostOf(pool),
    /** What was carried out since it was asked for last. */
    take: () => explained.splice(0)
  }
}

const hostOf = (pool: Pool): OpenDatabase => ({
  pool,
  statements: noStatements(),
  database: { pool },
  close: () => pool.end()
})

/**
 * Two databases of every family that are filled alike, of which each statement is told with its plan: one without
 * statistics, and one with.
 */
export const openExplained = async <A>(fill: (host: OpenDatabase) => Promise<A>) => {
  const { url, drop } = await serverCopy(migrationsOf(everyFamily(false)))
  const filling = hostOf(openPool(url, ["jit=off"]))
  // No table is analyzed, neither as it grows nor by the server's own upkeep.
  await inOne(filling.pool, [
    "create or replace function agent_operations.analyze_grown() returns setof text language sql as 'select null::text where false'",
    ...(await tablesOf(filling.pool))
      .filter(({ isPartitioned }) => !isPartitioned)
      .map(({ name }) => `alter table agent_operations.${name} set (autovacuum_enabled = false)`)
  ])
  const filled = await fill(filling)
  await filling.close()
  const copied = new URL(url)
  const name = copied.pathname.slice(1)
  copied.pathname = `${name}_analyzed`
  const admin = new Client({ connectionString: inject("postgresUrl") })
  await admin.connect()
  await admin.query(`create database "${name}_analyzed" template "${name}"`)
  const [without, analyzed] = [openTelling(url), openTelling(copied.href)]
  await analyzed.host.pool.query("analyze")
  analyzed.take()
  return {
    filled,
    without,
    analyzed,
    close: async () => {
      await Promise.all([without.host.close(), analyzed.host.close()])
      await admin.query(`drop database "${name}_analyzed"`)
      await admin.end()
      await drop()
    }
  }
}

/** How many rows a statement may read that it does not want. */
const mostRemoved = 100

/** What reads more rows that it does not want than it may, each statement once, with the operation that reads most. */
export const makeFindings = () => {
  const found = new Map<string, { readonly by: string; readonly removed: number }>()
  return {
    /** Looks at statements of an operation. */
    look: (by: string, statements: ReadonlyArray<Explained>) => {
      for (const { text, removed } of statements)
        if (removed > (found.get(text)?.removed ?? mostRemoved)) found.set(text, { by, removed })
    },
    /** Those that no reason explains. */
    unexplained: () =>
      [...found].flatMap(([text, { by, removed }]) =>
        reasonFor(text) === undefined ? [`${by} removes ${removed} rows: ${text}`] : []
      ),
    reasons: () => new Set([...found.keys()].map(reasonFor))
  }
}
