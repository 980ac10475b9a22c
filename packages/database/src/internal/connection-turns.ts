import { Duration, Effect, type Scope } from "effect"
import type { SqlError } from "effect/sql"
import { makeShares, NoTurn, type TurnOptions } from "../shares/Shares.ts"
import { noneFree } from "./sql-client.ts"

type Failure = SqlError.SqlError

const noTurnIsNoneFree = <A, E, R>(self: Effect.Effect<A, E | NoTurn, R>): Effect.Effect<A, E | Failure, R> =>
  Effect.mapError(self, (error): E | Failure => (error instanceof NoTurn ? noneFree() : error))

/** How searches take their turns. */
export interface SearchOptions extends TurnOptions {
  readonly patience: Duration.Duration
}

/** Turns at a number of connections, shared out among organizations. Law: K3. */
export interface ConnectionTurns {
  /** A turn for the scope. */
  readonly take: Effect.Effect<void, Failure, Scope.Scope>
  /** A turn for one statement. */
  readonly run: <A, E, R>(work: Effect.Effect<A, E, R>, options?: TurnOptions) => Effect.Effect<A, E | Failure, R>
  /** A turn for one statement that may take long, among such statements alone: for a session that statements share. */
  readonly searchBeside: <A, E, R>(
    work: Effect.Effect<A, E, R>,
    options: SearchOptions
  ) => Effect.Effect<A, E | Failure, R>
  /** A turn for one statement that may take long: of half of the connections, so that some are left for the rest. */
  readonly search: <A, E, R>(work: Effect.Effect<A, E, R>, options: SearchOptions) => Effect.Effect<A, E | Failure, R>
}

/** How many connections searches have, of all organizations together. */
const forSearches = (size: number): number => Math.max(1, Math.floor(size / 2))

/** With a part of the patience: so that who gets no turn is told so before the work itself is too late. */
const upTo = (part: number, options: SearchOptions): SearchOptions => ({
  ...options,
  patience: Duration.times(options.patience, part)
})

/** Turns at so many connections. */
export const makeConnectionTurns = (size: number): ConnectionTurns => {
  // A transaction can't be ended for another's. Of a few connections, who is alone may have all.
  const all = makeShares({ size, keepsLast: size > 3 })
  const searches = makeShares({ size: forSearches(size) })
  return {
    take: Effect.mapError(all.take, noneFree),
    run: (work, options) => noTurnIsNoneFree(all.run(work, options)),
    searchBeside: (work, options) => noTurnIsNoneFree(searches.run(work, upTo(1 / 2, options))),
    search: (work, options) => noTurnIsNoneFree(searches.run(all.run(work, upTo(1 / 4, options)), upTo(1 / 2, options)))
  }
}
