import { inBackground } from "@agent-operations/database"
import { Effect, Layer, Schedule } from "effect"
import { deleteDue } from "./delete-due.ts"

/**
 * Deletes the projects and organizations whose time has come, once an hour while the server runs, on each process. `tables`
 * as in `deleteDue`.
 *
 * @example
 * Layer.provide(deletionUpkeep(migrations.flatMap(({ tenantTables = [] }) => tenantTables)), database)
 */
export const deletionUpkeep = (tables: ReadonlyArray<string>) =>
  Layer.effectDiscard(
    deleteDue(tables).pipe(
      Effect.catchCause((cause) => Effect.logWarning("What is to be deleted could not be looked for", cause)),
      inBackground,
      Effect.delay("5 minutes"),
      Effect.repeat(Schedule.spaced("1 hour")),
      Effect.forkScoped
    )
  )
