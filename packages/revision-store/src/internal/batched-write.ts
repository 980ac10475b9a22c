import { batched, conditionOf, type Guard } from "@agent-operations/database"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { Fragment } from "effect/sql/Statement"
import type { KindPolicy, Space } from "../model.ts"
import { brokenRule } from "./failures.ts"

/** A read or write of one definition. */
export interface Asked {
  readonly space: Space
  readonly kind: KindPolicy
  readonly id: string
  /** What has to hold for it. */
  readonly guard?: Guard | undefined
}

/** A kind in a space. PostgreSQL's text has no NUL. */
export const groupOf = ({ space, kind }: Pick<Asked, "space" | "kind">): string =>
  `${space.tenant}\0${space.project}\0${kind.name}`

/** What can share a statement has the same batch: a kind in a space, under one guard. */
export const batchOf = (asked: Asked): string => `${groupOf(asked)}\0${asked.guard?.name ?? ""}`

/** A write of more characters than this gains nothing by being batched. */
const largeContent = 16_384

/** Writes as the rows of `json_to_recordset`. */
export const rowsOf = (writes: ReadonlyArray<Asked>): string =>
  JSON.stringify(writes.map(({ space: _, kind: __, guard: ___, ...row }) => row))

/** What the server rolled back whole: nothing of it happened, so that each write may be sent alone. */
const isRolledBack = (error: SqlError) =>
  brokenRule(error) !== undefined || error.reason._tag === "DeadlockError" || error.reason._tag === "SerializationError"

interface Shared<W, R> {
  /** About how many characters a write sends. */
  readonly size: (write: W) => number
  /** Carries out writes of one kind in one space to different definitions; with several, it skips locked rows. */
  readonly statement: (
    space: Space,
    kind: KindPolicy,
    writes: ReadonlyArray<W>,
    condition: Fragment
  ) => Effect.Effect<ReadonlyArray<R>, SqlError>
  /** The row for a write to the same definition as one that was sent before it in the batch. */
  readonly overtaken?: (row: R) => R
}

/**
 * Batches the writes of one turn of the event loop into one statement and commit. Resolves with the row that tells what
 * became of a write, or with undefined where it has to be sent alone: it is the only one, it is large, the statement
 * left it out, or another of the batch was rejected. Then nothing of it has happened.
 */
export const batchedWrite = <W extends Asked, R extends { readonly asked_id: string }>(
  sql: SqlClient,
  { size, statement, overtaken = (row) => row }: Shared<W, R>
) => {
  let tickets = 0
  const share = batched(sql, {
    identity: ({ ticket }: { readonly ticket: string; readonly write: W }) => ticket,
    group: ({ write }) => batchOf(write),
    ask: (asked) => {
      if (asked.length === 1) return Effect.succeed(new Map<string, R>())
      const { space, kind, guard } = asked[0].write
      const first = new Map(asked.toReversed().map((one) => [one.write.id, one]))
      const sent = new Set(first.values())
      const writes = [...sent].map(({ write }) => write)
      return conditionOf(sql, guard).pipe(
        Effect.flatMap((condition) => statement(space, kind, writes, condition)),
        Effect.map((rows) => {
          const told = new Map(rows.map((row) => [row.asked_id, row]))
          return new Map(
            asked.flatMap((one): ReadonlyArray<[string, R]> => {
              const row = told.get(one.write.id)
              if (row === undefined) return []
              return [[one.ticket, sent.has(one) ? row : overtaken(row)]]
            })
          )
        }),
        Effect.catchIf(isRolledBack, () => Effect.succeed(new Map<string, R>()))
      )
    }
  })
  return (write: W): Effect.Effect<R | undefined, SqlError> =>
    size(write) > largeContent ? Effect.undefined : share({ ticket: String(tickets++), write })
}
