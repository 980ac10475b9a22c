import { inBackground, removeWhenDue, UpkeepClock } from "@agent-operations/database"
import { Effect, Layer, Schedule } from "effect"
import { TraceStore } from "../store/index.ts"

const rounds = { first: "1 minute", every: "1 hour" } as const

/** Makes partitions of weeks to come and removes what is too old, once an hour while the server runs. Laws: K1, T19, T20. */
export const upkeepLayer = Layer.effectDiscard(
  Effect.gen(function* () {
    const { prepareWeeks, removals } = yield* TraceStore
    yield* prepareWeeks.pipe(
      // It is tried again an hour later, by this process or another.
      Effect.catch((error) => Effect.logWarning("The weeks to come of traces could not be prepared yet", error)),
      inBackground,
      Effect.repeat(Schedule.spaced(rounds.every)),
      Effect.delay(rounds.first),
      Effect.forkScoped
    )
    yield* removeWhenDue(removals.traces, rounds)
    yield* removeWhenDue(removals.scores, rounds)
    yield* removeWhenDue(removals.tombstones, rounds)
  })
).pipe(Layer.provide(UpkeepClock.layer))
