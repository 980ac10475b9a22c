import { lookUp, type OpenCondition, parameterRows, retryDeadlocks } from "@agent-operations/database"
import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import type { Space } from "../model.ts"
import { type Accounts, leftOf } from "./accounts.ts"
import { makeMicros } from "./micros.ts"

/** A target that a worker has taken on, and what is to be done with it. */
export interface Claim {
  readonly space: Space
  readonly lane: string
  readonly runId: string
  readonly ordinal: number
  readonly itemId: string
  readonly itemFromVersion: number
  readonly repetition: number
  /**
   * `score` where an output is kept already: the app is not called again. `give_up` where the last attempt that there may
   * be was lost. Law: X6.
   */
  readonly work: "invoke" | "score" | "give_up"
  /** 1 for the first. */
  readonly attempt: number
  /** How often the app may be called for it, and whether a call that was lost is made again. Law: X6. */
  readonly maxAttempts: number
  readonly retryLost: boolean
  /** The most that the attempt may cost, and what scoring its output may cost after it. */
  readonly holdMicros: bigint
  readonly scoreHoldMicros: bigint
  /** The ordinal of the target of the basis whose results are carried over. Law: F3. */
  readonly carriedOrdinal: number | null
  /** When it was claimed, by the clock of the database, in milliseconds since 1970. */
  readonly claimedAt: number
}

/** Where claims of one lane wait for each other. */
export interface LaneRef {
  readonly space: Space
  readonly lane: string
}

/** How many targets are taken of an organization, and whose turn it is. Law: K3. */
export interface Tenants {
  readonly roomFor: (tenant: string) => number
  readonly full: ReadonlyArray<string>
  readonly order: ReadonlyArray<string>
  readonly serve: (tenant: string) => void
}

export interface ClaimOptions {
  readonly worker: string
  /** How many targets are taken at most: of anybody, or as each organization has room. */
  readonly room: number | Tenants
  /** Where to look. Default: where it is due. */
  readonly lane: LaneRef | undefined
}

const allAlike = { full: [], order: [] }

interface LaneRow {
  readonly tenant_id: string
  readonly project_id: string
  readonly lane: string
  /** How many calls have begun in this minute. */
  readonly begun: number
}

interface RunRow {
  readonly id: string
  readonly status: string
  /** How many calls of the whole lane are in flight. */
  readonly in_flight: number
  readonly max_concurrency: number
  readonly rate_per_minute: number | null
  readonly max_attempts: number
  readonly retry_lost: boolean
  readonly hold_micros: bigint
  readonly score_hold_micros: bigint
}

interface TargetRow {
  readonly run_id: string
  readonly ordinal: number
}

interface ClaimedRow extends TargetRow {
  readonly status: string
  readonly item_id: string
  readonly item_from_version: number
  readonly repetition: number
  readonly attempt: number
  readonly attempt_started_at: Date | null
  readonly carried_ordinal: number | null
}

const isDue = "t.status = 'queued' and t.due_at <= clock_timestamp()"
const isLeft = "t.status in ('invoking', 'scoring') and t.worker_id is null"

const isOpenRun = "r.status in ('queued', 'running')"
const isUnpaid = "r.status = 'paused' and r.reason = 'budget'"
const cheapest = "r.hold_micros::numeric + r.score_hold_micros, "

/** How many runs of a lane are looked at, of those that may go on and of those that wait for money. */
const mostRuns = 200

/** How long nobody looks at a lane whose runs all wait for money. */
const brokeSeconds = 60

const idOf = ({ id }: RunRow): string => id

/** When a lane is looked at next. */
const dueAgain = {
  /** As much was taken as there was room for, or looked at as is at once: there may be more. */
  now: "clock_timestamp()",
  soon: "clock_timestamp() + interval '1 second'",
  whenPaid: `clock_timestamp() + interval '${brokeSeconds} seconds'`,
  /** Whoever makes or resumes a run in it says so. */
  never: "'infinity'"
}

/** How much is done of a lane: how many of its calls are in flight, and have begun in this minute. */
interface Busy {
  readonly inFlight: number
  readonly begun: number
}

/** Whether a run may begin one more call of its app, at a time and in this minute. */
const hasPlace = ({ max_concurrency, rate_per_minute }: RunRow, { inFlight, begun }: Busy): boolean =>
  inFlight < max_concurrency && begun < (rate_per_minute ?? Number.POSITIVE_INFINITY)

