import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import type { Space } from "../model.ts"
import { makeMicros } from "./micros.ts"

/** An account as it is, and null for no limit. Micro-units. */
export interface Account {
  /** Empty for the organization's. */
  readonly project: string
  readonly limit: bigint | null
  readonly spent: bigint
  readonly held: bigint
}

/** An account, and when what was spent of it begins anew. */
export interface AccountState extends Account {
  readonly monthly: boolean
  readonly resetsAt: Date | null
}

interface Row {
  readonly project_id: string
  readonly limit_micros: bigint | null
  readonly spent_micros: bigint
  readonly held_micros: bigint
}

const toAccount = (row: Row): Account => ({
  project: row.project_id,
  limit: row.limit_micros,
  spent: row.spent_micros,
  held: row.held_micros
})

/** What a limit leaves; undefined where there is none. */
export const leftOf = ({ limit, spent, held }: Account): bigint | undefined =>
  limit === null ? undefined : limit - spent - held

/**
 * The two accounts that a project draws on. All of these are parts of a transaction; the organization's row is locked
 * first, always, so that nobody waits in a circle. Laws: U1, U2, U4.
 */
export const makeAccounts = (sql: SqlClient.SqlClient) => {
  const micros = makeMicros(sql)
  const both = ({ tenant, project }: Space) => sql`a.tenant_id = ${tenant} and a.project_id in ('', ${project})`

  /** Locks both, made where they are missing, with what was spent before this month put aside. */
  const lock = Effect.fnUntraced(function* (space: Space): Effect.fn.Return<ReadonlyArray<Account>, SqlError.SqlError> {
    const read = sql<Row>`
      select a.project_id, a.limit_micros, a.held_micros,
        case when a.monthly and a.month < date_trunc('month', now() at time zone 'utc')::date
          then 0 else a.spent_micros end as spent_micros
      from agent_operations.eval_accounts as a where ${both(space)} order by a.project_id for update`
    const rows = yield* read
    if (rows.length === 2) return rows.map(toAccount)
    yield* sql`
      insert into agent_operations.eval_accounts (tenant_id, project_id)
      select ${space.tenant}, needed.id from (values (''), (${space.project})) as needed(id)
      on conflict do nothing`
    return (yield* read).map(toAccount)
  })

  return {
    lock,

    /** The accounts as they are: the organization's first. */
    read: (space: Space): Effect.Effect<ReadonlyArray<AccountState>, SqlError.SqlError> =>
      Effect.map(
        sql<Row & { readonly monthly: boolean; readonly resets_at: Date | null }>`
          select a.project_id, a.limit_micros, a.held_micros, a.monthly,
            case when a.monthly then (date_trunc('month', now() at time zone 'utc') + interval '1 month') at time zone 'utc'
              end as resets_at,
            case when a.monthly and a.month < date_trunc('month', now() at time zone 'utc')::date
              then 0 else a.spent_micros end as spent_micros
          from agent_operations.eval_accounts as a where ${both(space)} order by a.project_id`,
        (rows) => rows.map((row) => ({ ...toAccount(row), monthly: row.monthly, resetsAt: row.resets_at }))
      ),

    /**
     * Limits an account: the project's, or the organization's where `project` is empty. Null is no limit. A limit is lowered
     * to what is spent and held at most; the limit in force is told. What waits for money is looked at again at once.
     * Law: U1.
     */
    setLimit: Effect.fnUntraced(function* (
      { tenant, project }: Space,
      { limit, monthly }: { readonly limit: bigint | null; readonly monthly: boolean }
    ): Effect.fn.Return<bigint | null, SqlError.SqlError> {
      // The lanes before the account, as claims lock them; those that are due too, which may be claimed from by the limit before.
      yield* sql`
        update agent_operations.eval_lanes as l set due_at = least(l.due_at, clock_timestamp())
        where l.tenant_id = ${tenant} and ${project} in ('', l.project_id) and l.due_at < 'infinity'`
      const [account] = yield* sql<{ limit_micros: bigint | null }>`
        insert into agent_operations.eval_accounts as a (tenant_id, project_id, limit_micros, monthly)
        values (${tenant}, ${project}, ${limit}::bigint, ${monthly})
        on conflict (tenant_id, project_id) do update set
          limit_micros = greatest(excluded.limit_micros, case when excluded.limit_micros is null then null
            else ${micros.sum(
              sql`a.held_micros`,
              sql`case when excluded.monthly and a.month < excluded.month then 0 else a.spent_micros end`
            )} end),
          monthly = excluded.monthly
        returning a.limit_micros`
      return account!.limit_micros
    }),

    /** Takes `held` more out of what is left, gives `released` of it back, and spends `spent`. */
    change: (
      space: Space,
      {
        held = 0n,
        released = 0n,
        spent = 0n
      }: { readonly held?: bigint; readonly released?: bigint; readonly spent?: bigint }
    ): Effect.Effect<void, SqlError.SqlError> =>
      held === 0n && released === 0n && spent === 0n
        ? Effect.void
        : Effect.asVoid(
            Effect.andThen(
              // An update locks in any order it likes: the rows are locked in theirs before it.
              lock(space),
              sql`
                update agent_operations.eval_accounts as a set
                  held_micros = ${micros.sum(sql`a.held_micros`, held - released)},
                  spent_micros = ${micros.sum(
                    sql`case when a.monthly and a.month < date_trunc('month', now() at time zone 'utc')::date
                      then 0 else a.spent_micros end`,
                    spent
                  )},
                  month = date_trunc('month', now() at time zone 'utc')
                where ${both(space)}`
            )
          )
  }
}

export type Accounts = ReturnType<typeof makeAccounts>
