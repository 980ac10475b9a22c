import { inBackground } from "@agent-operations/database"
import { Effect, Layer, Schedule } from "effect"
import { type Retention, RunStore } from "../runs/index.ts"

const upkeep = (retention: Retention) =>
  Effect.flatMap(RunStore, (store) => store.expire(retention)).pipe(
    Effect.flatMap(({ runs, outputs }) =>
      Effect.logDebug(`Evaluations: ${runs} runs were deleted, and the outputs of ${outputs}, as they were old`)
    ),
    // It is tried again an hour later, by this process or another.
    Effect.catch((error) => Effect.logWarning("The retention of evaluations failed", error))
  )

/** Takes away what is older than the retention, and what deleted runs left, once an hour while the server runs. */
export const retentionLayer = (retention: Retention) =>
  Layer.effectDiscard(
    inBackground(upkeep(retention)).pipe(
      Effect.repeat(Schedule.spaced("1 hour")),
      Effect.delay("1 minute"),
      Effect.forkScoped
    )
  )