const holdOf = ({ hold_micros, score_hold_micros }: RunRow): bigint => hold_micros + score_hold_micros

/** Whether limits leave enough for one more call of a run, beside what is held of them. What costs nothing needs none. */
const isPayable = (run: RunRow, limits: ReadonlyArray<bigint>, held = 0n): boolean =>
  holdOf(run) === 0n || limits.every((left) => held + holdOf(run) <= left)

/** What begins of the first targets that are due, in their order, and the runs whose next one can't be paid. */
const affordable = (
  targets: ReadonlyArray<TargetRow>,
  {
    runOf,
    limits,
    busy,
    most
  }: {
    readonly runOf: ReadonlyMap<string, RunRow>
    readonly limits: ReadonlyArray<bigint>
    readonly busy: Busy
    readonly most: number
  }
) => {
  const taken: Array<TargetRow> = []
  const broke = new Set<string>()
  let held = 0n
  for (const target of targets) {
    const run = runOf.get(target.run_id)!
    const { length } = taken
    if (length === most) break
    if (!hasPlace(run, { inFlight: busy.inFlight + length, begun: busy.begun + length })) continue
    if (!isPayable(run, limits, held)) broke.add(run.id)
    else {
      held += holdOf(run)
      taken.push(target)
    }
  }
  return { taken, broke: [...broke], held }
}

const byRun = (targets: ReadonlyArray<TargetRow>): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const { run_id } of targets) counts.set(run_id, (counts.get(run_id) ?? 0) + 1)
  return counts
}

