/**
 * In SQL, a member of an object in JSON text; null where it has none. Reading one member decodes the whole text, which
 * PostgreSQL refuses where an escape stands for a NUL or half a character: then there is none either.
 */
const member = (json: string, name: string) => `
  case when strpos(${json}, '\\u') = 0 or ${json} !~ '(^|[^\\\\])(\\\\\\\\)*\\\\u(0000|[dD][89a-fA-F])'
  then left(${json}::json ->> '${name}', 200) end`

/**
 * In SQL, what writes the rows of `listed_definitions` for revisions that have become current: rows of a table like
 * `revisions`, one per definition. Times are those that cursors hold, of milliseconds.
 */
export const listRevisions = (revisions: string): string => `
  insert into agent_operations.listed_definitions as listed
    (tenant_id, project_id, kind, id, updated_at, updated_by, created_by, target, source_type)
  select tenant_id, project_id, kind, definition_id, date_trunc('milliseconds', updated_at),
    ${member("updated_by", "id")}, ${member("created_by", "id")},
    ${member("settings", "target")}, ${member("source", "type")}
  from ${revisions}
  on conflict (tenant_id, project_id, kind, id) do update set
    updated_at = excluded.updated_at, updated_by = excluded.updated_by, created_by = excluded.created_by,
    target = excluded.target, source_type = excluded.source_type`
