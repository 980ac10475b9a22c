/**
 * What a team would write by hand with `pg`: one prepared statement for each operation, the kit's own where it writes,
 * and the rows put together as its answers are.
 */
import { randomBytes } from "node:crypto"
import pg from "pg"

const columns = (table: string) =>
  "kind definition_id revision name description source settings refs origin created_at created_by updated_at updated_by"
    .split(" ")
    .map((column) => `${table}.${column}`)
    .join(", ")

const joined = "(r.tenant_id, r.project_id, r.kind, r.definition_id) = (d.tenant_id, d.project_id, d.kind, d.id)"
const ofDefinition = "r.tenant_id = $1 and r.project_id = $2 and r.kind = 'page_view' and r.definition_id = $3"
const ofProject = "d.tenant_id = $1 and d.project_id = $2 and d.kind = 'page_view'"

const attached = `attached as (
  insert into agent_operations.definition_references
    (tenant_id, project_id, from_kind, from_id, from_revision, alias, to_kind, to_id, to_revision)
  select made.tenant_id, made.project_id, made.kind, made.definition_id, made.revision,
    used.key, used.value ->> 'kind', used.value ->> 'id', (used.value ->> 'revision')::integer
  from made cross join lateral json_each(made.refs::json) as used
)`

const insertRevision = `insert into agent_operations.revisions (
  tenant_id, project_id, kind, definition_id, revision, name, name_key, description,
  source, settings, refs, origin, created_at, created_by, updated_at, updated_by
)`

const createDefinition = `with head as (
      insert into agent_operations.definitions (tenant_id, project_id, kind, id, name, name_key, revision)
      values ($1, $2, 'page_view', $3, $4, $5, 1)
    ), made as (
      ${insertRevision}
      values ($1, $2, 'page_view', $3, 1, $4, $5, $6, $7, $8, $9, '{"type":"created"}', $10, $11, $10, $11)
      returning *
    )`

/** The text of each statement, for `pgbench` too. */
export const statements = {
  get: `select ${columns("r")} from agent_operations.revisions as r
    where ${ofDefinition} and r.revision = (
      select d.revision from agent_operations.definitions as d where ${ofProject} and d.id = $3
    )`,
  pinned: `select ${columns("r")} from agent_operations.revisions as r
    where ${ofDefinition} and r.revision = $4 and exists (
      select from agent_operations.definitions as d where ${ofProject} and d.id = $3
    )`,
  list: `select ${columns("r")}, d.position from (
      select * from agent_operations.definitions as d where ${ofProject} and d.position > 0 order by d.position desc limit $3
    ) as d join agent_operations.revisions as r on ${joined} and r.revision = d.revision
    order by d.position desc`,
  history: `select ${columns("r")}
    from agent_operations.definitions as d join agent_operations.revisions as r on ${joined}
    where ${ofProject} and d.id = $3 order by r.revision desc limit $4`,
  dependencies: `select x.from_kind as kind, x.from_id as id, s.name, s.revision, x.alias, x.to_revision
    from agent_operations.definition_references as x
    join agent_operations.definitions as s on (s.tenant_id, s.project_id, s.kind, s.id)
      = (x.tenant_id, x.project_id, x.from_kind, x.from_id)
    where x.tenant_id = $1 and x.project_id = $2 and x.to_kind = 'page_view' and x.to_id = $3
    order by x.from_kind, x.from_id, x.alias limit $4`,
  create: `${createDefinition} select ${columns("made")} from made`,
  createReferring: `${createDefinition}, ${attached} select ${columns("made")} from made`,
  update: `with head as (
      update agent_operations.definitions as d set revision = d.revision + 1
      where ${ofProject} and d.id = $3 and d.revision = $4
      returning d.revision
    ), made as (
      ${insertRevision}
      select r.tenant_id, r.project_id, r.kind, r.definition_id, head.revision, r.name, r.name_key, $5,
        r.source, r.settings, r.refs, '{"type":"updated"}', r.created_at, r.created_by, now(), $6
      from head, agent_operations.revisions as r
      where r.tenant_id = $1 and r.project_id = $2 and r.kind = 'page_view' and r.definition_id = $3 and r.revision = $4
      returning *
    ) select ${columns("made")} from made`,
  copy: `with source as (
      select r.* from agent_operations.definitions as d join agent_operations.revisions as r on ${joined}
      where ${ofProject} and d.id = $3 and r.revision = d.revision
    ), head as (
      insert into agent_operations.definitions (tenant_id, project_id, kind, id, name, name_key, revision)
      select tenant_id, project_id, kind, $4, $5, $6, 1 from source
    ), made as (
      ${insertRevision}
      select tenant_id, project_id, kind, $4, 1, $5, $6, description, source, settings, refs,
        json_build_object('type', 'copied', 'id', definition_id, 'revision', revision)::text, $7, $8, $7, $8
      from source returning *
    ), ${attached} select ${columns("made")} from made`
} as const

