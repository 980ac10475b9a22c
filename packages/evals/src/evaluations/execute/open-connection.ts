import { Effect, Schedule } from "effect"
import { ModelConnections } from "../../apps/connections/index.ts"
import type { Connection } from "../../apps/index.ts"
import type { Space } from "../../runs/index.ts"
import type { PinnedConnection } from "../plan/plan.ts"

/** How a read is tried again while the database is away: until it is back. */
export const untilThere = Schedule.min([Schedule.exponential("100 millis"), Schedule.spaced("5 seconds")])

/**
 * Opens a connection for a call, with the prices that the run pinned; or tells in a sentence why it can't be. Its address
 * and its key are those of now: a key that was replaced is no longer used. Laws: G2, X10.
 */
export const makeOpenConnection = Effect.map(
  ModelConnections,
  (connections) =>
    (space: Space, { id, name, prices }: PinnedConnection): Effect.Effect<Connection | string> =>
      connections.find(space, id).pipe(
        Effect.retry({ schedule: untilThere, while: ({ _tag }) => _tag !== "SecretNotReadable" }),
        Effect.map((found) =>
          found === undefined ? `The model connection "${name}" was removed.` : { ...found, prices }
        ),
        Effect.catchTag("SecretNotReadable", () =>
          Effect.succeed(`The key of the model connection "${name}" can't be read.`)
        ),
        Effect.orDie
      )
)
