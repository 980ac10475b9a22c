import { type AuditSubject, Caller, recordInProject } from "@agent-operations/auth"
import { translateSqlErrors } from "@agent-operations/database"
import { Effect, type Schema } from "effect"
import type { Visit } from "../context.ts"
import { isTaken } from "../file.ts"
import { SqlClient } from "effect/sql"

/** Notes in the audit log that somebody takes something out of a project as a file. Law: A8. */
export const noteExport = Effect.fnUntraced(function* (
  visit: Pick<Visit, "request">,
  subject: AuditSubject,
  details: Schema.JsonObject = {}
) {
  if (!isTaken(visit)) return
  yield* recordInProject(yield* SqlClient.SqlClient, yield* Caller, { action: "data.exported", subject, details })
}, translateSqlErrors)
