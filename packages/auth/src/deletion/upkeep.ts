import { Effect, Layer, Schedule } from "effect"
import { deleteDue } from "./delete-due.ts"

/**
 * Deletes the projects and organizations whose time has come, once an hour while the server runs, on each process. What
 * fails is tried again an hour later.
 *
 * @example
 * Layer.provide(deletionUpkeep, database)
 */
export const deletionUpkeep = Layer.effectDiscard(
  deleteDue.pipe(
    Effect.catchCause((cause) => Effect.logWarning("What was to be deleted is not deleted yet", cause)),
    Effect.delay("5 minutes"),
    Effect.repeat(Schedule.spaced("1 hour")),
    Effect.forkScoped
  )
)
