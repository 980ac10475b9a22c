import { upkeepMigrations } from "@agent-operations/database"
import {
  ApiKeys,
  ApiKeyVerifier,
  AuditLog,
  type InvitationLimits,
  Invitations,
  migrations,
  OfferedScopes,
  Organizations,
  type Role
} from "@agent-operations/auth"
import { contractOf, viewFamilies } from "@agent-operations/contract"
import type { TestDatabase } from "@agent-operations/testing"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { assert } from "vitest"

export const member = (userId: string) => ({ type: "member", userId }) as const
export const operator = { type: "operator" } as const

export const [olga, adam, mia, nobody] = ["usr_owner", "usr_admin", "usr_member", "usr_nobody"].map(member) as [
  ReturnType<typeof member>,
  ReturnType<typeof member>,
  ReturnType<typeof member>,
  ReturnType<typeof member>
]

/** Everything of the package, over an empty database; without `limits` as many may be invited as tests like. */
export const servicesOn = (
  database: TestDatabase,
  limits: InvitationLimits = { person: 1000, organization: 1000, recipient: 1000 }
) =>
  Layer.mergeAll(
    Organizations.layer,
    ApiKeys.layer,
    ApiKeyVerifier.layer,
    Invitations.layerWith(limits),
    AuditLog.layer
  ).pipe(
    Layer.provideMerge(Layer.succeed(OfferedScopes, contractOf(viewFamilies).scopes)),
    Layer.provideMerge(database.migrated([migrations, upkeepMigrations]))
  )

/** An organization with one of each role and a project. */
export const organization = Effect.gen(function* () {
  const organizations = yield* Organizations
  const { id: organizationId } = yield* organizations.create({
    name: "Org",
    owner: { userId: "usr_owner", name: "Olga", email: "Olga@Example.com" }
  })
  for (const role of ["admin", "member"] as const) {
    yield* organizations.setMember({ organizationId, userId: `usr_${role}`, name: role, role, by: olga })
  }
  const project = yield* organizations.createProject({ organizationId, name: "Project", by: adam })
  return { organizationId, projectId: project.id }
})

/** Who is what, as the operator sees it. */
export const rolesIn = (organizationId: string) =>
  Effect.map(
    Organizations.use((organizations) => organizations.members({ organizationId, by: operator })),
    (members): Readonly<Record<string, Role>> => Object.fromEntries(members.map(({ userId, role }) => [userId, role]))
  )

/** The whole log of an organization, oldest first. */
export const logOf = (organizationId: string) =>
  Effect.map(
    AuditLog.use((log) => log.list({ organizationId, by: operator, limit: 1000 })),
    ({ items }) => items.toReversed()
  )

/** Every row of every table, as text; of one organization, if it is given. */
export const rowsOf = Effect.fnUntraced(function* (organizationId?: string) {
  const sql = yield* SqlClient.SqlClient
  const tables = ["organizations", "projects", "memberships", "api_keys", "invitations", "audit_events"]
  const rows = yield* Effect.forEach(
    tables,
    (table) => sql<{ row: string }>`
      select t::text as row from agent_operations.${sql(table)} as t
      where organization_id = coalesce(${organizationId ?? null}::text, organization_id) order by 1`
  )
  return rows.flat().map(({ row }) => row)
})

/** Copies an organization's rows of a table, with their IDs and other values in some columns. */
export const copyRows = (table: string, organizationId: string, values: Readonly<Record<string, unknown>>) =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      insert into agent_operations.${sql(table)}
      select (jsonb_populate_record(t, ${JSON.stringify(values)}::jsonb)).* from agent_operations.${sql(table)} as t
      where organization_id = ${organizationId}`
  )

const attempts = (count: number) => Array.from({ length: count }, (_, n) => n)

/** Runs an effect's race over and over, each time with its own number. */
export const rounds = <A, E, R>(count: number, race: (round: number) => Effect.Effect<A, E, R>) =>
  Effect.forEach(attempts(count), race)

/** What became of an effect: "ok" or the tag of its failure. */
export const outcomeOf = <R = never>(
  effect: Effect.Effect<unknown, { readonly _tag: string }, R>
): Effect.Effect<string, never, R> => Effect.match(effect, { onSuccess: () => "ok", onFailure: ({ _tag }) => _tag })

/** The same of effects that ran at the same time. */
export const outcomesOf = <R = never>(
  effects: ReadonlyArray<Effect.Effect<unknown, { readonly _tag: string }, R>>
): Effect.Effect<ReadonlyArray<string>, never, R> => Effect.forEach(effects, outcomeOf, { concurrency: "unbounded" })

/** That an effect fails, and how: for comparing what two callers are told. */
export const refusal = <A, E extends { readonly _tag: string; readonly message: string }, R>(
  effect: Effect.Effect<A, E, R>
) => Effect.map(Effect.flip(effect), ({ _tag, message }) => `${_tag}: ${message}`)

export const assertTold = <A, E extends { readonly _tag: string }, R>(tag: string, effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), ({ _tag }) => assert.strictEqual(_tag, tag))
