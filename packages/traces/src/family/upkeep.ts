import { inBackground } from "@agent-operations/database"
import { Effect, Layer, Schedule } from "effect"
import { TraceStore } from "../store/index.ts"

const upkeep = Effect.flatMap(TraceStore, (store) =>
  store.upkeep.pipe(
    Effect.flatMap(({ dropped, heads, tombstones }) =>
      Effect.logDebug(`Traces: dropped ${dropped} partitions, ${heads} traces and ${tombstones} tombstones`)
    ),
    // It is tried again an hour later, by this process or another.
    Effect.catch((error) => Effect.logWarning("The upkeep of traces failed", error))
  )
)

/** Makes partitions of weeks to come and drops what is too old, once an hour while the server runs. Laws: T19, T20. */
export const upkeepLayer = Layer.effectDiscard(
  inBackground(upkeep).pipe(Effect.repeat(Schedule.spaced("1 hour")), Effect.delay("1 minute"), Effect.forkScoped)
)
