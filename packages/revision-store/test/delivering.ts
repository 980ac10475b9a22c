import type { DefinitionEvent } from "@agent-operations/revision-store"
import { Clock, Effect, Fiber, Logger, References } from "effect"
import type { SqlClient } from "effect/sql"
import { SqlError, UnknownError } from "effect/sql/SqlError"
import { deliver, type DeliveryOptions } from "../src/events/deliver.ts"
import type { Subscriptions, WaitingEvent } from "../src/events/subscriptions.ts"
import { actor } from "./kinds.ts"

type Held = "held" | "elsewhere" | "removed"

/** What the database would keep, and what is asked of it and of the handler, each at a time in milliseconds. */
interface World {
  held: Held
  /** Whether the database can be read. */
  isAway: boolean
  readonly waiting: Array<WaitingEvent>
  readonly log: Array<string>
  /** When something was done, by what it was. */
  readonly at: Record<string, Array<number>>
}

let position = 0

export const event = (definitionId: string, revision = 1): WaitingEvent => ({
  position: `${++position}`,
  id: `${definitionId}/${revision}`,
  type: "created",
  kind: "widget",
  definitionId,
  revision,
  tenant: "org_a",
  project: "prj_a",
  actor,
  at: "2015-01-01T00:00:00.000Z"
})

export const many = (count: number, of = "wd") => Array.from({ length: count }, (_, n) => event(`${of}_${n}`))

/** Nothing here waits for more than some turns, but for the clock. */
export const settled = Effect.repeat(Effect.yieldNow, { times: 500 })

/** Delivers what waits in a world, with a clock that stands still but where it is moved. */
export const delivering = Effect.fnUntraced(function* <E>(
  given: Partial<World>,
  handler: (event: DefinitionEvent) => Effect.Effect<unknown, E>,
  options: DeliveryOptions = {},
  sql = client()
) {
  const world: World = { held: "held", isAway: false, waiting: [], log: [], at: {}, ...given }
  const note = (what: string) =>
    Effect.map(Clock.currentTimeMillis, (now) => {
      ;(world.at[what] ??= []).push(now)
    })
  const away = Effect.suspend(() =>
    world.isAway ? Effect.fail(new SqlError({ reason: new UnknownError({ cause: new Error("away") }) })) : Effect.void
  )
  const kept: Pick<Subscriptions, "hold" | "letGo" | "first" | "told" | "waiting"> = {
    hold: (_name, holder, seconds) => Effect.as(note(`hold ${holder.slice(0, 4)} ${seconds}`), world.held),
    letGo: () => note("let go"),
    first: (_name, limit, without) =>
      note("first").pipe(
        Effect.andThen(away),
        Effect.map(() => world.waiting.filter(({ definitionId }) => !without.includes(definitionId)).slice(0, limit))
      ),
    told: (_name, events) =>
      Effect.map(Effect.andThen(note("told"), away), () => {
        for (const { position } of events)
          world.waiting.splice(
            world.waiting.findIndex((one) => one.position === position),
            1
          )
      }),
    waiting: () => Effect.as(note("counted"), { count: world.waiting.length, since: "long ago" })
  }
  const fiber = yield* deliver(sql, kept, "index", handler, options).pipe(
    Effect.provide(Logger.layer([Logger.make(({ message }) => world.log.push(String(message)))])),
    Effect.provideService(References.MinimumLogLevel, "Warn"),
    Effect.forkChild
  )
  yield* settled
  return { world, end: Fiber.interrupt(fiber) }
})

/** The clock of the test, of which the time of day can be set back while what passes is told as it is. */
export const settable = Effect.map(Clock.Clock, (clock) => {
  let backMillis = 0
  return {
    clock: {
      ...clock,
      currentTimeMillisUnsafe: () => clock.currentTimeMillisUnsafe() - backMillis,
      currentTimeMillis: Effect.map(clock.currentTimeMillis, (now) => now - backMillis)
    },
    setBack: (millis: number) => void (backMillis += millis)
  }
})

/** A client that commits each write at once. */
export const client = () => ({ afterCommit: (effect) => effect }) as SqlClient.SqlClient

export const handled = (told: Array<string>) => (event: DefinitionEvent) => Effect.sync(() => told.push(event.id))

/** A handler that keeps when it was called for what. */
export const timed =
  (calls: Array<readonly [string, number]>, fails: (id: string) => boolean) => (event: DefinitionEvent) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      calls.push([event.id, now])
      return fails(event.id) ? Effect.fail("no") : Effect.void
    })
