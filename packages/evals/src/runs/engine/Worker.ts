import { groupRequests, monotonicMillis, noteWork, WorkFor } from "@agent-operations/database"
import type { Timeout, Unavailable } from "@agent-operations/error-envelope"
import {
  Cause,
  Clock,
  Deferred,
  Duration,
  Effect,
  Exit,
  FiberSet,
  Layer,
  Option,
  Queue,
  Random,
  Schedule
} from "effect"
import { SqlClient } from "effect/sql"
import type { Claim, LaneRef } from "../store/claim.ts"
import type { Outcome } from "../store/outcome.ts"
import { RunStore } from "../store/RunStore.ts"
import { NewWork } from "./NewWork.ts"
import { Places } from "./Places.ts"
import { makeWork } from "./work.ts"

export interface WorkerOptions {
  /**
   * How many targets this process works on at a time. Default: 20. Where those of one organization take them all, it works on
   * up to as many again of others, and on one of each that has none.
   */
  readonly concurrency?: number | undefined
  /** Whether no other process can use the database, as with an embedded one. Default: false. */
  readonly isAlone?: boolean | undefined
  /** How long this process is taken to be alive after it last said so, a third of it ago. Default: 15 s. */
  readonly lease?: Duration.Input | undefined
  /** How long work in flight may go on when the process stops; what is left is handed on. Default: 18 s. */
  readonly grace?: Duration.Input | undefined
}

/**
 * Why work is ended from outside: its run is cancelled, its project is closed, the process stops, or others took the worker
 * to be dead.
 */
type Break = "cancelled" | "closed" | "released" | "dead"

/** Whether an outcome counted, or why it could not be written down. */
type Told = Exit.Exit<boolean, Timeout | Unavailable>

interface InFlight {
  readonly claim: Claim
  readonly startedMillis: number
  readonly broken: Deferred.Deferred<Break>
  /** Whether the app is no longer being called. */
  hasOutput: boolean
}

const lookEvery = Duration.seconds(1)
/** How soon it is looked on, where a lane had nothing to be done now. */
const lookOn = Duration.millis(25)
/** For how long after the database was away a worker looks for what it was not told of. */
const doubtMillis = 30_000
const again = Schedule.min([Schedule.exponential("100 millis"), Schedule.spaced("5 seconds")]).pipe(Schedule.jittered)

/** Logs a failure and goes on: the next look does what this one did not. */
const carryOn = (what: string) => (cause: Cause.Cause<unknown>) =>
  Cause.hasInterruptsOnly(cause) ? Effect.interrupt : Effect.logWarning(`Evaluations: ${what} failed`, cause)

