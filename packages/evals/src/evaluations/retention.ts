import { inBackground, removeWhenDue, UpkeepClock } from "@agent-operations/database"
import { Effect, Layer, Schedule } from "effect"
import { type Retention, RunStore } from "../runs/index.ts"

const rounds = { first: "1 minute", every: "1 hour" } as const

/** Removes what is older than the retention, and what deleted runs left, once an hour while the server runs. Law: K1. */
export const retentionLayer = (retention: Retention) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const { goOnRemoving, removals } = yield* RunStore
      yield* goOnRemoving.pipe(
        // It is tried again an hour later, by this process or another.
        Effect.catch((error) => Effect.logWarning("What deleted runs left could not be removed yet", error)),
        inBackground,
        Effect.repeat(Schedule.spaced(rounds.every)),
        Effect.delay(rounds.first),
        Effect.forkScoped
      )
      const { runs, outputs } = removals(retention)
      yield* removeWhenDue(runs, rounds)
      yield* removeWhenDue(outputs, rounds)
    })
  ).pipe(Layer.provide(UpkeepClock.layer))
