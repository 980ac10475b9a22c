import type { Space } from "@agent-operations/revision-store"
import type { SqlClient, Statement } from "effect/sql"

/** Conditions that name one project, one session and one item, of a table by its alias. */
export const makeScope = (sql: SqlClient.SqlClient) => {
  const project = (table: string, { tenant, project }: Space): Statement.Fragment =>
    sql`${sql.literal(table)}.tenant_id = ${tenant} and ${sql.literal(table)}.project_id = ${project}`
  const session = (table: string, space: Space, sessionId: string): Statement.Fragment =>
    sql`${project(table, space)} and ${sql.literal(table)}.session_id = ${sessionId}`
  const item = (table: string, space: Space, { sessionId, ordinal }: ItemKey): Statement.Fragment =>
    sql`${session(table, space, sessionId)} and ${sql.literal(table)}.ordinal = ${ordinal}`
  return { project, session, item }
}

export type Scope = ReturnType<typeof makeScope>

/** Which item of which session. */
export interface ItemKey {
  readonly sessionId: string
  readonly ordinal: number
}
