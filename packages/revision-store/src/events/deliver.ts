import { newTypeId, noteWork } from "@agent-operations/database"
import { Cause, Clock, Duration, Effect, Latch } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { DefinitionEvent } from "../model.ts"
import { onWrite } from "./announce.ts"
import type { Subscriptions, WaitingEvent } from "./subscriptions.ts"

export interface DeliveryOptions {
  /** How long the handler may take for an event before that counts as a failure. Default: 30 seconds. */
  readonly timeout?: Duration.Input | undefined
  /** How often to look for what other processes wrote. Default: 1 second. */
  readonly pollInterval?: Duration.Input | undefined
  /** How long a process that died may keep others from telling. Default: 15 seconds. */
  readonly lease?: Duration.Input | undefined
  /** From how many waiting events on the log says that the subscription falls behind. Default: 10,000. */
  readonly backlog?: number | undefined
}

const batch = 100

/** For how long an event that was read is told without asking again whether its project is still open. */
const freshNanos = 1_000_000_000n

/** How many definitions may wait for another attempt before the others wait for them. */
const mostPostponed = 100

const longestPause = 60_000

/** Told again after a quarter of a second, a half, 1, 2, 4, … and then every 60. */
const pauseAfter = (attempts: number) => Math.min(250 * 2 ** (attempts - 1), longestPause)

/** When to tell a definition's events again, of which one failed. */
interface Postponed {
  readonly attempts: number
  readonly until: number
}

/**
 * Tells a subscription's events for as long as it runs: one at a time, each until the handler has succeeded with it, in
 * the order of commits of each definition. Of several processes one does so, and another goes on where that dies. Law: R10.
 */
export const deliver = Effect.fnUntraced(function* <E>(
  sql: SqlClient,
  subscriptions: Pick<Subscriptions, "hold" | "letGo" | "first" | "told" | "waiting">,
  name: string,
  handler: (event: DefinitionEvent) => Effect.Effect<unknown, E>,
  options: DeliveryOptions
) {
  const [timeout, pollInterval, lease] = [
    Duration.fromInputUnsafe(options.timeout ?? "30 seconds"),
    Duration.fromInputUnsafe(options.pollInterval ?? "1 second"),
    Duration.fromInputUnsafe(options.lease ?? "15 seconds")
  ]
  const backlog = options.backlog ?? 10_000
  const holder = newTypeId("hold")
  const written = yield* Latch.make()
  yield* onWrite(sql, () => written.openUnsafe())
  const postponed = new Map<string, Postponed>()
  let askedForBacklog = Number.NEGATIVE_INFINITY

  let heldUntil = 0
  let isRemoved = false

  const tellOnceRemoved = (removed: boolean) => {
    const isNew = removed && !isRemoved
    isRemoved = removed
    const warning = `The subscription ${name} was removed elsewhere: its handler here is told nothing until it is created again`
    return isNew ? Effect.logWarning(warning) : Effect.void
  }

  /** Whether this process may tell, as the database says or said less than half a lease ago. */
  const hold = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    if (heldUntil - now > Duration.toMillis(lease) / 2) return true
    const held = yield* subscriptions.hold(name, holder, Duration.toSeconds(lease))
    yield* tellOnceRemoved(held === "removed")
    heldUntil = held === "held" ? now + Duration.toMillis(lease) : 0
    return held === "held"
  })

  const postpone = Effect.fnUntraced(function* (event: DefinitionEvent, cause: Cause.Cause<unknown>) {
    const attempts = (postponed.get(event.definitionId)?.attempts ?? 0) + 1
    const pause = pauseAfter(attempts)
    postponed.set(event.definitionId, { attempts, until: (yield* Clock.currentTimeMillis) + pause })
    yield* Effect.logWarning(
      `The handler of the subscription ${name} failed for the event ${event.id} (attempt ${attempts}); the next attempt is in ${pause} ms`,
      cause
    )
  })

  /** Events that the handler has succeeded with, and the database has yet to forget. */
  const done: Array<WaitingEvent> = []
  const anyDone = yield* Latch.make()

  const forgetDone = Effect.gen(function* () {
    const events = [...done]
    if (events.length === 0) return
    yield* subscriptions.told(name, events)
    done.splice(0, events.length)
  })

  /** Forgets what is done while the handler goes on with others: of a handler that is quick, many with one statement. */
  const keepForgetting = Effect.forever(anyDone.await.pipe(Effect.andThen(anyDone.close), Effect.andThen(forgetDone)))

  const tell = Effect.fnUntraced(function* (waiting: WaitingEvent) {
    const { position: _, ...event } = waiting
    const exit = yield* Effect.exit(
      Effect.timeout(
        Effect.suspend(() => handler(event)),
        timeout
      )
    )
    if (exit._tag === "Failure") {
      yield* postpone(event, exit.cause)
      return false
    }
    postponed.delete(event.definitionId)
    done.push(waiting)
    yield* anyDone.open
    return true
  })

  /**
   * Tells events one after the other, but for those that follow one of their definition that failed; resolves with whether
   * some are left since they were read too long ago.
   */
  const tellAll = Effect.fnUntraced(function* (events: ReadonlyArray<WaitingEvent>) {
    const readAt = yield* Clock.monotonicTimeNanos
    const failed = new Set<string>()
    for (const event of events) {
      if ((yield* Clock.monotonicTimeNanos) - readAt > freshNanos) return true
      if (failed.has(event.definitionId)) continue
      if (!(yield* tell(event))) failed.add(event.definitionId)
    }
    return false
  })

  const watchBacklog = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    if (now - askedForBacklog < 60_000) return
    askedForBacklog = now
    const { count, since } = yield* subscriptions.waiting(name, backlog)
    if (count < backlog) return
    yield* Effect.logWarning(
      `The subscription ${name} is falling behind: at least ${count} events are waiting, the oldest since ${since}`
    )
  })

  /** Tells what waits, as far as a batch goes; resolves with whether there may be more. */
  const tellFirst = Effect.gen(function* () {
    yield* forgetDone
    const now = yield* Clock.currentTimeMillis
    const later = [...postponed].filter(([, { until }]) => until > now).map(([id]) => id)
    if (later.length >= mostPostponed) return false
    const events = yield* subscriptions.first(name, batch, later)
    const telling = Effect.raceFirst(tellAll(events), keepForgetting)
    const left = yield* Effect.ensuring(telling, Effect.ignore(forgetDone))
    if (!left && events.length < batch) return false
    yield* watchBacklog
    return true
  })

  /** Ends when another process has taken over, or the database does not say. */
  const keepHold = Effect.repeat(Effect.delay(hold, Duration.times(lease, 1 / 3)), { while: (held) => held })

  const round = Effect.gen(function* () {
    yield* written.close
    if (!(yield* hold)) return yield* Effect.sleep(pollInterval)
    const more = yield* Effect.raceFirst(tellFirst, Effect.as(keepHold, false))
    if (!more) yield* Effect.timeoutOption(written.await, pollInterval)
  }).pipe(
    Effect.catchCause((cause) =>
      Effect.andThen(
        Cause.hasInterruptsOnly(cause)
          ? Effect.void
          : Effect.logWarning(`The events of the subscription ${name} could not be read`, cause),
        Effect.sleep("5 seconds")
      )
    )
  )

  yield* noteWork(Effect.map(subscriptions.waiting(name, 1), ({ count }) => count > 0))
  yield* Effect.addFinalizer(() => Effect.ignore(Effect.timeout(subscriptions.letGo(name, holder), "1 second")))
  return yield* Effect.forever(round)
}, Effect.scoped)
