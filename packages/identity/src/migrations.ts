import type { MigrationSet } from "@agent-operations/database"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** People, their sessions, and the programs that act for them: what the library keeps. None of it is one organization's. */
const library = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`create schema agent_operations_identity`
  yield* sql`
    create table agent_operations_identity.users (
      id text not null primary key,
      name text not null,
      email text not null unique,
      email_verified boolean not null,
      image text,
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`
  yield* sql`
    create table agent_operations_identity.sessions (
      id text not null primary key,
      expires_at timestamptz not null,
      token text not null unique,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      ip_address text,
      user_agent text,
      user_id text not null references agent_operations_identity.users on delete cascade
    )`
  yield* sql`create index sessions_user on agent_operations_identity.sessions (user_id)`
  yield* sql`create index sessions_expiry on agent_operations_identity.sessions (expires_at)`
  yield* sql`
    create table agent_operations_identity.accounts (
      id text not null primary key,
      account_id text not null,
      provider_id text not null,
      user_id text not null references agent_operations_identity.users on delete cascade,
      access_token text,
      refresh_token text,
      id_token text,
      access_token_expires_at timestamptz,
      refresh_token_expires_at timestamptz,
      scope text,
      password text,
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`
  yield* sql`create index accounts_user on agent_operations_identity.accounts (user_id)`
  yield* sql`
    create unique index accounts_provider on agent_operations_identity.accounts (provider_id, account_id)`
  yield* sql`
    create table agent_operations_identity.verifications (
      id text not null primary key,
      identifier text not null,
      value text not null,
      expires_at timestamptz not null,
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`
  yield* sql`create index verifications_identifier on agent_operations_identity.verifications (identifier)`
  yield* sql`create index verifications_expiry on agent_operations_identity.verifications (expires_at)`
  yield* sql`
    create table agent_operations_identity.oauth_clients (
      id text not null primary key,
      client_id text not null unique,
      client_secret text,
      client_discovery_id text,
      disabled boolean,
      skip_consent boolean,
      enable_end_session boolean,
      subject_type text,
      scopes text,
      client_credentials_scopes text,
      user_id text references agent_operations_identity.users,
      created_at timestamptz,
      updated_at timestamptz,
      name text,
      uri text,
      icon text,
      contacts text,
      tos text,
      policy text,
      software_id text,
      software_version text,
      software_statement text,
      redirect_uris text not null,
      post_logout_redirect_uris text,
      backchannel_logout_uri text,
      backchannel_logout_session_required boolean,
      token_endpoint_auth_method text,
      application_type text,
      jwks text,
      jwks_uri text,
      grant_types text,
      response_types text,
      require_pkce boolean,
      dpop_bound_access_tokens boolean,
      reference_id text,
      metadata jsonb
    )`
  yield* sql`create index oauth_clients_user on agent_operations_identity.oauth_clients (user_id)`
  yield* sql`create index oauth_clients_age on agent_operations_identity.oauth_clients (created_at)`
  yield* sql`
    create table agent_operations_identity.oauth_resources (
      id text not null primary key,
      identifier text not null unique,
      name text not null,
      access_token_ttl integer,
      refresh_token_ttl integer,
      signing_algorithm text,
      signing_key_id text,
      allowed_scopes text,
      custom_claims jsonb,
      dpop_bound_access_tokens_required boolean,
      disabled boolean,
      created_at timestamptz,
      updated_at timestamptz,
      policy_version integer,
      metadata jsonb
    )`
  yield* sql`
    create table agent_operations_identity.oauth_client_resources (
      id text not null primary key,
      client_id text not null references agent_operations_identity.oauth_clients (client_id) on delete cascade,
      resource_id text not null references agent_operations_identity.oauth_resources (identifier) on delete cascade,
      metadata jsonb,
      created_at timestamptz,
      unique (client_id, resource_id)
    )`
  yield* sql`create index oauth_client_resources_resource on agent_operations_identity.oauth_client_resources (resource_id)`
  yield* sql`
    create table agent_operations_identity.oauth_refresh_tokens (
      id text not null primary key,
      token text not null unique,
      client_id text not null references agent_operations_identity.oauth_clients (client_id),
      session_id text references agent_operations_identity.sessions on delete set null,
      user_id text not null references agent_operations_identity.users,
      reference_id text,
      authorization_code_id text,
      resources text,
      requested_user_info_claims text,
      expires_at timestamptz not null,
      created_at timestamptz not null,
      revoked timestamptz,
      rotated_at timestamptz,
      rotation_replay_response text,
      rotation_replay_expires_at timestamptz,
      auth_time timestamptz,
      confirmation jsonb,
      scopes text not null
    )`
  yield* sql`
    create table agent_operations_identity.oauth_access_tokens (
      id text not null primary key,
      token text not null unique,
      client_id text not null references agent_operations_identity.oauth_clients (client_id),
      session_id text references agent_operations_identity.sessions on delete set null,
      user_id text references agent_operations_identity.users,
      reference_id text,
      authorization_code_id text,
      resources text,
      requested_user_info_claims text,
      refresh_id text references agent_operations_identity.oauth_refresh_tokens,
      expires_at timestamptz not null,
      created_at timestamptz not null,
      revoked timestamptz,
      confirmation jsonb,
      scopes text not null
    )`
  yield* sql`
    create table agent_operations_identity.oauth_consents (
      id text not null primary key,
      client_id text not null references agent_operations_identity.oauth_clients (client_id),
      user_id text references agent_operations_identity.users,
      reference_id text,
      resources text,
      requested_user_info_claims text,
      scopes text not null,
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`
  yield* sql`
    create table agent_operations_identity.oauth_client_assertions (
      id text not null primary key,
      expires_at timestamptz not null
    )`
  for (const table of ["oauth_refresh_tokens", "oauth_access_tokens", "oauth_consents"]) {
    for (const column of ["client_id", "user_id", "reference_id"]) {
      yield* sql`create index ${sql.literal(`${table}_${column}`)}
        on ${sql.literal(`agent_operations_identity.${table}`)} (${sql.literal(column)})`
    }
  }
  for (const table of ["oauth_refresh_tokens", "oauth_access_tokens"]) {
    for (const column of ["session_id", "authorization_code_id", "expires_at"]) {
      yield* sql`create index ${sql.literal(`${table}_${column}`)}
        on ${sql.literal(`agent_operations_identity.${table}`)} (${sql.literal(column)})`
    }
  }
  yield* sql`create index oauth_access_tokens_refresh on agent_operations_identity.oauth_access_tokens (refresh_id)`
})

