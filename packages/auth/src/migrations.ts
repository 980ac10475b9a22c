import type { MigrationSet } from "@agent-operations/database"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const organizations = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    create table agent_operations.organizations (
      organization_id text not null primary key,
      name text not null,
      created_at timestamptz not null
    )`
  yield* sql`
    create table agent_operations.projects (
      organization_id text not null references agent_operations.organizations,
      id text not null check (length(id) between 1 and 200),
      name text not null,
      created_at timestamptz not null,
      primary key (organization_id, id)
    )`
  yield* sql`
    create table agent_operations.memberships (
      organization_id text not null references agent_operations.organizations,
      user_id text not null,
      name text not null,
      role text not null check (role in ('owner', 'admin', 'member')),
      created_at timestamptz not null,
      primary key (organization_id, user_id)
    )`
  yield* sql`
    create table agent_operations.api_keys (
      organization_id text not null references agent_operations.organizations,
      id text not null,
      name text not null,
      scopes text[] not null,
      secret_hash bytea not null,
      preview text not null,
      created_at timestamptz not null,
      created_by text not null,
      expires_at timestamptz,
      revoked_at timestamptz,
      primary key (organization_id, id)
    )`
  // A request names a key before its organization is known.
  yield* sql`create index api_keys_id on agent_operations.api_keys (id)`
})

const accessLog = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`alter table agent_operations.memberships add column email text`
  // A person names their organizations by who they are.
  yield* sql`create index memberships_user on agent_operations.memberships (user_id)`
  yield* sql`alter table agent_operations.api_keys add column last_used_at timestamptz`
  // The open ones: an invitation that is accepted or revoked is in the audit log only.
  yield* sql`
    create table agent_operations.invitations (
      organization_id text not null references agent_operations.organizations,
      id text not null,
      email text not null,
      role text not null check (role in ('owner', 'admin', 'member')),
      token_hash bytea not null,
      created_at timestamptz not null,
      created_by text not null,
      expires_at timestamptz not null,
      primary key (organization_id, id)
    )`
  yield* sql`create unique index invitations_email on agent_operations.invitations (organization_id, lower(email))`
  // A token names an invitation before its organization is known.
  yield* sql`create index invitations_token on agent_operations.invitations (token_hash)`
  yield* sql`
    create table agent_operations.audit_events (
      organization_id text not null references agent_operations.organizations,
      id text not null,
      position bigint generated always as identity,
      at timestamptz not null,
      actor text not null,
      action text not null,
      subject_type text not null,
      subject_id text not null,
      subject_name text not null,
      details text not null,
      primary key (organization_id, id)
    )`
  yield* sql`create index audit_events_position on agent_operations.audit_events (organization_id, position desc)`
})

const idempotencyKeys = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    create table agent_operations.idempotency_keys (
      organization_id text not null references agent_operations.organizations,
      actor_id text not null,
      action text not null,
      key text not null check (length(key) between 1 and 200),
      subject_id text not null,
      created_at timestamptz not null,
      primary key (organization_id, actor_id, action, key)
    )`
})

/** Those of a day, of whatever became of them, so that nobody has this server send more mail than may be. */
const countedInvitations = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    create table agent_operations.counted_invitations (
      organization_id text not null references agent_operations.organizations,
      id text not null,
      invited_by text not null,
      recipient text not null,
      created_at timestamptz not null,
      primary key (organization_id, id)
    )`
  for (const column of ["organization_id", "invited_by", "recipient"]) {
    yield* sql`create index ${sql.literal(`counted_invitations_${column}`)}
      on agent_operations.counted_invitations (${sql.literal(column)}, created_at)`
  }
})

/** For forgetting the old ones. */
const idempotencyKeysByAge = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`create index idempotency_keys_created_at on agent_operations.idempotency_keys (created_at)`
})

/** What is asked of a key that somebody finds: from where it was used last, and which key came in its place. */
const keyFacts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    alter table agent_operations.api_keys
      add column last_used_address text, add column last_used_program text, add column replaced_by text`
})