interface Row {
  readonly definition_id: string
  readonly kind: string
  readonly name: string
  readonly description: string | null
  readonly source: string
  readonly settings: string
  readonly refs: string
  readonly revision: number
  readonly origin: string
  readonly created_at: Date
  readonly created_by: string
  readonly updated_at: Date
  readonly updated_by: string
}

/** What happened is for each server to put into its own form. */
export class NotThere extends Error {}
export class Stale extends Error {}

const newId = () => {
  const digits = "0123456789abcdefghjkmnpqrstvwxyz"
  return `pv_0${Array.from(randomBytes(25), (byte) => digits[byte % 32]).join("")}`
}

/** A team's own store, over a pool of ten connections. */
export const makeStore = ({ DATABASE_URL, TENANT: tenant, PROJECT: project }: NodeJS.ProcessEnv) => {
  const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 })
  const by = JSON.stringify({ type: "api_key", id: "key_bench", name: "Bench" })

  const run = async <R>(name: keyof typeof statements, ...values: ReadonlyArray<unknown>): Promise<Array<R>> =>
    (await pool.query({ name, text: statements[name], values: [tenant, project, ...values] })).rows as Array<R>

  const definition = (row: Row) => ({
    id: row.definition_id,
    kind: row.kind,
    projectId: project,
    name: row.name,
    description: row.description,
    source: JSON.parse(row.source) as object,
    settings: JSON.parse(row.settings) as object,
    references: JSON.parse(row.refs) as object,
    revision: row.revision,
    origin: JSON.parse(row.origin) as object,
    createdAt: row.created_at.toISOString(),
    createdBy: JSON.parse(row.created_by) as object,
    updatedAt: row.updated_at.toISOString(),
    updatedBy: JSON.parse(row.updated_by) as object
  })
  const one = ([row]: ReadonlyArray<Row>, Lack: typeof NotThere) => {
    if (row === undefined) throw new Lack()
    return definition(row)
  }

  return {
    pool,
    get: async ({ id, revision }: { id: string; revision?: number | undefined }) =>
      one(revision === undefined ? await run("get", id) : await run("pinned", id, revision), NotThere),
    list: async ({ limit = 50 }: { limit?: number | undefined }) => {
      const rows = await run<Row & { position: string }>("list", limit + 1)
      const page = rows.slice(0, limit)
      return { items: page.map(definition), nextCursor: rows.length > limit ? page.at(-1)!.position : null }
    },
    history: async ({ id, limit = 50 }: { id: string; limit?: number | undefined }) => {
      const items = (await run<Row>("history", id, limit)).map(definition)
      const last = items.at(-1)
      if (last === undefined) throw new NotThere()
      return { items, nextBefore: last.revision > 1 ? last.revision : null }
    },
    dependencies: async ({ id, limit = 100 }: { id: string; limit?: number | undefined }) => {
      const rows = await run<Record<string, unknown>>("dependencies", id, limit + 1)
      const items = rows.slice(0, limit).map(({ to_revision, ...row }) => ({ ...row, pinnedRevision: to_revision }))
      return { items, hasMore: rows.length > limit }
    },
    create: async (input: {
      name: string
      description?: string | null | undefined
      source: object
      settings: object
      references?: object | undefined
    }) => {
      const { name, description = null, source, settings, references = {} } = input
      const content = [source, settings, references].map((part) => JSON.stringify(part))
      const statement = Object.keys(references).length === 0 ? "create" : "createReferring"
      const rows = await run<Row>(statement, newId(), name, name.toLowerCase(), description, ...content, new Date(), by)
      return one(rows, NotThere)
    },
    update: async (input: { id: string; expectedRevision: number; description?: string | null | undefined }) =>
      one(await run("update", input.id, input.expectedRevision, input.description ?? null, by), Stale),
    copy: async ({ id, name }: { id: string; name: string }) =>
      one(await run("copy", id, newId(), name, name.toLowerCase(), new Date(), by), NotThere)
  }
}

export type Store = ReturnType<typeof makeStore>

/** Which function of the store carries out an operation. */
export const verbs = {
  get_page_view: "get",
  list_page_views: "list",
  get_page_view_history: "history",
  get_page_view_dependencies: "dependencies",
  create_page_view: "create",
  update_page_view: "update",
  copy_page_view: "copy"
} as const satisfies Record<string, keyof Store>

export type Verb = keyof typeof verbs
