import { isScope, type Scope } from "@agent-operations/contract"
import { translateSqlErrors } from "@agent-operations/database"
import { Context, DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { type Administrator, requireAdministrator, type Signature, Unknown } from "../organizations/administrator.ts"
import { mint, type MintedKey } from "./format.ts"

/** An API key as listings show it: never its secret. Law: A4. */
export interface ApiKey {
  readonly id: string
  readonly name: string
  readonly scopes: ReadonlyArray<Scope>
  /** `aok_…` and the last 4 characters. */
  readonly preview: string
  readonly createdAt: string
  readonly createdBy: Signature
  readonly expiresAt: string | null
  readonly revokedAt: string | null
}

/** A key that was just made, with the only sight of its secret. */
export interface NewApiKey {
  readonly key: ApiKey
  readonly token: MintedKey["token"]
}

interface KeyRow {
  readonly id: string
  readonly name: string
  readonly scopes: ReadonlyArray<string>
  readonly preview: string
  readonly created_at: Date
  readonly created_by: string
  readonly expires_at: Date | null
  readonly revoked_at: Date | null
}

const toApiKey = (row: KeyRow): ApiKey => ({
  id: row.id,
  name: row.name,
  scopes: row.scopes.filter(isScope),
  preview: row.preview,
  createdAt: row.created_at.toISOString(),
  createdBy: JSON.parse(row.created_by),
  expiresAt: row.expires_at?.toISOString() ?? null,
  revokedAt: row.revoked_at?.toISOString() ?? null
})

const make = Effect.map(SqlClient.SqlClient, (sql) => {
  const columns = sql.literal("id, name, scopes, preview, created_at, created_by, expires_at, revoked_at")

  const insert = Effect.fnUntraced(function* (
    organizationId: string,
    key: { readonly name: string; readonly scopes: ReadonlyArray<string>; readonly expiresAt: Date | null },
    by: Signature
  ) {
    const { id, token, secretHash, preview } = mint()
    const now = DateTime.toDateUtc(yield* DateTime.now)
    const rows = yield* sql<KeyRow>`
      insert into agent_operations.api_keys
        (organization_id, id, name, scopes, secret_hash, preview, created_at, created_by, expires_at)
      values (${organizationId}, ${id}, ${key.name}, ${key.scopes}, ${secretHash}, ${preview}, ${now},
        ${JSON.stringify(by)}, ${key.expiresAt})
      returning ${columns}`
    return rows.map((row): NewApiKey => ({ key: toApiKey(row), token }))[0]!
  })

  const revoke = Effect.fnUntraced(function* (organizationId: string, id: string) {
    const now = DateTime.toDateUtc(yield* DateTime.now)
    const [row] = yield* sql<KeyRow>`
      update agent_operations.api_keys set revoked_at = ${now}
      where organization_id = ${organizationId} and id = ${id} and revoked_at is null
      returning ${columns}`
    return row ?? (yield* new Unknown({ message: `The organization has no key ${id} that is not revoked already.` }))
  })

  return {
    /** Makes a key. The answer holds the only sight of its secret. */
    create: Effect.fnUntraced(function* (input: {
      readonly organizationId: string
      readonly name: string
      readonly scopes: ReadonlyArray<Scope>
      readonly expiresAt?: Date | undefined
      readonly by: Administrator
    }) {
      return yield* requireAdministrator(sql, input.organizationId, input.by).pipe(
        Effect.flatMap((by) => insert(input.organizationId, { ...input, expiresAt: input.expiresAt ?? null }, by)),
        sql.withTransaction,
        translateSqlErrors
      )
    }),

    /** Every key of an organization, newest first, revoked ones too. */
    list: Effect.fnUntraced(function* (input: { readonly organizationId: string; readonly by: Administrator }) {
      const rows = yield* requireAdministrator(sql, input.organizationId, input.by).pipe(
        Effect.andThen(sql<KeyRow>`
          select ${columns} from agent_operations.api_keys where organization_id = ${input.organizationId}
          order by id desc`),
        translateSqlErrors
      )
      return rows.map(toApiKey)
    }),

    /** Ends a key: it fails at the next request, on every process. Law: A5. */
    revoke: Effect.fnUntraced(function* (input: {
      readonly organizationId: string
      readonly id: string
      readonly by: Administrator
    }) {
      const row = yield* requireAdministrator(sql, input.organizationId, input.by).pipe(
        Effect.andThen(revoke(input.organizationId, input.id)),
        sql.withTransaction,
        translateSqlErrors
      )
      return toApiKey(row)
    }),

    /** Ends a key and makes another with its name, scopes and expiry, both or neither. */
    replace: Effect.fnUntraced(function* (input: {
      readonly organizationId: string
      readonly id: string
      readonly by: Administrator
    }) {
      return yield* requireAdministrator(sql, input.organizationId, input.by).pipe(
        Effect.flatMap((by) =>
          Effect.flatMap(revoke(input.organizationId, input.id), ({ name, scopes, expires_at }) =>
            insert(input.organizationId, { name, scopes, expiresAt: expires_at }, by)
          )
        ),
        sql.withTransaction,
        translateSqlErrors
      )
    })
  }
})

/** The API keys of organizations: made, listed, revoked and replaced by their owners and admins only. */
export class ApiKeys extends Context.Service<ApiKeys, Effect.Success<typeof make>>()("@agent-operations/auth/ApiKeys") {
  static readonly layer = Layer.effect(ApiKeys, make)
}
