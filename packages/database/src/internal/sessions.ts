import { type PgConnection, PgPool } from "@effect/sql-pg"
import { Effect, type Scope } from "effect"
import { SqlError } from "effect/sql"
import { sqlState } from "../sql-error.ts"
import { type ConnectionTurns, makeConnectionTurns } from "./connection-turns.ts"
import { turnThatEnds } from "./end-of-turn.ts"
import { makeRests } from "./rests.ts"

type Session = PgConnection.PgConnection
type Failure = SqlError.SqlError

/** Lends a session for one statement. */
export type Lend = <A, E, R>(
  statement: (session: Session) => Effect.Effect<A, E, R>
) => Effect.Effect<A, E | Failure, R>

/** The connections of a client: shared for short statements, one's own for long ones, transactions and streams. */
export interface Sessions {
  /** For a short statement. */
  readonly use: Lend
  /** For a statement that may take long, which has its turn. */
  readonly search: Lend
  /** The turns of those that may take long. */
  readonly inTurn: ConnectionTurns["search"]
  /** Whether a statement that may take long can be ended. */
  readonly canEnd: boolean
  /** Whether a short statement was ended, after so many milliseconds, since it was not short: nothing of it was done. */
  readonly overstayed: (error: unknown, millis: number) => boolean
  readonly own: Effect.Effect<Session, Failure, Scope.Scope>
  /** Takes a session out of service. */
  readonly drop: (session: Session) => Effect.Effect<void>
}

interface Lane {
  readonly pool: PgPool.PgPool
  inFlight: number
  lastEnd: number
}

const stalledMillis = 20

/** More than can be in flight: a lane that is stuck comes after all that are not, and the least of them before the rest. */
const stalledWeight = 1_000_000

// Statements on one connection are answered in order, so that a slow one holds up all behind it.
const load = ({ inFlight, lastEnd }: Lane, now: number): number =>
  inFlight > 0 && now - lastEnd > stalledMillis ? inFlight + stalledWeight : inFlight

const leastLoaded = (lanes: ReadonlyArray<Lane>): Lane => {
  const now = performance.now()
  return lanes.reduce((best, lane) => (load(lane, now) < load(best, now) ? lane : best))
}

/**
 * Which lane the next statement takes. Of look-ups that the end of a turn sends, two and two take the same: a write to
 * another connection, and waking the server's process behind it, costs more than the second waits for the first.
 */
const makeChoice = (lanes: ReadonlyArray<Lane>) => {
  let last: { readonly turn: number; readonly lane: Lane } | undefined
  return (): Lane => {
    const turn = turnThatEnds()
    const beside = last?.turn === turn ? last?.lane : undefined
    const lane = beside ?? leastLoaded(lanes)
    last = turn === undefined || beside !== undefined ? undefined : { turn, lane }
    return lane
  }
}

/** How many short statements are under way at once on a connection that they share. */
const perLane = 8

const inOnePool = (pool: PgPool.PgPool, size: number): Sessions => {
  const turns = makeConnectionTurns(size)
  return {
    use: (statement) => turns.run(pool.use(statement)),
    search: pool.use,
    inTurn: turns.search,
    canEnd: true,
    overstayed: () => false,
    own: Effect.andThen(turns.take, pool.reserve),
    drop: pool.invalidate
  }
}

/** Statements in flight share the session, and none of them can be ended. */
const inOneSession = (pool: PgPool.PgPool): Sessions => {
  const turns = makeConnectionTurns(1)
  const short = makeConnectionTurns(perLane)
  const rests = makeRests()
  return {
    use: (statement) => rests.short(short.run(pool.use(statement))),
    search: pool.use,
    inTurn: (work, options) => turns.searchBeside(rests.search(work), options),
    canEnd: false,
    overstayed: () => false,
    own: rests.short(Effect.andThen(turns.take, pool.reserve)),
    drop: pool.invalidate
  }
}

/** How long the server works on a statement in a lane, in milliseconds: one that takes longer is no short one. */
const laneMillis = 250

/** `query_canceled`: by the server's limit, before it was committed. What was ended earlier, somebody else ended. */
const wasEnded = (error: unknown, millis: number): boolean =>
  millis >= laneMillis && SqlError.isSqlError(error) && sqlState(error) === "57014"

/**
 * With `multiplex`, the driver's pool lets statements share a connection before it opens another, and makes a
 * transaction wait until those before it on its connection are answered: one slow statement, or one that waits for a
 * lock, would then hold up the rest of a quiet server. So four in ten connections are lanes that short statements are
 * spread over, each on the one with the fewest in flight, past those that have been stuck. The server ends what takes
 * long there, and organizations have their turns there, too. The others belong to one transaction or one search at a time, in turns of organizations. PGlite has one
 * session, for everything. Law: K3.
 */
export const makeSessions = Effect.fnUntraced(function* (
  config: PgPool.Config
): Effect.fn.Return<Sessions, Failure, Scope.Scope> {
  const size = config.maxConnections ?? 10
  if (config.multiplex !== true) return inOnePool(yield* PgPool.make(config), size)
  if (size === 1) return inOneSession(yield* PgPool.make(config))
  const lane = {
    ...config,
    maxConnections: 1,
    startupParameters: {
      ...config.startupParameters,
      statement_timeout: String(
        Math.min(laneMillis, Number(config.startupParameters?.["statement_timeout"] ?? laneMillis))
      )
    }
  }
  const lanes = yield* Effect.replicateEffect(
    Effect.map(PgPool.make(lane), (pool): Lane => ({ pool, inFlight: 0, lastEnd: 0 })),
    Math.max(1, Math.floor(size * 0.4))
  )
  const exclusive = yield* PgPool.make({ ...config, multiplex: false, maxConnections: size - lanes.length })
  const turns = makeConnectionTurns(size - lanes.length)
  const short = makeConnectionTurns(lanes.length * perLane)
  const choose = makeChoice(lanes)
  const pools = [...lanes.map(({ pool }) => pool), exclusive]
  return {
    use: (statement) =>
      short.run(
        Effect.suspend(() => {
          const lane = choose()
          if (lane.inFlight++ === 0) lane.lastEnd = performance.now()
          return Effect.ensuring(
            lane.pool.use(statement),
            Effect.sync(() => {
              lane.inFlight--
              lane.lastEnd = performance.now()
            })
          )
        })
      ),
    // The driver never prepares again, nor forgets, what was ended while it was prepared for the first time.
    search: (statement) =>
      exclusive.use((session) => Effect.onInterrupt(statement(session), () => exclusive.invalidate(session))),
    // What can't begin again would keep a turn of searches from others.
    inTurn: (work, options) => (options.mayBeginAgain === true ? turns.search : turns.run)(work, options),
    canEnd: true,
    overstayed: wasEnded,
    own: Effect.andThen(turns.take, exclusive.get),
    drop: (session) => Effect.forEach(pools, (pool) => pool.invalidate(session), { discard: true })
  }
})