/** Takes work on: a lane first, then what lives in it. Laws: X6, X7, X9, U1, U4. */
export const makeClaim = (sql: SqlClient.SqlClient, accounts: Accounts, isOpen: OpenCondition) => {
  const open = isOpen(sql, { tenant: "l.tenant_id", project: "l.project_id" })
  const micros = makeMicros(sql)
  /**
   * A lane that is due, of whose turn it is, the one served longest ago first; one that another claims from is left to it.
   */
  const laneColumns = sql.literal(
    "l.tenant_id, l.project_id, l.lane, case when l.minute = date_trunc('minute', clock_timestamp()) then l.begun else 0 end as begun"
  )
  const nextLane = ({ full, order }: Pick<Tenants, "full" | "order">) => sql<LaneRow>`
    select ${laneColumns} from agent_operations.eval_lanes as l
    where l.due_at <= clock_timestamp() and l.due_at < 'infinity' and ${open}
      and l.tenant_id <> all(${full}::text[])
    order by coalesce(array_position(${order}::text[], l.tenant_id), 0), l.served_at limit 1 for update skip locked`

  const thisLane = ({ space, lane }: LaneRef) => sql<LaneRow>`
    select ${laneColumns} from agent_operations.eval_lanes as l
    where l.tenant_id = ${space.tenant} and l.project_id = ${space.project} and l.lane = ${lane} and ${open}
    for update`

  /** The first targets of each run in some state, by their place in it, so that the shorter of two runs ends first. */
  const firstOf = ({ tenant, project }: Space, runIds: ReadonlyArray<string>, state: string, limit: number) =>
    runIds.length === 0 || limit === 0
      ? Effect.succeed([])
      : sql<TargetRow>`
          select found.run_id, found.ordinal
          from unnest(${runIds}::text[]) as wanted(id)
          cross join lateral (
            select t.run_id, t.ordinal from agent_operations.eval_targets as t
            where t.tenant_id = ${tenant} and t.project_id = ${project} and t.run_id = wanted.id
              and ${sql.literal(state)}
            order by t.ordinal limit ${limit}
          ) as found
          order by found.ordinal, found.run_id limit ${limit}`

  /**
   * Runs of a lane, locked: those whose next target is the earliest in it, those that others left something of, and of those
   * that wait for money the cheapest: where that can't be paid, none can. The lane is locked, so that no more calls of it begin
   * meanwhile.
   */
  const runsOf = ({ space: { tenant, project }, lane }: LaneRef, room: number) => {
    const ofLane = sql`r.tenant_id = ${tenant} and r.project_id = ${project} and r.lane = ${lane} and r.ended_at is null`
    const first = (state: string, order: string) => sql`
      (select r.id from agent_operations.eval_runs as r where ${ofLane} and ${sql.literal(state)}
      order by not exists (
        select from agent_operations.eval_targets as t
        where t.tenant_id = ${tenant} and t.project_id = ${project} and t.run_id = r.id and ${sql.literal(isDue)}
      ), ${sql.literal(order)}r.total - r.queued, r.id limit ${mostRuns})`
    const withLeft = sql`
      (select r.id from agent_operations.eval_targets as t
      join agent_operations.eval_runs as r on r.tenant_id = t.tenant_id and r.project_id = t.project_id and r.id = t.run_id
      where t.tenant_id = ${tenant} and t.project_id = ${project} and ${sql.literal(isLeft)} and ${ofLane}
        and ${sql.literal(isOpenRun)}
      limit ${room})`
    return sql<RunRow>`
      select r.id, r.status, r.max_concurrency, r.rate_per_minute, r.max_attempts, r.retry_lost, r.hold_micros,
        r.score_hold_micros,
        (select sum(r.invoking)::int from agent_operations.eval_runs as r where ${ofLane}) as in_flight
      from agent_operations.eval_runs as r
      where ${ofLane} and (${sql.literal(isOpenRun)} or ${sql.literal(isUnpaid)})
        and r.id in (${first(isOpenRun, "")} union all ${first(isUnpaid, cheapest)} union all ${withLeft})
      order by r.id for update`
  }

  const begin = (
    { tenant, project }: Space,
    { targets, state, worker, set }: { targets: ReadonlyArray<TargetRow>; state: string; worker: string; set: string }
  ) =>
    targets.length === 0
      ? Effect.succeed([])
      : sql<ClaimedRow>`
          update agent_operations.eval_targets as t set ${sql.literal(set)}, worker_id = ${worker}
          from ${lookUp(
            sql,
            sql`${parameterRows(sql, [
              ["text", targets.map(({ run_id }) => run_id)],
              ["integer", targets.map(({ ordinal }) => ordinal)]
            ])} as taken(run_id, ordinal)`,
            "free",
            sql`select t.ctid as place from agent_operations.eval_targets as t
              where t.tenant_id = ${tenant} and t.project_id = ${project} and t.run_id = taken.run_id
                and t.ordinal = taken.ordinal and ${sql.literal(state)}`
          )}
          where t.tenant_id = ${tenant} and t.project_id = ${project} and t.ctid = free.place
          returning t.run_id, t.ordinal, t.status, t.item_id, t.item_from_version, t.repetition, t.attempt, t.attempt_started_at,
            t.carried_ordinal`

  const countBegun = ({ tenant, project }: Space, begun: ReadonlyArray<TargetRow>) => {
    const counts = [...byRun(begun)]
    return counts.length === 0
      ? Effect.void
      : sql`
          update agent_operations.eval_runs as r set status = 'running', reason = null, started_at = coalesce(r.started_at, now()),
            queued = r.queued - c.n::int, invoking = r.invoking + c.n::int,
            held_micros = ${micros.sum(
              sql`r.held_micros`,
              sql`c.n::numeric * (r.hold_micros::numeric + r.score_hold_micros)`
            )}
          from ${lookUp(
            sql,
            sql`${parameterRows(sql, [
              ["text", counts.map(([id]) => id)],
              ["integer", counts.map(([, n]) => n)]
            ])} as c(id, n)`,
            "own",
            sql`select r.ctid as place from agent_operations.eval_runs as r
              where r.tenant_id = ${tenant} and r.project_id = ${project} and r.id = c.id`
          )}
          where r.tenant_id = ${tenant} and r.project_id = ${project} and r.ctid = own.place`
  }

  const pause = ({ tenant, project }: Space, runIds: ReadonlyArray<string>) =>
    runIds.length === 0
      ? Effect.void
      : sql`
          update agent_operations.eval_runs as r set status = 'paused', reason = 'budget'
          where r.tenant_id = ${tenant} and r.project_id = ${project} and r.id = any(${runIds}) and r.status in ('queued', 'running')`

  const claim = Effect.fnUntraced(function* ({
    worker,
    lane: wanted,
    room: given
  }: ClaimOptions): Effect.fn.Return<ReadonlyArray<Claim> | "Dead", SqlError.SqlError> {
    const tenants = typeof given === "number" ? undefined : given
    const [lane] = yield* wanted === undefined ? nextLane(tenants ?? allAlike) : thisLane(wanted)
    if (lane === undefined) return []
    const space = { tenant: lane.tenant_id, project: lane.project_id }
    tenants?.serve(space.tenant)
    const room = typeof given === "number" ? given : given.roomFor(space.tenant)
    if (room === 0) return []
    // Whoever declares it dead waits for this, and then finds what it claimed. Law: X4.
    const alive = yield* sql`select from agent_operations.eval_workers as w where w.id = ${worker} for share`
    if (alive.length === 0) return "Dead"
    const runs = yield* runsOf({ space, lane: lane.lane }, room)
    const runOf = new Map(runs.map((run) => [run.id, run]))
    const busy = { inFlight: runs[0]?.in_flight ?? 0, begun: lane.begun }
    const open = runs.filter(({ status }) => status !== "paused")
    const unpaid = runs.filter(({ status }) => status === "paused")
    const left = yield* firstOf(space, open.map(idOf), isLeft, room)
    const most = room - left.length
    const isFree = (run: RunRow) => most > 0 && hasPlace(run, busy)
    const ready = yield* firstOf(space, open.filter(isFree).map(idOf), isDue, most)
    const costs = [...ready.map(({ run_id }) => runOf.get(run_id)!), ...unpaid.filter(isFree)]
    const limits = costs.some((run) => holdOf(run) > 0n)
      ? (yield* accounts.lock(space)).flatMap((account) => leftOf(account) ?? [])
      : []
    // What waits for money goes on by itself as soon as there is some. What can't be paid is not to hide what can.
    const payable = unpaid.filter((run) => isFree(run) && isPayable(run, limits))
    const paid = yield* firstOf(space, payable.map(idOf), isDue, most)
    const due = [...ready, ...paid].toSorted((a, b) => a.ordinal - b.ordinal || (a.run_id < b.run_id ? -1 : 1))
    const { taken, broke, held } = affordable(due, { runOf, limits, busy, most })
    yield* accounts.change(space, { held })
    const resumed = yield* begin(space, { targets: left, state: isLeft, set: "attempt = t.attempt", worker })
    const begun = yield* begin(space, {
      targets: taken,
      state: "t.status = 'queued'",
      set: `status = 'invoking', attempt = t.attempt + 1, started_at = coalesce(t.started_at, now()),
        attempt_started_at = clock_timestamp()`,
      worker
    })
    yield* countBegun(space, begun)
    yield* pause(space, broke)

    // Behind as many as were looked at, targets or runs, there may be others that have a place. Each look takes or pauses one
    // before them.
    const after = { inFlight: busy.inFlight + taken.length, begun: busy.begun + taken.length }
    const mayHide = [ready, paid].some((first) => first.length === most || byRun(first).size >= mostRuns)
    const isMore = mayHide && [...open, ...payable].some((run) => hasPlace(run, after))
    const next =
      left.length + taken.length >= room || isMore
        ? dueAgain.now
        : open.some(({ id }) => !broke.includes(id))
          ? dueAgain.soon
          : broke.length + unpaid.length > 0
            ? dueAgain.whenPaid
            : dueAgain.never
    yield* sql`
      update agent_operations.eval_lanes as l set due_at = ${sql.literal(next)}, served_at = clock_timestamp(),
        minute = date_trunc('minute', clock_timestamp()), begun = ${begun.length}::int + case
          when l.minute = date_trunc('minute', clock_timestamp()) then l.begun else 0 end
      where l.tenant_id = ${space.tenant} and l.project_id = ${space.project} and l.lane = ${lane.lane}`
    const toClaim = (row: ClaimedRow, work: Claim["work"]): Claim => ({
      space,
      lane: lane.lane,
      runId: row.run_id,
      ordinal: row.ordinal,
      itemId: row.item_id,
      itemFromVersion: row.item_from_version,
      repetition: row.repetition,
      work,
      attempt: row.attempt,
      maxAttempts: runOf.get(row.run_id)!.max_attempts,
      retryLost: runOf.get(row.run_id)!.retry_lost,
      holdMicros: runOf.get(row.run_id)!.hold_micros,
      scoreHoldMicros: runOf.get(row.run_id)!.score_hold_micros,
      carriedOrdinal: row.carried_ordinal,
      claimedAt: row.attempt_started_at?.getTime() ?? 0
    })
    return [
      ...resumed.map((row) => toClaim(row, row.status === "scoring" ? "score" : "give_up")),
      ...begun.map((row) => toClaim(row, "invoke"))
    ]
  })

  return (options: Parameters<typeof claim>[0]) => retryDeadlocks(sql.withTransaction(claim(options)))
}