/** What is going to be deleted, and which projects no credential reaches meanwhile. */
const plannedDeletions = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`alter table agent_operations.organizations add column delete_at timestamptz, add column delete_by text`
  yield* sql`
    alter table agent_operations.projects
      add column delete_at timestamptz, add column delete_by text, add column closed boolean not null default false`
})

/** Which key was the first of those that replaced one another, so that what one recorded is the others' too. Law: T25. */
const keyLineage = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`alter table agent_operations.api_keys add column lineage text`
  yield* sql`
    with recursive known(organization_id, id, lineage) as (
      select organization_id, id, id from agent_operations.api_keys as k
      where not exists (
        select from agent_operations.api_keys as former
        where former.organization_id = k.organization_id and former.replaced_by = k.id)
      union
      select next.organization_id, next.id, known.lineage from known
      join agent_operations.api_keys as former using (organization_id, id)
      join agent_operations.api_keys as next
        on next.organization_id = former.organization_id and next.id = former.replaced_by
    )
    update agent_operations.api_keys as k set lineage = known.lineage
    from known where (k.organization_id, k.id) = (known.organization_id, known.id)`
})

/** Deleting traces took `traces:write` before it had a scope of its own: keys keep what they could do. */
const deletingTraces = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    update agent_operations.api_keys set scopes = scopes || 'traces:delete'::text
    where 'traces:write' = any(scopes) and not 'traces:delete' = any(scopes)`
})

/** Events of one object, and of one actor, newest first. */
const auditEventsByObject = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    create index audit_events_subject on agent_operations.audit_events (organization_id, subject_id, position desc)`
  yield* sql`
    create index audit_events_actor
      on agent_operations.audit_events (organization_id, (actor::jsonb ->> 'id'), position desc)`
})

/**
 * Who created an organization, as each person may create so many only. Those of the operator are nobody's. Nobody reads
 * organizations meanwhile: the event of each is looked up by its index, where a join could read all there are. Law: K3.
 */
const organizationCreators = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`alter table agent_operations.organizations add column created_by text`
  yield* sql`
    update agent_operations.organizations as o set created_by = (
      select e.actor::jsonb ->> 'id' from agent_operations.audit_events as e
      where e.organization_id = o.organization_id and e.subject_id = o.organization_id
        and e.action = 'organization.created' and e.actor::jsonb ->> 'type' = 'user'
      limit 1)`
  yield* sql`create index organizations_created_by on agent_operations.organizations (created_by)`
})

/** For counting and listing those that work among many that no longer do, and the first projects by name. Law: K3. */
const livingKeys = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    create index api_keys_living on agent_operations.api_keys (organization_id, id desc) where revoked_at is null`
  yield* sql`create index projects_by_name on agent_operations.projects (organization_id, lower(name), id)`
})

/** The tables of organizations and what they grant. Each one's keys begin with the organization. */
export const migrations: MigrationSet = {
  owner: "auth",
  tenantTables: [
    ...["projects", "memberships", "api_keys", "invitations", "audit_events"],
    ...["idempotency_keys", "counted_invitations"]
  ],
  steps: [
    { number: 1, name: "organizations", up: organizations },
    { number: 2, name: "invitations and audit log", up: accessLog },
    { number: 3, name: "idempotency keys", up: idempotencyKeys },
    { number: 4, name: "counted invitations", up: countedInvitations },
    { number: 5, name: "idempotency keys by age", up: idempotencyKeysByAge },
    { number: 6, name: "what is known of keys", up: keyFacts, last: true },
    { number: 7, name: "planned deletions", up: plannedDeletions, last: true },
    { number: 8, name: "lineage of keys", up: keyLineage, last: true },
    { number: 9, name: "scope of deleting traces", up: deletingTraces },
    { number: 10, name: "audit events by object and actor", up: auditEventsByObject },
    { number: 11, name: "creators of organizations", up: organizationCreators, last: true },
    { number: 12, name: "keys that work, and projects by name", up: livingKeys }
  ]
}
