import { type Amount, type OpenCondition, parameterRows } from "@agent-operations/database"
import { Effect, Schedule } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { Actor, DefinitionEvent, EventType } from "../model.ts"

/** How long nobody may ask for a subscription's events before it is forgotten with them. */
export const abandonedAfter = "30 days"

/** An event that waits, with its place in the subscription's order. */
export interface WaitingEvent extends DefinitionEvent {
  readonly position: string
}

interface EventRow {
  readonly tenant_id: string
  readonly position: string
  readonly project_id: string
  readonly kind: string
  readonly definition_id: string
  readonly revision: number
  readonly type: EventType
  readonly at: Date
  readonly actor: string
}

const toEvent = (row: EventRow): WaitingEvent => ({
  position: row.position,
  id: `${row.definition_id}/${row.type === "deleted" ? "deleted" : row.revision}`,
  type: row.type,
  kind: row.kind,
  definitionId: row.definition_id,
  revision: row.revision,
  tenant: row.tenant_id,
  project: row.project_id,
  actor: JSON.parse(row.actor) as Actor,
  at: row.at.toISOString()
})

/** Subscriptions as the database keeps them. Every process sees the same. */
export const subscriptions = (sql: SqlClient, isOpen: OpenCondition) => {
  const open = isOpen(sql, { tenant: "e.tenant_id", project: "e.project_id" })

  /** The transactions that write definitions, or told events, right now; each holds its lock until it ends. */
  const writers = Effect.map(
    sql<{ id: string }>`
      select distinct virtualtransaction as id from pg_locks
      where locktype = 'relation' and mode = 'RowExclusiveLock' and pid <> pg_backend_pid()
        and database = (select oid from pg_database where datname = current_database())
        and relation = 'agent_operations.definition_events'::regclass`,
    (rows) => rows.map(({ id }) => id)
  )

  /** Whether the tables are there: a host that mounts no definitions has none. */
  const exist = Effect.map(
    sql<{ there: boolean }>`select to_regclass('agent_operations.definition_events') is not null as there`,
    ([row]) => row?.there === true
  )

  /** Resolves once every write that is committed from now on is told; false if some took too long to end. */
  const register = Effect.fnUntraced(function* (name: string) {
    yield* sql`insert into agent_operations.event_subscriptions (name) values (${name}) on conflict do nothing`
    // A statement that began before did not see the row. Those that begin now are not held up.
    const before = new Set(yield* writers)
    return yield* writers.pipe(
      Effect.repeat({
        until: (now) => !now.some((id) => before.has(id)),
        schedule: Schedule.spaced("50 millis")
      }),
      Effect.as(true),
      Effect.timeoutOrElse({ duration: "10 seconds", orElse: () => Effect.succeed(false) })
    )
  })

  /** Whether a process holds a subscription for a while from now on, another does, or it was removed. */
  const hold = (name: string, holder: string, seconds: number) =>
    Effect.map(
      sql<{ held: boolean; there: boolean }>`
        with held as (
          update agent_operations.event_subscriptions
          set holder = ${holder}, held_until = now() + make_interval(secs => ${seconds}::double precision)
          where name = ${name} and (holder = ${holder} or held_until <= now())
          returning name
        )
        select exists (select from held) as held,
          exists (select from agent_operations.event_subscriptions where name = ${name}) as there`,
      ([row]): "held" | "elsewhere" | "removed" =>
        row?.held === true ? "held" : row?.there === true ? "elsewhere" : "removed"
    )

  const letGo = (name: string, holder: string) =>
    Effect.asVoid(sql`
      update agent_operations.event_subscriptions set holder = null, held_until = now()
      where name = ${name} and holder = ${holder}`)

  /** The first events of open projects that wait, but for those of some definitions. Law: A10. */
  const first = (name: string, limit: number, without: ReadonlyArray<string>) =>
    Effect.map(
      sql<EventRow>`
        select tenant_id, position::text as position, project_id, kind, definition_id, revision, type, at, actor
        from agent_operations.definition_events as e
        where e.subscription = ${name} and e.definition_id <> all(${without}::text[]) and ${open}
        order by e.position limit ${limit}`,
      (rows) => rows.map(toEvent)
    )

  const told = (name: string, events: ReadonlyArray<WaitingEvent>) => {
    const asked = parameterRows(sql, [
      ["text", events.map(({ tenant }) => tenant)],
      ["text", events.map(({ position }) => position)]
    ])
    return Effect.asVoid(sql`
      delete from agent_operations.definition_events as e using ${asked} as asked(tenant_id, position)
      where e.tenant_id = asked.tenant_id and e.subscription = ${name} and e.position = asked.position::bigint`)
  }

  /** How many events wait, counted up to a bound, and the time of the first. */
  const waiting = (name: string, bound: number) =>
    Effect.map(
      sql<{ count: number; since: Date | null }>`
        select count(*)::integer as count, min(at) as since from (
          select at from agent_operations.definition_events as e
          where e.subscription = ${name} and ${open} order by e.position limit ${bound}
        ) as e`,
      ([row]) => ({ count: row?.count ?? 0, since: row?.since?.toISOString() })
    )

  // moments: an event that is seen was written after its subscription was
  const forget = sql`
    delete from agent_operations.definition_events as e
    where not exists (select 1 from agent_operations.event_subscriptions as s where s.name = e.subscription)`

  const remove = (name: string) =>
    Effect.andThen(sql`delete from agent_operations.event_subscriptions where name = ${name}`, forget)

  /** Which nobody asked for since a time, in milliseconds since 1970. */
  const abandoned = (until: number) => sql`held_until < to_timestamp(${until / 1000}::float8)`

  const countAbandoned = (until: number) =>
    Effect.map(
      sql<Amount>`
        select count(*) filter (where ${abandoned(until)})::float8 as due, count(*)::float8 as kept
        from agent_operations.event_subscriptions`,
      ([amount]) => amount!
    )

  /** Forgets subscriptions that nobody asked for; resolves with their names. */
  const removeAbandoned = Effect.fnUntraced(function* (until: number) {
    const gone = yield* sql<{ name: string }>`
      delete from agent_operations.event_subscriptions where ${abandoned(until)} returning name`
    yield* forget
    return gone.map(({ name }) => name)
  })

  return { exist, register, hold, letGo, first, told, waiting, remove, countAbandoned, removeAbandoned }
}

export type Subscriptions = ReturnType<typeof subscriptions>
