import { Context, type Duration, Effect } from "effect"
import type { SqlError } from "effect/sql"
import { abandonAfter } from "../abandon-after.ts"

type Failure = SqlError.SqlError

/** How long a statement may go unanswered, where that differs from the client's own bound. */
export const StatementDeadline = Context.Reference<Duration.Duration | undefined>(
  "@agent-operations/database/StatementDeadline",
  { defaultValue: () => undefined }
)

/** Bounds statements and waits by the deadline that holds here, or else by the client's own. */
export const boundBy =
  (deadline: Duration.Duration) =>
  <A, E, R>(
    self: Effect.Effect<A, E, R>,
    orElse: () => Effect.Effect<never, Failure>
  ): Effect.Effect<A, E | Failure, R> =>
    Effect.withFiber((fiber) => abandonAfter(self, fiber.getRef(StatementDeadline) ?? deadline, orElse))

/** How long to wait for a turn, at most. */
export const patienceOf = (deadline: Duration.Duration): Effect.Effect<Duration.Duration> =>
  Effect.withFiber((fiber) => Effect.succeed(fiber.getRef(StatementDeadline) ?? deadline))
