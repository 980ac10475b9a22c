import { translateSqlErrors } from "@agent-operations/database"
import { Context, Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { makeCursors } from "./cursor.ts"

/** The cursors of this installation: the same on every process. Law: P3. */
export class Cursors extends Context.Service<Cursors, ReturnType<typeof makeCursors>>()(
  "@agent-operations/operations/Cursors"
) {
  /** Signs with the secret that the migration made. */
  static readonly layer = Layer.effect(
    Cursors,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [row] = yield* translateSqlErrors(
        sql<{ cursor_secret: Uint8Array }>`select cursor_secret from agent_operations.instance`
      )
      return makeCursors(row?.cursor_secret ?? (yield* Effect.die("The database is not migrated.")))
    })
  )

  /** Signs with a secret of the host's, of 32 bytes or more. */
  static readonly layerSecret = (secret: Redacted.Redacted<Uint8Array>) =>
    Layer.sync(Cursors, () => makeCursors(Redacted.value(secret)))
}