const links = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    create table agent_operations_identity.sign_in_links (
      token_hash text not null primary key,
      browser_hash text not null,
      email text not null,
      return_to text not null,
      expires_at timestamptz not null,
      used_at timestamptz
    )`
  yield* sql`create index sign_in_links_expiry on agent_operations_identity.sign_in_links (expires_at)`
})

/** What a person let a program do: every token is one grant's, and ends with it. */
const grants = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    create table agent_operations.grants (
      organization_id text not null references agent_operations.organizations,
      id text not null,
      project_id text not null,
      user_id text not null,
      member_since timestamptz not null,
      client_id text not null,
      client_name text not null,
      client_uri text,
      redirect_host text not null,
      audience text not null check (audience in ('rest', 'mcp')),
      resource text not null,
      scopes text[] not null,
      code_hash text not null,
      created_at timestamptz not null,
      redeemed_at timestamptz,
      last_used_at timestamptz,
      revoked_at timestamptz,
      primary key (organization_id, id),
      foreign key (organization_id, project_id) references agent_operations.projects (organization_id, id)
    )`
  // A token names its grant, and a code its hash, before the organization is known.
  yield* sql`create index grants_id on agent_operations.grants (id)`
  yield* sql`create index grants_code on agent_operations.grants (code_hash)`
  yield* sql`create index grants_user on agent_operations.grants (user_id)`
})

/** Which browser session is asked about a program, and whether it answered. */
const consentRequests = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    create table agent_operations_identity.consent_requests (
      session_id text not null references agent_operations_identity.sessions on delete cascade,
      query_hash text not null,
      expires_at timestamptz not null,
      answered_at timestamptz,
      primary key (session_id, query_hash)
    )`
  yield* sql`create index consent_requests_expiry on agent_operations_identity.consent_requests (expires_at)`
})

/** Whoever of its organization ended a grant, as the audit log signs; null where its person did, or its program. */
const endedGrants = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`alter table agent_operations.grants add column revoked_by text`
})

/** How often a refresh token that was spent gave a further pair. Law: A9. */
const repeatedRefreshes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    create table agent_operations_identity.repeated_refreshes (
      token_id text not null primary key references agent_operations_identity.oauth_refresh_tokens on delete cascade,
      times integer not null
    )`
})

/** Deleting traces took `traces:write` before it had a scope of its own: grants, and their tokens, keep what they could do. */
const deletingTraces = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    update agent_operations.grants set scopes = scopes || 'traces:delete'::text
    where 'traces:write' = any(scopes) and not 'traces:delete' = any(scopes)`
  for (const table of ["oauth_access_tokens", "oauth_refresh_tokens"]) {
    yield* sql`
      update ${sql.literal(`agent_operations_identity.${table}`)} set scopes = (scopes::jsonb || '["traces:delete"]')::text
      where scopes::jsonb ? 'traces:write' and not scopes::jsonb ? 'traces:delete' and expires_at > now()`
  }
  // What was offered when a program was registered is no limit of what it may have later.
  yield* sql`update agent_operations_identity.oauth_clients set scopes = null where scopes is not null`
})

/** From which network a program registered, so that the programs of one make room for those of others. Law: K3. */
const networks = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`alter table agent_operations_identity.oauth_clients add column network text`
)

/** The tables of people, sessions, programs and grants. `owner` is "identity". */
export const migrations: MigrationSet = {
  owner: "identity",
  tenantTables: ["grants"],
  schemas: ["agent_operations", "agent_operations_identity"],
  steps: [
    { number: 1, name: "library", up: library },
    { number: 2, name: "links", up: links },
    { number: 3, name: "grants", up: grants },
    { number: 4, name: "consent requests", up: consentRequests },
    { number: 5, name: "grants that others ended", up: endedGrants, last: true },
    { number: 6, name: "repeated refreshes", up: repeatedRefreshes },
    { number: 7, name: "scope of deleting traces", up: deletingTraces },
    { number: 8, name: "networks of programs", up: networks, last: true }
  ]
}
