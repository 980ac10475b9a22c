import { type OpenCondition, OpenProjects } from "@agent-operations/database"
import { Layer } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"

/** Holds of a row `p` of `projects` while neither it nor its organization is going to be deleted. Law: A10. */
export const isOpen = (sql: SqlClient) => sql.literal("not p.closed")

/** The same of a row in a project, which `projects` does not have where the host keeps its projects itself. */
const isOpenOrTheHosts: OpenCondition = (sql, { tenant, project }) => sql`(
  select ${isOpen(sql)} from agent_operations.projects as p
  where p.organization_id = ${sql.literal(tenant)} and p.id = ${sql.literal(project)}) is not false`

/**
 * Has work without a request go on in open projects alone: `OpenProjects` for the layers of families.
 *
 * @example
 * Layer.provide(evaluations().layer, openProjects)
 */
export const openProjects = Layer.succeed(OpenProjects, isOpenOrTheHosts)
