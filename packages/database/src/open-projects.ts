import { Context } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"

/** A condition that holds while the project of a row is open; `tenant` and `project` are the row's columns of them. */
export type OpenCondition = (sql: SqlClient, columns: { readonly tenant: string; readonly project: string }) => Fragment

/**
 * In which projects work goes on that no request stands behind: runs, deliveries and upkeep ask it of each row that they
 * take. In all by default; a kit stops it in those that are going to be deleted. Law: A10.
 *
 * @example
 * const isOpen = yield* OpenProjects
 * yield* sql`select from jobs as j where ${isOpen(sql, { tenant: "j.tenant_id", project: "j.project_id" })}`
 */
export const OpenProjects = Context.Reference<OpenCondition>("@agent-operations/database/OpenProjects", {
  defaultValue: () => (sql) => sql.literal("true")
})
