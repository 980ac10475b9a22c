import { newTypeId, translateSqlErrors } from "@agent-operations/database"
import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Finds the person with an e-mail address, or creates one: for operators who add somebody before their first sign-in.
 *
 * @example
 * const { id } = yield* ensurePerson({ email: "ada@example.com", name: "Ada" })
 */
export const ensurePerson = Effect.fnUntraced(function* (input: { readonly email: string; readonly name: string }) {
  const sql = yield* SqlClient.SqlClient
  const email = input.email.trim().toLowerCase()
  const now = DateTime.toDateUtc(yield* DateTime.now)
  yield* sql`
    insert into agent_operations_identity.users (id, name, email, email_verified, created_at, updated_at)
    values (${newTypeId("usr")}, ${input.name}, ${email}, true, ${now}, ${now}) on conflict (email) do nothing`
  const [person] = yield* sql<{ id: string; name: string; email: string }>`
    select id, name, email from agent_operations_identity.users where email = ${email}`
  return person!
}, translateSqlErrors)
