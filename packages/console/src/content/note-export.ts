import { type AuditSubject, Caller, recordInProject } from "@agent-operations/auth"
import { translateSqlErrors } from "@agent-operations/database"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Notes in the audit log that somebody takes something out of a project as a file. Law: A8. */
export const noteExport = Effect.fnUntraced(function* (
  subject: AuditSubject,
  details: { readonly ids?: ReadonlyArray<string> } = {}
) {
  yield* recordInProject(yield* SqlClient.SqlClient, yield* Caller, { action: "data.exported", subject, details })
}, translateSqlErrors)
