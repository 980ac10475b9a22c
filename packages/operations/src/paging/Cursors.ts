import { sqlState, translateSqlErrors } from "@agent-operations/database"
import { Context, Effect, Layer, Redacted, Schedule } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { type CursorBinding, type KeyCodec, makeCursors } from "./cursor.ts"

type Made = ReturnType<typeof makeCursors>

// undefined_table, which a missing schema is told as too
const isNotMigrated = (error: SqlError.SqlError) => sqlState(error) === "42P01"

/** Cursors that may be had later than their codecs are named. */
const late = (made: () => Made): Made => ({
  of: <K>(codec: KeyCodec<K>) => ({
    write: (last: K, binding: CursorBinding) => made().of(codec).write(last, binding),
    read: (cursor: string, binding: CursorBinding) => made().of(codec).read(cursor, binding)
  })
})

/** The cursors of this installation: the same on every process. Law: P3. */
export class Cursors extends Context.Service<Cursors, Made>()("@agent-operations/operations/Cursors") {
  /** Signs with the secret that the migration made; where that is yet to run, as soon as it has. */
  static readonly layer = Layer.effect(
    Cursors,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const load = sql<{ cursor_secret: Uint8Array }>`select cursor_secret from agent_operations.instance`.pipe(
        Effect.catchIf(isNotMigrated, () => Effect.succeed([])),
        translateSqlErrors,
        Effect.map(([row]) => (row === undefined ? undefined : makeCursors(row.cursor_secret)))
      )
      let made = yield* load
      if (made !== undefined) return made
      const again = Effect.map(
        Effect.orElseSucceed(load, () => undefined),
        (found) => (made = found) !== undefined
      )
      yield* Effect.forkScoped(Effect.repeat(again, { schedule: Schedule.spaced("1 second"), until: (done) => done }))
      return late(() => {
        if (made === undefined) {
          throw new Error("The database is not migrated: the secret that signs cursors is missing.")
        }
        return made
      })
    })
  )

  /** Signs with a secret of the host's, of 32 bytes or more. */
  static readonly layerSecret = (secret: Redacted.Redacted<Uint8Array>) =>
    Layer.sync(Cursors, () => makeCursors(Redacted.value(secret)))
}
