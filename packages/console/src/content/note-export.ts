import { type AuditSubject, Caller, recordInProject } from "@agent-operations/auth"
import { translateSqlErrors } from "@agent-operations/database"
import { Effect, type Schema } from "effect"
import { SqlClient } from "effect/sql"

/** Notes in the audit log that somebody takes something out of a project as a file. Law: A8. */
export const noteExport = Effect.fnUntraced(function* (subject: AuditSubject, details: Schema.JsonObject = {}) {
  yield* recordInProject(yield* SqlClient.SqlClient, yield* Caller, { action: "data.exported", subject, details })
}, translateSqlErrors)
