import { Effect, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { MigrationSet } from "../migrations/model.ts"
import type { ClockRecord } from "./observe.ts"
import { analyzeGrown } from "./statistics.ts"

const Removal = Schema.Struct({
  /** How long it is kept, in milliseconds, as was accepted last; without it nothing was. */
  age: Schema.optionalKey(Schema.Finite),
  /** How long it is to be kept, where that waits for the operator's word. */
  asked: Schema.optionalKey(Schema.Finite),
  /** How many are held back. */
  held: Schema.optionalKey(Schema.Finite),
  /** Why they are, in one sentence. */
  reason: Schema.optionalKey(Schema.String),
  /** The largest removal of each of the last 30 days. */
  days: Schema.optionalKey(Schema.Record(Schema.String, Schema.Finite))
})

/** What is recorded of one kind of removal. */
export type RemovalRecord = typeof Removal.Type

const removalsOf = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Record(Schema.String, Removal)))

/** All that is recorded: one row. */
export interface UpkeepRecord extends ClockRecord {
  /** By what is removed: `traces`. */
  readonly removals: Readonly<Record<string, RemovalRecord>>
}

interface Row extends ClockRecord {
  readonly removals: string
}

const upkeep = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`
    create table agent_operations.upkeep (
      only_one boolean primary key default true check (only_one),
      observed timestamptz not null default now(),
      seen timestamptz not null default now(),
      removals text not null default '{}'
    )`
)

/** The table of the upkeep, one row, made by the first process that looks at the clock; and what analyzes tables. */
export const upkeepMigrations: MigrationSet = {
  owner: "upkeep",
  steps: [
    { number: 1, name: "upkeep", up: upkeep },
    { number: 2, name: "statistics", up: analyzeGrown }
  ]
}

/** What is recorded, or nothing where nothing is yet. */
export const readRecord = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(
    sql<Row>`
      select (extract(epoch from observed) * 1000)::float8 as observed, (extract(epoch from seen) * 1000)::float8 as seen,
        removals
      from agent_operations.upkeep`,
    ([row]): UpkeepRecord | undefined =>
      row && { observed: Math.round(row.observed), seen: Math.round(row.seen), removals: removalsOf(row.removals) }
  )
)

/**
 * Changes what is recorded, alone among all processes: of the record and the time by the database's clock. Where there is no
 * record, one begins at that time.
 */
export const changeRecord = <A extends UpkeepRecord>(
  change: (record: UpkeepRecord, now: number) => A
): Effect.Effect<A, SqlError.SqlError, SqlClient.SqlClient> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql.withTransaction(
      Effect.gen(function* () {
        // The row is there and locked after this, whoever else makes it.
        const [row] = yield* sql<{ now: number }>`
          insert into agent_operations.upkeep (only_one) values (true)
          on conflict (only_one) do update set only_one = true
          returning floor(extract(epoch from clock_timestamp()) * 1000)::float8 as now`
        const changed = change((yield* readRecord)!, row!.now)
        yield* sql`
          update agent_operations.upkeep set observed = to_timestamp(${changed.observed}::float8 / 1000),
            seen = to_timestamp(${changed.seen}::float8 / 1000), removals = ${JSON.stringify(changed.removals)}`
        return changed
      })
    )
  )
