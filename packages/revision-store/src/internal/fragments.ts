import type * as Statement from "effect/sql/Statement"
import type { SqlClient } from "effect/sql/SqlClient"
import type { EventType, KindPolicy, Space } from "../model.ts"
import { listRevisions } from "./listed.ts"

const names = [
  "kind",
  "definition_id",
  "revision",
  "name",
  "description",
  "source",
  "settings",
  "refs",
  "origin",
  "created_at",
  "created_by",
  "updated_at",
  "updated_by"
]

const contents: ReadonlyArray<string> = ["source", "settings", "refs"]

const of = (table: string, columns: ReadonlyArray<string>) => columns.map((column) => `${table}.${column}`).join(", ")

const columnsOf = (table: string) => of(table, names)

const summaryList = of(
  "r",
  names.filter((name) => !contents.includes(name))
)

const columnLists = { r: columnsOf("r"), made: columnsOf("made") }

/** The revision's columns, in the order that `RevisionRow` reads and `insert into revisions` writes them. */
export const columns = (sql: SqlClient, table: keyof typeof columnLists) => sql.literal(columnLists[table])

/** The same, with `encoded_bytes`. */
export const readColumns = (sql: SqlClient, table: keyof typeof columnLists) =>
  sql.literal(`${columnLists[table]}, ${table}.encoded_bytes`)

/** The columns of the revision `r` that `SummaryRow` reads: all but what may be large. */
export const summaryColumns = (sql: SqlClient) => sql.literal(summaryList)

/** Restricts a table of definitions to one kind in one space. */
export const within = (sql: SqlClient, table: string, space: Space, kind: KindPolicy) =>
  sql`${sql.literal(table)}.tenant_id = ${space.tenant} and ${sql.literal(table)}.project_id = ${space.project}
    and ${sql.literal(table)}.kind = ${kind.name}`

/** Restricts `definitions` to one. */
export const definition = (sql: SqlClient, table: string, space: Space, kind: KindPolicy, id: string) =>
  sql`${within(sql, table, space, kind)} and ${sql.literal(table)}.id = ${id}`

/** Restricts `revisions` to those of one definition. */
export const revisionsOf = (sql: SqlClient, table: string, space: Space, kind: KindPolicy, id: string) =>
  sql`${within(sql, table, space, kind)} and ${sql.literal(table)}.definition_id = ${id}`

/** Relates revisions to the definition's row that they are of. */
export const joined = (sql: SqlClient, head: string, revision: string) =>
  sql.literal(
    `(${revision}.tenant_id, ${revision}.project_id, ${revision}.kind, ${revision}.definition_id) = ` +
      `(${head}.tenant_id, ${head}.project_id, ${head}.kind, ${head}.id)`
  )

/**
 * Looks up one revision of the definition's row `head`, as `r`, by its whole key. A plain join leaves the planner the
 * choice to read all revisions of a definition, or of a project, as it does while it has no statistics. Law: P8.
 */
export const revisionAt = (sql: SqlClient, head: string, revision: Statement.Fragment) =>
  sql`lateral (
    select * from agent_operations.revisions as r where ${joined(sql, head, "r")} and r.revision = ${revision} offset 0
  ) as r`

/** What every write of a revision begins with; the values follow. */
export const insertRevision = (sql: SqlClient) =>
  sql.literal(`insert into agent_operations.revisions (
    tenant_id, project_id, kind, definition_id, revision, name, name_key, description,
    source, settings, refs, origin, created_at, created_by, updated_at, updated_by
  )`)

/**
 * When a revision is from that follows `latest`: the clock of the process that makes it may be behind that of the process
 * that made the one before. Law: R2.
 */
export const inOrder = (sql: SqlClient, latest: string, at: Statement.Fragment) =>
  sql`greatest(${sql.literal(latest)}.updated_at, ${at}::timestamptz)`

/** The common table that turns the references of the revision just made into rows; the schema checks that they exist. */
const attached = `attached as (
  insert into agent_operations.definition_references
    (tenant_id, project_id, from_kind, from_id, from_revision, alias, to_kind, to_id, to_revision)
  select made.tenant_id, made.project_id, made.kind, made.definition_id, made.revision,
    used.key, used.value ->> 'kind', used.value ->> 'id', (used.value ->> 'revision')::integer
  from made cross join lateral json_each(made.refs::json) as used
)`

/** The common table that forgets what revisions before the one just made referred to: it sees none of its statement's. */
const detached = `detached as (
  delete from agent_operations.definition_references as old using made
  where (old.tenant_id, old.project_id, old.from_kind, old.from_id)
      = (made.tenant_id, made.project_id, made.kind, made.definition_id)
)`

/** What follows the table `made` where new definitions may have references. */
export const attachReferences = (sql: SqlClient, some = true) => sql.literal(some ? `, ${attached}` : "")

/** What follows the table `made` where other references may take the place of those that a definition had. */
export const replaceReferences = (sql: SqlClient, some = true) => sql.literal(some ? `, ${detached}, ${attached}` : "")

/** The first common table of a write, to be joined with what depends on it: it has a row if the condition holds. */
export const permitted = (sql: SqlClient, condition: Statement.Fragment) =>
  sql`permitted as materialized (select where ${condition})`

/** The common table that keeps what lists sort and filter by of the revision just made. */
const listed = `listed as (
  ${listRevisions("made")}
)`

/** The columns of `made` from which an event is told, and of `buried` where a definition is deleted. */
const tellable = {
  made: "made.definition_id, made.revision, made.updated_at, made.updated_by",
  buried: "buried.id, buried.revision, buried.deleted_at, buried.deleted_by"
}

const events = (type: EventType, from: keyof typeof tellable) => `, events as (
  insert into agent_operations.definition_events
    (tenant_id, subscription, project_id, kind, definition_id, revision, at, actor, type)
  select ${from}.tenant_id, s.name, ${from}.project_id, ${from}.kind, ${tellable[from]}, '${type}'
  from ${from} cross join agent_operations.event_subscriptions as s
)`

const eventsOf: Readonly<Record<EventType, string>> = {
  created: `, ${listed}${events("created", "made")}`,
  updated: `, ${listed}${events("updated", "made")}`,
  restored: `, ${listed}${events("restored", "made")}`,
  copied: `, ${listed}${events("copied", "made")}`,
  deleted: events("deleted", "buried"),
  recovered: `, ${listed}${events("recovered", "made")}`
}

/**
 * What follows the last common table of a write: its place in lists, which a delete takes away by itself, and an event for
 * each subscription, and nothing where there is none. Laws: R10, P9.
 */
export const recordChange = (sql: SqlClient, type: EventType) => sql.literal(eventsOf[type])
