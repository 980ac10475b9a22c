import { migrationsOf } from "@agent-operations/kit"
import { serverCopy } from "@agent-operations/testing/kit"
import type { Pool } from "pg"
import { everyFamily } from "../tenancy/families.ts"
import { type OpenDatabase, openPool } from "../tenancy/host.ts"
import { reasonFor } from "./reasons.ts"

/** A node of a plan as `explain (analyze, format json)` tells it, of which these are looked at. */
interface Node {
  readonly Plans?: ReadonlyArray<Node>
  readonly "Actual Loops": number
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
  ...["min_duration=0", "analyze=on", "timing=off", "format=json", "level=notice"].map(
    (one) => `auto_explain.log_${one}`
  )
]

/** A database of every family, with a pool as it is and one of which each statement is told with its plan. */
export const openExplained = async () => {
  const { url, drop } = await serverCopy(migrationsOf(everyFamily(false)))
  const explained: Array<Explained> = []
  const [plain, telling] = [openPool(url, ["jit=off"]), openPool(url, settings)]
  // Nobody is to analyze tables as they grow.
  await plain.query(
    "create or replace function agent_operations.analyze_grown() returns setof text language sql as 'select null::text where false'"
  )
  telling.on("connect", (client) =>
    client.on("notice", ({ message = "" }) => {
      const start = message.indexOf("{")
      if (!message.startsWith("duration:") || start === -1) return
      const { "Query Text": text, Plan: plan } = JSON.parse(message.slice(start)) as {
        readonly "Query Text": string
        readonly Plan: Node
      }
      explained.push({ text: text.replaceAll(/\s+/g, " ").trim(), removed: removedBy(plan) })
    })
  )
  const hostOf = (pool: Pool): OpenDatabase => ({
    pool,
    statements: { sent: new Map(), count: 0, without: undefined, refused: undefined },
    database: { pool },
    close: () => Promise.resolve()
  })
  return {
    plain: hostOf(plain),
    telling: hostOf(telling),
    /** What was carried out since it was asked for last. */
    take: () => explained.splice(0),
    close: async () => {
      await Promise.all([plain.end(), telling.end()])
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
