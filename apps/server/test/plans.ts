import { readFileSync } from "node:fs"
import { join } from "node:path"
import { type OwnPostgres, query, startPostgres } from "@agent-operations/postgres-for-tests"

/** A node of a plan, as `explain (verbose, format json)` tells it. */
export interface PlanNode {
  readonly "Node Type": string
  readonly "Relation Name"?: string
  readonly Schema?: string
  readonly Alias?: string
  readonly "CTE Name"?: string
  readonly "Subplan Name"?: string
  readonly Plans?: ReadonlyArray<PlanNode>
  readonly [key: string]: unknown
}

/** A statement that ran, with the plan that it ran by. */
export interface Ran {
  readonly text: string
  readonly plan: PlanNode
}

/** Starts a PostgreSQL that has `auto_explain`, which some systems leave out of theirs. */
export const startExplaining = async (): Promise<OwnPostgres> => {
  const own = await startPostgres()
  const able = await query(own.url, "load 'auto_explain'").then(
    () => true,
    () => false
  )
  if (able) return own
  await own.stop()
  return startPostgres({ source: "embedded" })
}

/** Has a database write the plan of every statement into its server's log, those of foreign keys too. */
export const logPlans = async (database: string): Promise<void> => {
  const name = new URL(database).pathname.slice(1)
  const settings = {
    session_preload_libraries: "auto_explain",
    "auto_explain.log_min_duration": "0",
    "auto_explain.log_nested_statements": "on",
    "auto_explain.log_verbose": "on",
    "auto_explain.log_format": "json"
  }
  for (const [setting, value] of Object.entries(settings)) {
    await query(database, `alter database ${name} set ${setting} = '${value}'`)
  }
}

/** Every statement of which the server's log has the whole plan: the last one may still be being written. */
export const plansOf = ({ dataDirectory }: Pick<OwnPostgres, "dataDirectory">): ReadonlyArray<Ran> => {
  const log = readFileSync(join(dataDirectory, "..", "log"), "utf8")
  return [...log.matchAll(/ plan:\n((?:\t.*\n)*?\t\}\n)/g)].map(([, json = ""]) => {
    const { "Query Text": text, Plan: plan } = JSON.parse(json) as { "Query Text": string; Plan: PlanNode }
    return { text, plan }
  })
}

/** A plan's nodes, from the top. */
export const nodesOf = (plan: PlanNode): ReadonlyArray<PlanNode> => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