/** What one process does about runs for as long as its scope lasts. */
const make = Effect.fnUntraced(function* ({
  concurrency = 20,
  isAlone = false,
  grace = "18 seconds",
  lease = "15 seconds"
}: WorkerOptions) {
  const [store, work, sql] = [yield* RunStore, yield* makeWork, yield* SqlClient.SqlClient]
  const inFlight = new Set<InFlight>()
  const places = new Places(concurrency)
  const stuck: Array<Claim> = []
  // Before the finalizer below, so that the work outlives the looking for more.
  const fibers = yield* FiberSet.make()
  const freed = new Map<string, LaneRef>()
  const own = yield* Queue.sliding<void>(1)
  const wake = Option.getOrElse(yield* Effect.serviceOption(NewWork), () => own)
  const awaken = Queue.offer(wake, undefined)
  let isStopping = false
  const leaseMillis = Math.round(Duration.toMillis(lease))
  let worker = yield* store.register({ isAlone, leaseMillis })

  const told = (counted: boolean): Told => Exit.succeed(counted)
  const alone = (outcome: Outcome): Effect.Effect<Told> =>
    Effect.exit(Effect.map(store.settle(worker, [outcome]), ([counted]) => counted === true))

  const share = groupRequests(sql, {
    group: ({ space }: Outcome) => `${space.tenant}/${space.project}`,
    size: () => 1,
    most: 200,
    // They wait for each other at the row of their run.
    open: 1,
    carryOut: (outcomes) =>
      Effect.map(store.settle(worker, outcomes), (counted) => counted.map(told)).pipe(
        // One that can't be written down is not to keep the others from it.
        Effect.catchDefect((defect) => (outcomes.length === 1 ? Effect.die(defect) : Effect.forEach(outcomes, alone)))
      )
  })
  /** Until when what was asked of the database may have been done without this worker's knowing. */
  let doubtUntil = 0
  const doubt = Effect.map(monotonicMillis, (now) => {
    doubtUntil = now + doubtMillis
  })

  // Until it is known whether it is written down: a database that is away comes back.
  const settle = (outcome: Outcome): Effect.Effect<boolean> => {
    const written = Effect.flatMap(share(outcome), (one) => one)
    // What was written, but not told of, does not count the second time: whoever settles goes no further with it.
    const writtenAgain = Effect.tap(Effect.orDie(Effect.retry(written, again)), doubt)
    return Effect.matchEffect(written, { onSuccess: Effect.succeed, onFailure: () => writtenAgain })
  }

  const breakOff = Effect.fnUntraced(function* ({ claim, startedMillis, hasOutput }: InFlight, why: Break) {
    if (why === "dead" || (why === "released" && hasOutput)) return
    // What has an output is handed back, and scored once the project is open again.
    if (why === "closed") return yield* doubt
    const key = { space: claim.space, runId: claim.runId, ordinal: claim.ordinal }
    if (hasOutput || claim.work !== "invoke") {
      if (why === "cancelled") yield* settle({ _tag: "Cancelled", ...key, attempt: { number: claim.attempt } })
      return
    }
    const attempt = yield* work.broken(claim, why, startedMillis)
    if (why === "cancelled") {
      const counts = yield* settle({ _tag: "Cancelled", ...key, attempt })
      // Where it does not, its output was just being written down: it is its scoring that ends. Law: X8.
      if (!counts) yield* settle({ _tag: "Cancelled", ...key, attempt: { number: claim.attempt } })
    } else if (claim.retryLost && claim.attempt < claim.maxAttempts)
      yield* settle({ _tag: "Released", ...key, attempt })
    // Else it is lost, as whoever buries this worker will find.
  })

  /** Ends a target whose work has a fault, so that its run does not wait for it for as long as this process lives. */
  const faulty = (one: InFlight) =>
    Effect.asVoid(Effect.flatMap(Effect.orDie(Effect.retry(work.faulty(one.claim, one), again)), settle)).pipe(
      Effect.catchCause((cause) => {
        // It was called: it is not handed back as if it had not been.
        stuck.push(one.claim)
        return carryOn("ending a target whose work has a fault")(cause)
      })
    )

  /** What is claimed is in flight before anything else is done about it. */
  const take = Effect.fnUntraced(function* (claim: Claim) {
    const [startedMillis, broken] = [yield* Clock.currentTimeMillis, yield* Deferred.make<Break>()]
    const one: InFlight = { claim, startedMillis, broken, hasOutput: claim.work === "score" }
    inFlight.add(one)
    places.take(claim.space.tenant)
    return one
  })

  const leave = (one: InFlight, exit: Exit.Exit<unknown, unknown>) => {
    const { claim } = one
    inFlight.delete(one)
    places.leave(claim.space.tenant)
    // It may have been called: it is not handed back as if it had not been.
    if (Exit.isFailure(exit)) stuck.push(claim)
    freed.set(`${claim.space.tenant}/${claim.space.project}/${claim.lane}`, claim)
    return awaken
  }

  const process = Effect.fnUntraced(function* (one: InFlight) {
    const { claim } = one
    const whole = work.run(claim, settle, () => {
      one.hasOutput = true
      freed.set(`${claim.space.tenant}/${claim.space.project}/${claim.lane}`, claim)
      return Effect.runSync(awaken)
    })
    const ended = yield* Effect.raceFirst(Effect.as(whole, undefined), Deferred.await(one.broken)).pipe(
      Effect.catchCause((cause) =>
        // What breaks off by itself, and not because this process stops, has a fault, too.
        Cause.hasInterruptsOnly(cause) && isStopping
          ? Effect.interrupt
          : Effect.as(
              Effect.andThen(Effect.logWarning("Evaluations: work on a target failed", cause), faulty(one)),
              undefined
            )
      )
    )
    if (ended !== undefined) yield* breakOff(one, ended)
  })

  const breakAll = (why: Break) =>
    Effect.forEach([...inFlight], ({ broken }) => Deferred.succeed(broken, why), { discard: true })

  /** Others took this worker to be dead, and have what it was doing. Law: X5. */
  const reborn = Effect.gen(function* () {
    yield* Effect.logWarning("Evaluations: this process was taken to be dead; it begins again")
    yield* breakAll("dead")
    worker = yield* store.register({ isAlone: false, leaseMillis })
  })

  const claimSome = Effect.gen(function* () {
    if (isStopping) return []
    const due = yield* store.claim({ worker, room: places, lane: undefined })
    if (due.length > 0) return due
    for (const [key, lane] of freed) {
      if (places.roomFor(lane.space.tenant) === 0) continue
      freed.delete(key)
      const claims = yield* store.claim({ worker, room: places, lane })
      if (claims.length > 0) return claims
    }
    return []
  })

  /** After the database was away: what is this worker's, and it was not told of. */
  const handBack = Effect.gen(function* () {
    if ((yield* monotonicMillis) > doubtUntil || isStopping) return
    yield* store.handBack(worker, [...[...inFlight].map(({ claim }) => claim), ...stuck])
  })

  const look = Effect.gen(function* () {
    yield* handBack
    const { looks } = places
    const claims = yield* Effect.tapError(claimSome, () => doubt)
    if (claims === "Dead") return yield* reborn
    for (const one of yield* Effect.forEach(claims, take)) {
      yield* FiberSet.run(
        fibers,
        Effect.provideService(
          Effect.onExit(process(one), (exit) => leave(one, exit)),
          WorkFor,
          one.claim.space.tenant
        )
      )
    }
    if (claims.length > 0) return
    if (places.looks > looks) return yield* Effect.sleep(lookOn)
    const jitter = 0.8 + 0.4 * (yield* Random.next)
    yield* Effect.timeoutOption(Queue.take(wake), Duration.times(lookEvery, jitter))
  })

  const forever = <E, R>(what: string, every: Duration.Duration, effect: Effect.Effect<unknown, E, R>) =>
    Effect.forkScoped(
      effect.pipe(Effect.catchCause(carryOn(what)), Effect.repeat(Schedule.spaced(every)), Effect.delay(every))
    )

  yield* forever(
    "staying alive",
    Duration.millis(leaseMillis / 3),
    Effect.flatMap(
      Effect.suspend(() => store.renew(worker, leaseMillis)),
      (alive) => (alive ? Effect.void : reborn)
    )
  )
  yield* forever(
    "handing on what was lost",
    lookEvery,
    Effect.flatMap(
      Effect.suspend(() => store.bury(leaseMillis)),
      (runs) => (runs > 0 ? awaken : Effect.void)
    )
  )
  yield* forever(
    "ending what was cancelled",
    lookEvery,
    Effect.gen(function* () {
      const ended = yield* store.toEnd([...inFlight].map(({ claim }) => claim))
      for (const { claim, broken, hasOutput } of inFlight) {
        const why = ended.get(claim.runId)
        // A call of the app that is out goes on to its end: what it cost and came to is written down.
        if (why === "cancelled" || (why === "closed" && hasOutput)) yield* Deferred.succeed(broken, why)
      }
    })
  )
  yield* Effect.forkScoped(
    Effect.forever(
      Effect.catchCause(look, (cause) => Effect.andThen(carryOn("looking for work")(cause), Effect.sleep(lookEvery)))
    )
  )
  const unfinished = sql<{ some: boolean }>`
    select exists (
      select from agent_operations.eval_runs where status in ('queued', 'running', 'cancelling')
    ) as some`
  yield* noteWork(Effect.map(unfinished, ([row]) => inFlight.size > 0 || row?.some === true))
  yield* Effect.addFinalizer(() =>
    Effect.gen(function* () {
      isStopping = true
      const idle = Effect.suspend(() => (inFlight.size === 0 ? Effect.void : Effect.fail("busy" as const)))
      yield* idle.pipe(Effect.retry(Schedule.spaced("50 millis")), Effect.timeoutOption(grace))
      yield* breakAll("released")
      yield* idle.pipe(Effect.retry(Schedule.spaced("50 millis")), Effect.timeoutOption("2 seconds"))
      yield* store.leave(worker)
    }).pipe(Effect.ignore)
  )
  return { wake: awaken }
})

/** Works on runs while its scope lasts, and hands on what it has not finished. Laws: X3 to X9. */
export const workerLayer = (options: WorkerOptions = {}) => Layer.effectDiscard(make(options))
