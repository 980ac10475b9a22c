import { Data, Deferred, Duration, Effect, Exit, Option, Scope } from "effect"
import { type Turn, Turns } from "./turns.ts"
import { WorkFor } from "./WorkFor.ts"

/** No turn came in time, or too many were waiting. Nothing was done. */
export class NoTurn extends Data.TaggedError("NoTurn") {}

/** How much is done at once, and how much waits. */
export interface SharesOptions {
  /** How many have their turn at once. */
  readonly size: number
  /** How many wait at most, of all together. Default: any number. */
  readonly queueLimit?: number
  /** How long work that may begin again has its turn at least, before it gives way to who has none. Default: 500 ms. */
  readonly quantum?: Duration.Duration
  /**
   * Whether who has half of the turns never gets the last free one, also while nobody else comes: for work that can't be asked
   * to give way. Default: no.
   */
  readonly keepsLast?: boolean
}

/** How one piece of work takes its turn. */
export interface TurnOptions {
  /** How long it waits for its turns at most, in all. Default: for ever. */
  readonly patience?: Duration.Duration
  /** Whether the work may be interrupted and begun again. Default: no. */
  readonly mayBeginAgain?: boolean
}

/** A number of turns, shared out among those whom work is done for, as `WorkFor` says. */
export interface Shares {
  /** Does work when its turn has come. */
  readonly run: <A, E, R>(work: Effect.Effect<A, E, R>, options?: TurnOptions) => Effect.Effect<A, E | NoTurn, R>
  /** Takes a turn for the scope. It can't be asked to give way. */
  readonly take: Effect.Effect<void, NoTurn, Scope.Scope>
}

interface Entered {
  readonly turn: Turn
  readonly granted: Effect.Effect<void, NoTurn>
  /** Where it may be asked to give way. */
  readonly room: Effect.Effect<void> | undefined
}

/** How often room is asked for while somebody waits, in milliseconds. */
const askEvery = 50

/**
 * Shares out turns. The next is for the party that has the fewest, and among equals for the one whose last turn is longest
 * ago: alone it may have all, and no more than half once a second waits. The last free turn is not for who has half and waits
 * alone, for three seconds after another had one. Where no turn ends, work that may begin again makes
 * room for a party that has none: after its quantum what a party has above half, and else after twice as long each time, so
 * that it comes to an end. In a full queue, the last of the party with the most in it makes room for one with fewer. Law: K3.
 *
 * @example
 * const shares = makeShares({ size: 2, queueLimit: 32 })
 * yield* shares.run(work, { patience: Duration.seconds(5) }) // `NoTurn` where none comes in 5 seconds
 */
export const makeShares = (options: SharesOptions): Shares => {
  const quantum = Duration.toMillis(options.quantum ?? Duration.millis(500))
  const { size, queueLimit = Number.POSITIVE_INFINITY, keepsLast = false } = options
  const turns = new Turns({ size, queueLimit, quantum, keepsLast })
  let canMakeRoom = false
  let asking: NodeJS.Timeout | undefined

  // One timer for all that wait, however many they are.
  const askLater = () => {
    if (asking !== undefined || turns.waiting === 0 || !(canMakeRoom || turns.keeps)) return
    asking = setTimeout(
      () => {
        asking = undefined
        turns.makeRoom(performance.now())
        askLater()
      },
      Math.min(askEvery, quantum / 4)
    ).unref()
  }

  const enter = (name: string | undefined, times: number, mayBeginAgain: boolean): Entered | undefined => {
    const granted = Deferred.makeUnsafe<void, NoTurn>()
    const room = mayBeginAgain ? Deferred.makeUnsafe<void>() : undefined
    const turn = turns.enter(name, times, performance.now(), {
      onTurn: () => Deferred.doneUnsafe(granted, Effect.void),
      onRefused: () => Deferred.doneUnsafe(granted, Effect.fail(new NoTurn())),
      onGiveWay: room && (() => Deferred.doneUnsafe(room, Effect.void))
    })
    canMakeRoom ||= mayBeginAgain
    askLater()
    return turn && { turn, granted: Deferred.await(granted), room: room && Deferred.await(room) }
  }

  const end = (turn: Turn) =>
    Effect.sync(() => {
      turns.end(turn, performance.now())
      askLater()
    })

  const run: Shares["run"] = <A, E, R>(
    work: Effect.Effect<A, E, R>,
    { patience = Duration.infinity, mayBeginAgain = false }: TurnOptions = {}
  ) => {
    const done = Effect.asSome(work)
    const attempt = (
      name: string | undefined,
      times: number,
      left: Duration.Duration
    ): Effect.Effect<A, E | NoTurn, R> =>
      Effect.uninterruptibleMask((restore) => {
        const entered = enter(name, times, mayBeginAgain)
        if (entered === undefined) return Effect.fail(new NoTurn())
        const { turn, granted, room } = entered
        const since = turn.since
        const inTurn = room ? Effect.raceFirst(done, Effect.as(room, Option.none())) : done
        const wait = Duration.isFinite(left)
          ? Effect.timeoutOrElse(granted, { duration: left, orElse: () => Effect.fail(new NoTurn()) })
          : granted
        return restore(turn.state === "running" ? inTurn : Effect.andThen(wait, inTurn)).pipe(
          Effect.ensuring(end(turn)),
          Effect.map((answer) => ({ answer, left: Duration.subtract(left, Duration.millis(turn.since - since)) }))
        )
      }).pipe(
        Effect.flatMap(({ answer, left }) =>
          Option.match(answer, { onNone: () => attempt(name, times + 1, left), onSome: (done) => Effect.succeed(done) })
        )
      )
    return Effect.flatMap(WorkFor, (name) => attempt(name, 0, patience))
  }

  const take = Effect.uninterruptibleMask((restore) =>
    Effect.gen(function* () {
      const [scope, name] = [yield* Effect.scope, yield* WorkFor]
      const entered = enter(name, 0, false)
      if (entered === undefined) return yield* new NoTurn()
      const { turn, granted } = entered
      if (turn.state !== "running") {
        yield* Effect.onExit(restore(granted), (exit) => (Exit.isFailure(exit) ? end(turn) : Effect.void))
      }
      yield* Scope.addFinalizer(scope, end(turn))
    })
  )
  return { run, take }
}
