import { newTypeId, sqlState, translateSqlErrors } from "@agent-operations/database"
import { Context, DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { type Administrator, AlreadyExists, requireAdministrator, Unknown } from "./administrator.ts"

export const roles = ["owner", "admin", "member"] as const
/** Owners and admins manage projects and API keys; members work with what the projects hold. */
export type Role = (typeof roles)[number]

const uniqueViolation = "23505"

const make = Effect.map(SqlClient.SqlClient, (sql) => ({
  /** Makes an organization with its first owner, if one is named. */
  create: Effect.fnUntraced(function* (input: {
    readonly name: string
    readonly owner?: { readonly userId: string; readonly name: string }
  }) {
    const id = newTypeId("org")
    const now = DateTime.toDateUtc(yield* DateTime.now)
    const { owner } = input
    yield* Effect.gen(function* () {
      yield* sql`insert into agent_operations.organizations values (${id}, ${input.name}, ${now})`
      if (owner === undefined) return
      yield* sql`
        insert into agent_operations.memberships values (${id}, ${owner.userId}, ${owner.name}, 'owner', ${now})`
    }).pipe(sql.withTransaction, translateSqlErrors)
    return { id, name: input.name }
  }),

  /** Makes a project in an organization, under an ID of the host's own if one is given. */
  createProject: Effect.fnUntraced(function* (input: {
    readonly organizationId: string
    readonly name: string
    readonly id?: string
    readonly by: Administrator
  }) {
    const id = input.id ?? newTypeId("prj")
    const now = DateTime.toDateUtc(yield* DateTime.now)
    yield* requireAdministrator(sql, input.organizationId, input.by).pipe(
      Effect.andThen(
        sql`insert into agent_operations.projects values (${input.organizationId}, ${id}, ${input.name}, ${now})`
      ),
      sql.withTransaction,
      Effect.catchIf(
        (error) => error._tag === "SqlError" && sqlState(error) === uniqueViolation,
        () => Effect.fail(new AlreadyExists({ message: `The organization has a project ${id} already.` }))
      ),
      translateSqlErrors
    )
    return { id, organizationId: input.organizationId, name: input.name }
  }),

  /** Makes somebody a member, or changes their role. */
  setMember: Effect.fnUntraced(function* (input: {
    readonly organizationId: string
    readonly userId: string
    readonly name: string
    readonly role: Role
    readonly by: Administrator
  }) {
    const now = DateTime.toDateUtc(yield* DateTime.now)
    yield* requireAdministrator(sql, input.organizationId, input.by).pipe(
      Effect.andThen(sql`
        insert into agent_operations.memberships
        values (${input.organizationId}, ${input.userId}, ${input.name}, ${input.role}, ${now})
        on conflict (organization_id, user_id) do update set role = excluded.role, name = excluded.name`),
      sql.withTransaction,
      translateSqlErrors
    )
  }),

  /** Ends a membership. */
  removeMember: Effect.fnUntraced(function* (input: {
    readonly organizationId: string
    readonly userId: string
    readonly by: Administrator
  }) {
    const removed = yield* requireAdministrator(sql, input.organizationId, input.by).pipe(
      Effect.andThen(sql`
        delete from agent_operations.memberships
        where organization_id = ${input.organizationId} and user_id = ${input.userId} returning user_id`),
      sql.withTransaction,
      translateSqlErrors
    )
    if (removed.length === 0) return yield* new Unknown({ message: `${input.userId} is not a member.` })
  })
}))

/** Organizations, their projects and their members. */
export class Organizations extends Context.Service<Organizations, Effect.Success<typeof make>>()(
  "@agent-operations/auth/Organizations"
) {
  static readonly layer = Layer.effect(Organizations, make)
}
