import { nowNotBehind } from "@agent-operations/database"
import { definitionPins } from "@agent-operations/revision-store"
import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { runKind, type RunReason, type RunStatus, type Space, type TargetStatus } from "../model.ts"
import type { Accounts } from "./accounts.ts"
import { makeEndRest } from "./end-rest.ts"
import { makeMicros } from "./micros.ts"

/** How a target went from one state to another, for the counters of its run. */
export interface Ending {
  readonly runId: string
  readonly from: TargetStatus
  readonly to: TargetStatus
  /** The hold that is given back, what was spent in its place, and how much of that nobody knows for sure. */
  readonly released: bigint
  readonly spent: bigint
  readonly assumed: bigint
  readonly appFailed: boolean
  /** Whether the app says to have used more than its hold. */
  readonly overrun: boolean
}

/** After so many failed attempts in a row, an app is taken to be away. */
const mostFailures = 20

interface RunRow {
  readonly status: RunStatus
  readonly open: number
  readonly queued: number
  readonly failed: number
  readonly stop_failed: number | null
  readonly failures_in_a_row: number
}

const columns = ["queued", "invoking", "scoring", "succeeded", "failed", "cancelled"] as const

/** What a run goes to from where it is, and why. */
const next = (run: RunRow, overrun: boolean): { status: RunStatus; reason: RunReason | null } | undefined => {
  const goesOn = run.status === "running" || run.status === "paused"
  if (goesOn && run.stop_failed !== null && run.failed >= run.stop_failed) {
    return { status: "failed", reason: "stop_after" }
  }
  if (run.open === 0) return { status: run.status === "cancelling" ? "cancelled" : "completed", reason: null }
  if (run.status !== "running") return undefined
  if (overrun) return { status: "paused", reason: "budget" }
  return run.failures_in_a_row >= mostFailures && run.queued > 0
    ? { status: "paused", reason: "app_unavailable" }
    : undefined
}

/** Keeps the counters of runs, and with them their states. Laws: X2, X3, U2. */
export const makeCounters = (sql: SqlClient.SqlClient, accounts: Accounts) => {
  const endRest = makeEndRest(sql, accounts)
  const micros = makeMicros(sql)
  const pins = definitionPins(sql)

  return {
    /** Counts how targets of one run went, whose row is locked. */
    count: Effect.fnUntraced(function* (
      space: Space,
      runId: string,
      endings: ReadonlyArray<Ending>
    ): Effect.fn.Return<void, SqlError.SqlError> {
      if (endings.length === 0) return
      const where = sql`r.tenant_id = ${space.tenant} and r.project_id = ${space.project} and r.id = ${runId}`
      const change = (column: string) =>
        endings.filter(({ to }) => to === column).length - endings.filter(({ from }) => from === column).length
      const sum = (of: (ending: Ending) => bigint) => endings.reduce((all, ending) => all + of(ending), 0n)
      const lastAnswer = endings.findLastIndex(({ to }) => to === "scoring")
      const failures = endings.slice(lastAnswer + 1).filter(({ appFailed }) => appFailed).length
      const [run] = yield* sql<RunRow>`
        update agent_operations.eval_runs as r set
          ${sql.csv(columns.map((column) => sql`${sql.literal(column)} = r.${sql.literal(column)} + ${change(column)}::int`))},
          failures_in_a_row = case when ${lastAnswer >= 0} then 0 else r.failures_in_a_row end + ${failures}::int,
          held_micros = ${micros.sum(sql`r.held_micros`, -sum(({ released }) => released))},
          spent_micros = ${micros.sum(
            sql`r.spent_micros`,
            sum(({ spent }) => spent)
          )},
          assumed_micros = ${micros.sum(
            sql`r.assumed_micros`,
            sum(({ assumed }) => assumed)
          )}
        where ${where}
        returning r.status, r.queued + r.invoking + r.scoring as open, r.queued, r.failed, r.stop_failed, r.failures_in_a_row`
      const to = next(
        run!,
        endings.some(({ overrun }) => overrun)
      )
      if (to === undefined) return
      if (to.status === "failed") yield* endRest(space, runId)
      const hasEnded = to.status !== "paused"
      if (hasEnded) yield* pins.release(space, { kind: runKind, id: runId })
      yield* sql`
        update agent_operations.eval_runs as r set status = ${to.status}, reason = ${to.reason}::text,
          ended_at = case when ${hasEnded} then ${sql.literal(nowNotBehind)} end
        where ${where}`
    })
  }
}
