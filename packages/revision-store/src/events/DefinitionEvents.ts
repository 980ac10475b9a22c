import { translateSqlErrors } from "@agent-operations/database"
import { Context, Effect, Fiber, Layer, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import type { DefinitionEvent } from "../model.ts"
import { deliver, type DeliveryOptions } from "./deliver.ts"
import { abandonedAfter, subscriptions } from "./subscriptions.ts"

export interface SubscriptionOptions extends DeliveryOptions {
  /** What it is known by in the database, to all processes: 1 to 100 of `a` to `z`, digits, `.`, `_` and `-`. */
  readonly name: string
}

const wellFormed = /^[a-z0-9][a-z0-9._-]{0,99}$/

const checkName = (name: string) =>
  wellFormed.test(name)
    ? Effect.void
    : Effect.die(new TypeError("The name of a subscription has 1 to 100 of a to z, digits, ., _ and -: search-index."))

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const scope = yield* Effect.scope
  const kept = subscriptions(sql)
  /** What runs here, by name; undefined while it is being registered. */
  const running = new Map<string, Fiber.Fiber<unknown, unknown> | undefined>()

  const tidy = Effect.gen(function* () {
    if (!(yield* kept.exist)) return
    for (const name of yield* kept.removeAbandoned) {
      yield* Effect.logWarning(`Nobody has asked for the subscription ${name} for ${abandonedAfter}: it is removed`)
    }
  })
  yield* tidy.pipe(
    Effect.catchCause((cause) => Effect.logWarning("Abandoned subscriptions could not be removed yet", cause)),
    Effect.delay("10 minutes"),
    Effect.repeat(Schedule.spaced("1 hour")),
    Effect.forkScoped
  )

  const register = Effect.fnUntraced(function* (name: string) {
    if (!(yield* translateSqlErrors(kept.exist))) {
      return yield* Effect.die(new TypeError("There are no definitions to tell of: mount a family that has some."))
    }
    if (!(yield* translateSqlErrors(kept.register(name)))) {
      yield* Effect.logWarning(
        `A transaction that wrote before the subscription ${name} was made is still open: it may not be told of that`
      )
    }
  })

  const stop = Effect.fnUntraced(function* (name: string, fiber: Fiber.Fiber<unknown, unknown>) {
    if (running.get(name) === fiber) running.delete(name)
    yield* Fiber.interrupt(fiber)
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
      yield* checkName(name)
      if (running.has(name)) {
        return yield* Effect.die(
          new TypeError(`The subscription ${name} has a handler in this process already. Give this one another name.`)
        )
      }
      running.set(name, undefined)
      yield* register(name).pipe(Effect.onError(() => Effect.sync(() => running.delete(name))))
      const fiber = yield* Effect.forkIn(deliver(sql, kept, name, handler, options), scope)
      running.set(name, fiber)
      return { stop: stop(name, fiber) }
    }),
    /** Ends a subscription for all processes, and forgets what it has not been told. */
    unsubscribe: Effect.fn("DefinitionEvents.unsubscribe")(function* (name: string) {
      const fiber = running.get(name)
      if (fiber !== undefined) yield* stop(name, fiber)
      yield* translateSqlErrors(kept.remove(name))
    })
  }
})

/**
 * Tells handlers of changes of definitions once they are committed, each at least once. What a write tells is written by
 * its own statement; where there is no subscription nothing is. Law: R10.
 *
 * @example
 * const events = yield* DefinitionEvents
 * yield* events.subscribe({ name: "search-index" }, (event) => reindex(event.definitionId))
 */
export class DefinitionEvents extends Context.Service<DefinitionEvents, Effect.Success<typeof make>>()(
  "@agent-operations/revision-store/DefinitionEvents"
) {
  static readonly layer = Layer.effect(DefinitionEvents, make)
}
