/**
 * The floor: what a team would write by hand with `node:http` and `pg` to run the same SQL on the same rows, with no
 * credential, no scopes, no validation and no envelope of errors.
 */
import { createServer } from "node:http"
import pg from "pg"

const [tenant, project] = [process.env["TENANT"], process.env["PROJECT"]]
const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"], max: 10 })

const columns = (table: string) =>
  "kind definition_id revision name description source settings refs origin created_at created_by updated_at updated_by"
    .split(" ")
    .map((column) => `${table}.${column}`)
    .join(", ")

const get = `
  select ${columns("r")} from agent_operations.definitions as d
  join agent_operations.revisions as r on (r.tenant_id, r.project_id, r.kind, r.definition_id)
    = (d.tenant_id, d.project_id, d.kind, d.id)
  where d.tenant_id = $1 and d.project_id = $2 and d.kind = 'page_view' and d.id = $3 and r.revision = d.revision`

const update = `
  with head as (
    update agent_operations.definitions as d set revision = d.revision + 1
    where d.tenant_id = $1 and d.project_id = $2 and d.kind = 'page_view' and d.id = $3 and d.revision = $4
    returning d.revision
  ), made as (
    insert into agent_operations.revisions (
      tenant_id, project_id, kind, definition_id, revision, name, name_key, description,
      source, settings, refs, origin, created_at, created_by, updated_at, updated_by
    )
    select r.tenant_id, r.project_id, r.kind, r.definition_id, head.revision, r.name, r.name_key, $5,
      r.source, r.settings, r.refs, '{"type":"updated"}', r.created_at, r.created_by, now(), r.updated_by
    from head, agent_operations.revisions as r
    where r.tenant_id = $1 and r.project_id = $2 and r.kind = 'page_view' and r.definition_id = $3 and r.revision = $4
    returning *
  ), detached as (
    delete from agent_operations.definition_references as old using made
    where (old.tenant_id, old.project_id, old.from_kind, old.from_id)
        = (made.tenant_id, made.project_id, made.kind, made.definition_id)
      and old.from_revision < made.revision
  ), attached as (
    insert into agent_operations.definition_references
      (tenant_id, project_id, from_kind, from_id, from_revision, alias, to_kind, to_id, to_revision)
    select made.tenant_id, made.project_id, made.kind, made.definition_id, made.revision,
      used.key, used.value ->> 'kind', used.value ->> 'id', (used.value ->> 'revision')::integer
    from made cross join lateral json_each(made.refs::json) as used
  )
  select ${columns("made")} from made`

const answer = (row: Record<string, unknown>) => ({
  data: {
    id: row["definition_id"],
    kind: row["kind"],
    projectId: project,
    name: row["name"],
    description: row["description"],
    source: JSON.parse(row["source"] as string),
    settings: JSON.parse(row["settings"] as string),
    references: JSON.parse(row["refs"] as string),
    revision: row["revision"],
    origin: JSON.parse(row["origin"] as string),
    createdAt: (row["created_at"] as Date).toISOString(),
    createdBy: JSON.parse(row["created_by"] as string),
    updatedAt: (row["updated_at"] as Date).toISOString(),
    updatedBy: JSON.parse(row["updated_by"] as string)
  }
})

const run = async (path: string | undefined, body: { id: string; expectedRevision: number; description: string }) =>
  path === "/api/agent/get_page_view"
    ? pool.query({ name: "get", text: get, values: [tenant, project, body.id] })
    : pool.query({
        name: "update",
        text: update,
        values: [tenant, project, body.id, body.expectedRevision, body.description]
      })

const server = createServer((request, response) => {
  let text = ""
  request.on("data", (chunk: Buffer) => (text += chunk.toString()))
  request.on("end", () => {
    run(request.url, JSON.parse(text)).then(
      ({ rows: [row] }) => {
        if (row === undefined) return void response.writeHead(404).end()
        const sent = JSON.stringify(answer(row as Record<string, unknown>))
        response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(sent) })
        response.end(sent)
      },
      (error: unknown) => {
        console.error(error)
        response.writeHead(500).end()
      }
    )
  })
})
server.listen(Number(process.env["PORT"]), "127.0.0.1")
