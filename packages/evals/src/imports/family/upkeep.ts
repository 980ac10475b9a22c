import { inBackground } from "@agent-operations/database"
import { Effect, Layer, Schedule } from "effect"
import { ImportStore } from "../store/ImportStore.ts"

const upkeep = Effect.flatMap(ImportStore, (store) =>
  store.upkeep.pipe(
    Effect.flatMap(({ parts, reports }) =>
      Effect.logDebug(`Imports: dropped the parts of ${parts}, and the reports of ${reports}`)
    ),
    // It is tried again later, by this process or another.
    Effect.catch((error) => Effect.logWarning("The upkeep of imports failed", error))
  )
)

/** Drops parts and reports that are old, every 10 minutes while the server runs. */
export const upkeepLayer = Layer.effectDiscard(
  inBackground(upkeep).pipe(Effect.repeat(Schedule.spaced("10 minutes")), Effect.delay("1 minute"), Effect.forkScoped)
)
