import { type PgConnection, PgPool } from "@effect/sql-pg"
import { Effect, type Scope } from "effect"
import type { SqlError } from "effect/sql"
import { turnThatEnds } from "./end-of-turn.ts"

type Session = PgConnection.PgConnection
type Failure = SqlError.SqlError

/** The connections of a client: shared for single statements, one's own for transactions and streams. */
export interface Sessions {
  readonly use: <A, E, R>(statement: (session: Session) => Effect.Effect<A, E, R>) => Effect.Effect<A, E | Failure, R>
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

const inOnePool = (pool: PgPool.PgPool): Sessions => ({ use: pool.use, own: pool.reserve, drop: pool.invalidate })

/**
 * With `multiplex`, the driver's pool lets statements share a connection before it opens another, and makes a
 * transaction wait until those before it on its connection are answered: one slow statement, or one that waits for a
 * lock, would then hold up the rest of a quiet server. So four in ten connections are lanes that single statements are
 * spread over, each on the one with the fewest in flight, past those that have been stuck; and the others belong to one
 * transaction at a time. PGlite has one session, for everything.
 */
export const makeSessions = Effect.fnUntraced(function* (
  config: PgPool.Config
): Effect.fn.Return<Sessions, Failure, Scope.Scope> {
  const size = config.maxConnections ?? 10
  if (config.multiplex !== true || size === 1) return inOnePool(yield* PgPool.make(config))
  const lanes = yield* Effect.replicateEffect(
    Effect.map(PgPool.make({ ...config, maxConnections: 1 }), (pool): Lane => ({ pool, inFlight: 0, lastEnd: 0 })),
    Math.max(1, Math.floor(size * 0.4))
  )
  const exclusive = yield* PgPool.make({ ...config, multiplex: false, maxConnections: size - lanes.length })
  const choose = makeChoice(lanes)
  const pools = [...lanes.map(({ pool }) => pool), exclusive]
  return {
    use: (statement) =>
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
      }),
    own: exclusive.get,
    drop: (session) => Effect.forEach(pools, (pool) => pool.invalidate(session), { discard: true })
  }
})
