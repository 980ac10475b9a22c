import { OpenProjects, removeWhenDue, translateSqlErrors, UpkeepClock } from "@agent-operations/database"
import { Context, Deferred, Duration, Effect, Exit, Fiber, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import type { DefinitionEvent } from "../model.ts"
import { deliver, type DeliveryOptions } from "./deliver.ts"
import { abandonedAfter, subscriptions } from "./subscriptions.ts"

/** The name of a subscription, and how its events are delivered. */
export interface SubscriptionOptions extends DeliveryOptions {
  /** What it is known by in the database, to all processes: 1 to 100 of `a` to `z`, digits, `.`, `_` and `-`. */
  readonly name: string
}

type Running = Fiber.Fiber<unknown, unknown>

const wellFormed = /^[a-z0-9][a-z0-9._-]{0,99}$/

/** A timer has no longer time. */
const longest = 2 ** 31 - 1

const isBetween = (value: Duration.Input | undefined, least: number) => {
  if (value === undefined) return true
  const millis = Option.match(Duration.fromInput(value), { onNone: () => Number.NaN, onSome: Duration.toMillis })
  return millis >= least && millis <= longest
}

/** What is wrong with the options of a subscription, if anything is: kept without a handler, its events would pile up. */
const optionsFault = ({ name, timeout, pollInterval, lease, backlog = 1 }: SubscriptionOptions): string | undefined => {
  if (!wellFormed.test(name)) {
    return "The name of a subscription must be 1 to 100 of the characters a to z, 0 to 9, . _ and -, such as search-index."
  }
  if (!isBetween(timeout, 1))
    return 'The timeout of a subscription must be a duration of at most 24 days, such as "30 seconds".'
  if (!isBetween(pollInterval, 10))
    return "The pollInterval of a subscription must be a duration of 10 milliseconds to 24 days."
  if (!isBetween(lease, 1000)) return "The lease of a subscription must be a duration of one second to 24 days."
  return Number.isSafeInteger(backlog) && backlog > 0
    ? undefined
    : "The backlog of a subscription must be a whole number, 1 or more."
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const scope = yield* Effect.scope
  const kept = subscriptions(sql, yield* OpenProjects)
  /** What runs here, by name, as soon as it is registered; nothing where that fails. */
  const running = new Map<string, Deferred.Deferred<Running | undefined>>()

  yield* removeWhenDue(
    {
      of: "subscriptions",
      age: abandonedAfter,
      count: (until) =>
        Effect.flatMap(kept.exist, (exist) =>
          exist ? kept.countAbandoned(until) : Effect.succeed({ due: 0, kept: 0 })
        ),
      remove: Effect.fnUntraced(function* (until) {
        const names = (yield* kept.exist) ? yield* kept.removeAbandoned(until) : []
        for (const name of names) {
          yield* Effect.logWarning(`The subscription ${name} was removed: no process has used it for ${abandonedAfter}`)
        }
        return { count: names.length }
      })
    },
    { first: "10 minutes", every: "1 hour" }
  )

  const register = Effect.fnUntraced(function* (name: string) {
    if (!(yield* translateSqlErrors(kept.exist))) {
      return yield* Effect.die(
        new TypeError("No mounted family has definitions, so nothing can be subscribed to: mount one that has.")
      )
    }
    if (!(yield* translateSqlErrors(kept.register(name)))) {
      yield* Effect.logWarning(
        `A transaction that wrote before the subscription ${name} was created is still open: its changes may not be delivered`
      )
    }
  })

  const stop = Effect.fnUntraced(function* (name: string, started: Deferred.Deferred<Running | undefined>) {
    const fiber = yield* Deferred.await(started)
    if (running.get(name) === started) running.delete(name)
    if (fiber !== undefined) yield* Fiber.interrupt(fiber)
  })

  return {
    /**
     * Has a handler told of every change that is committed from when this resolves, and of those that were not told yet
     * where the subscription was there before. It runs until this layer is closed, or until `stop`.
     *
     * @example
     * const { stop } = yield* events.subscribe({ name: "search-index" }, (event) => reindex(event.definitionId))
     */
    subscribe: Effect.fn("DefinitionEvents.subscribe")(function* <E>(
      { name, ...options }: SubscriptionOptions,
      handler: (event: DefinitionEvent) => Effect.Effect<unknown, E>
    ) {
      const fault = optionsFault({ name, ...options })
      if (fault !== undefined) return yield* Effect.die(new TypeError(fault))
      if (running.has(name)) {
        return yield* Effect.die(
          new TypeError(`The subscription ${name} already has a handler in this process. Give this one another name.`)
        )
      }
      const started = Deferred.makeUnsafe<Running | undefined>()
      running.set(name, started)
      yield* register(name).pipe(
        Effect.andThen(Effect.forkIn(deliver(sql, kept, name, handler, options), scope)),
        Effect.onExit((exit) => {
          if (Exit.isFailure(exit)) running.delete(name)
          return Deferred.succeed(started, Exit.isSuccess(exit) ? exit.value : undefined)
        })
      )
      return { stop: stop(name, started) }
    }),
    /** Ends a subscription for all processes, and forgets what it has not been told. */
    unsubscribe: Effect.fn("DefinitionEvents.unsubscribe")(function* (name: string) {
      const started = running.get(name)
      if (started !== undefined) yield* stop(name, started)
      yield* translateSqlErrors(kept.remove(name))
    })
  }
})

/**
 * Delivers committed changes of definitions to handlers, each at least once. The statement that writes a revision also
 * writes its event, but only while there is a subscription. Law: R10.
 *
 * @example
 * const events = yield* DefinitionEvents
 * yield* events.subscribe({ name: "search-index" }, (event) => reindex(event.definitionId))
 */
export class DefinitionEvents extends Context.Service<DefinitionEvents, Effect.Success<typeof make>>()(
  "@agent-operations/revision-store/DefinitionEvents"
) {
  static readonly layer = Layer.effect(DefinitionEvents, make).pipe(Layer.provide(UpkeepClock.layer))
}
