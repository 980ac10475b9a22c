import { sqlState, translateSqlErrors } from "@agent-operations/database"
import { Context, Effect, Layer, Redacted, Schedule } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { type CursorBinding, type KeyCodec, makeCursors } from "./cursor.ts"

type Made = ReturnType<typeof makeCursors>

// undefined_table, invalid_schema_name
const isNotMigrated = (error: SqlError.SqlError) => ["42P01", "3F000"].includes(sqlState(error) ?? "")

const notMigrated = () => {
  throw new Error("The database is not migrated: the secret that signs cursors is missing.")
}

/** Cursors that may be had later than their codecs are named. */
const late = (made: () => Made | undefined): Made => ({
  of: <K>(codec: KeyCodec<K>) => {
    const named = () => (made() ?? notMigrated()).of(codec)
    let cursors: ReturnType<typeof named> | undefined
    const now = () => (cursors ??= named())
    return {
      write: (last: K, binding: CursorBinding) => now().write(last, binding),
      read: (cursor: string, binding: CursorBinding) => now().read(cursor, binding)
    }
  }
})

/** The cursors of this installation: the same on every process. Law: P3. */
export class Cursors extends Context.Service<Cursors, Made>()("@agent-operations/operations/Cursors") {
  /** Signs with the secret that the migration made; where that is yet to run, as soon as it has. */
  static readonly layer = Layer.effect(
    Cursors,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      let made: Made | undefined
      const load = sql<{ cursor_secret: Uint8Array }>`select cursor_secret from agent_operations.instance`.pipe(
        Effect.catchIf(isNotMigrated, () => Effect.succeed([])),
        translateSqlErrors,
        Effect.map(([row]) => {
          if (row !== undefined) made = makeCursors(row.cursor_secret)
          return made !== undefined
        })
      )
      if (yield* load) return made ?? notMigrated()
      const again = Effect.orElseSucceed(load, () => false)
      yield* Effect.forkScoped(Effect.repeat(again, { schedule: Schedule.spaced("1 second"), until: (done) => done }))
      return late(() => made)
    })
  )

  /** Signs with a secret of the host's, of 32 bytes or more. */
  static readonly layerSecret = (secret: Redacted.Redacted<Uint8Array>) =>
    Layer.sync(Cursors, () => makeCursors(Redacted.value(secret)))
}
