import { Cursors } from "@agent-operations/operations"
import { EncodedRevisionStore } from "@agent-operations/revision-store"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"

/** What families need of a host, which nothing here asks. */
export const host = Layer.mergeAll(
  Layer.mock(EncodedRevisionStore, {}),
  Layer.succeed(SqlClient.SqlClient, (() => Effect.succeed([])) as never),
  Cursors.layerSecret(Redacted.make(new Uint8Array(32)))
)
