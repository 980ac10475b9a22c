import { translateSqlErrors } from "@agent-operations/database"
import { Context, Data, DateTime, Duration, Effect, Layer, type Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { UsedFrom } from "../access/client.ts"
import { OfferedScopes } from "../access/OfferedScopes.ts"
import { type AuditAction, recordAudit } from "../audit/record-audit.ts"
import { AlreadyCreated, claim, type Once } from "../idempotency/claim.ts"
import {
  type Asked,
  changing,
  requireAdministrator,
  type Signature,
  type RoleGrant,
  Unknown
} from "../organizations/administrator.ts"
import { mint, type MintedKey } from "./format.ts"

/** An API key as listings show it: never its secret. Law: A4. */
export interface ApiKey {
  readonly id: string
  readonly name: string
  readonly scopes: ReadonlyArray<string>
  /** `aok_…` and the last 4 characters. */
  readonly preview: string
  readonly createdAt: string
  readonly createdBy: Signature
  readonly expiresAt: string | null
  readonly revokedAt: string | null
  /** About when it was last accepted: what is written is up to a minute behind. */
  readonly lastUsedAt: string | null
  /** From where one of the uses of that minute came; null where it was not used, or that is not known. */
  readonly lastUsedFrom: UsedFrom | null
  /** The ID of the key that replaced it. Until `expiresAt` or `revokedAt` both work. */
  readonly replacedBy: string | null
}

/** A new key with its secret, which cannot be read again. */
export interface NewApiKey {
  readonly key: ApiKey
  readonly token: MintedKey["token"]
}

/** A key was to have scopes that no mounted family declares. Nothing was created. */
export class ScopesNotOffered extends Data.TaggedError("ScopesNotOffered")<{
  readonly message: string
  /** Those that were asked for and are not offered. */
  readonly scopes: ReadonlyArray<string>
  readonly offered: ReadonlyArray<string>
}> {}

/** The organization has as many keys that work as it may. None was created. */
export class TooManyKeys extends Data.TaggedError("TooManyKeys")<{ readonly message: string }> {}

/** How many keys that work members may create in an organization. The operator may create more. Law: K3. */
const mostKeys = 1000

interface KeyRow {
  readonly id: string
  readonly name: string
  readonly scopes: ReadonlyArray<string>
  readonly preview: string
  readonly created_at: Date
  readonly created_by: string
  readonly expires_at: Date | null
  readonly revoked_at: Date | null
  readonly last_used_at: Date | null
  readonly last_used_address: string | null
  readonly last_used_program: string | null
  readonly replaced_by: string | null
}

const lastUsedFrom = ({ last_used_address: address, last_used_program: program }: KeyRow): UsedFrom | null =>
  address === null && program === null ? null : { address, program }

const toApiKey = (row: KeyRow): ApiKey => ({
  id: row.id,
  name: row.name,
  scopes: row.scopes,
  preview: row.preview,
  createdAt: row.created_at.toISOString(),
  createdBy: JSON.parse(row.created_by),
  expiresAt: row.expires_at?.toISOString() ?? null,
  revokedAt: row.revoked_at?.toISOString() ?? null,
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  lastUsedFrom: lastUsedFrom(row),
  replacedBy: row.replaced_by
})

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const offered = Object.keys(yield* OfferedScopes)
  const columns = sql.literal(
    "id, name, scopes, preview, created_at, created_by, expires_at, revoked_at, last_used_at, last_used_address, last_used_program, replaced_by"
  )

  const insert = Effect.fnUntraced(function* (
    organizationId: string,
    key: {
      readonly name: string
      readonly scopes: ReadonlyArray<string>
      readonly expiresAt: Date | null
      /** The key that it replaces. */
      readonly replaces?: string
    },
    by: Signature,
    { id, token, secretHash, preview }: MintedKey
  ) {
    const now = DateTime.toDateUtc(yield* DateTime.now)
    const rows = yield* sql<KeyRow>`
      insert into agent_operations.api_keys
        (organization_id, id, name, scopes, secret_hash, preview, created_at, created_by, expires_at, lineage)
      values (${organizationId}, ${id}, ${key.name}, ${key.scopes}, ${secretHash}, ${preview}, ${now},
        ${JSON.stringify(by)}, ${key.expiresAt}, coalesce((
          select coalesce(former.lineage, former.id) from agent_operations.api_keys as former
          where former.organization_id = ${organizationId} and former.id = ${key.replaces ?? null}), ${id}))
      returning ${columns}`
    return rows.map((row): NewApiKey => ({ key: toApiKey(row), token }))[0]!
  })

  const requireOffered = (asked: ReadonlyArray<string>) => {
    const scopes = asked.filter((scope) => !offered.includes(scope))
    if (scopes.length === 0) return Effect.void
    return Effect.fail(
      new ScopesNotOffered({
        message: `There is no scope ${scopes.join(", ")}. Use some of these: ${offered.join(", ")}.`,
        scopes,
        offered
      })
    )
  }

  const worksAt = (now: Date) => sql`(revoked_at is null and (expires_at is null or expires_at > ${now}))`

  /** Fails, and with it the transaction, where a member just created one more key than may work. The organization is locked. */
  const keepWithin = Effect.fnUntraced(function* ({ organizationId, by }: Asked) {
    if (by.type === "operator") return
    const now = DateTime.toDateUtc(yield* DateTime.now)
    const [beyond] = yield* sql`
      select 1 from agent_operations.api_keys where organization_id = ${organizationId} and ${worksAt(now)}
      offset ${mostKeys} limit 1`
    if (beyond === undefined) return
    return yield* new TooManyKeys({
      message: `The organization has ${mostKeys} keys that work, as many as it may. Revoke one that is not used any more first.`
    })
  })

  /** Mints a key, unless one was created under the same idempotency key. */
  const mintOnce = Effect.fnUntraced(function* (
    organizationId: string,
    { signature }: RoleGrant,
    action: "key.created" | "key.replaced",
    key: string | undefined
  ) {
    const minted = mint()
    const earlier = yield* claim(sql, { organizationId, key, actorId: signature.id, action, subjectId: minted.id })
    if (earlier === undefined) return minted
    return yield* new AlreadyCreated({ id: earlier, message: `The key ${earlier} was created by the same request.` })
  })

  const notLive = (id: string) =>
    new Unknown({ message: `The organization has no key ${id}, or it is already revoked.` })

  const revoke = Effect.fnUntraced(function* (organizationId: string, id: string) {
    const now = DateTime.toDateUtc(yield* DateTime.now)
    const [row] = yield* sql<KeyRow>`
      update agent_operations.api_keys set revoked_at = ${now}
      where organization_id = ${organizationId} and id = ${id} and revoked_at is null
      returning ${columns}`
    return row ?? (yield* notLive(id))
  })

  /** Has a key end after a while, unless it ends before. Answers with the key as it was, and when it now ends. */
  const phaseOut = Effect.fnUntraced(function* (organizationId: string, id: string, overlap: Duration.Duration) {
    const [key] = yield* sql<KeyRow>`
      select ${columns} from agent_operations.api_keys
      where organization_id = ${organizationId} and id = ${id} and revoked_at is null`
    if (key === undefined) return yield* notLive(id)
    const end = Duration.isFinite(overlap)
      ? DateTime.toDateUtc(DateTime.addDuration(yield* DateTime.now, overlap))
      : null
    const [ended] = yield* sql<{ expires_at: Date | null }>`
      update agent_operations.api_keys set expires_at = least(expires_at, ${end}::timestamptz)
      where organization_id = ${organizationId} and id = ${id} returning expires_at`
    return { key, end: ended!.expires_at }
  })

  const record = (
    { signature: actor }: RoleGrant,
    organizationId: string,
    action: AuditAction,
    { id, name }: { readonly id: string; readonly name: string },
    details: Schema.JsonObject = {}
  ) => recordAudit(sql, { organizationId, actor, action, subject: { type: "key", id, name }, details })

  return {
    /** Creates a key with scopes that are offered. The answer holds its secret, which cannot be read again. */
    create: (
      input: Asked &
        Once & {
          readonly name: string
          readonly scopes: ReadonlyArray<string>
          readonly expiresAt?: Date | undefined
        }
    ) =>
      changing(
        sql,
        input,
        Effect.fnUntraced(function* (by: RoleGrant) {
          const scopes = [...new Set(input.scopes)]
          yield* requireOffered(scopes)
          const minted = yield* mintOnce(input.organizationId, by, "key.created", input.idempotencyKey)
          const made = yield* insert(
            input.organizationId,
            { ...input, scopes, expiresAt: input.expiresAt ?? null },
            by.signature,
            minted
          )
          yield* keepWithin(input)
          const { expiresAt } = made.key
          yield* record(by, input.organizationId, "key.created", made.key, { scopes, expiresAt })
          return made
        })
      ),

    /**
     * Keys of an organization, newest first: `limit` of them, by default 1,000, from the one before the key `before` on. Of
     * all there ever were, or of those alone that work, or that no longer do. Without `nextBefore`, there are no more.
     */
    list: Effect.fnUntraced(function* (
      input: Asked & { readonly before?: string | undefined; readonly limit?: number; readonly works?: boolean }
    ) {
      const { organizationId, before, limit = mostKeys, works } = input
      const now = DateTime.toDateUtc(yield* DateTime.now)
      const rows = yield* requireAdministrator(sql, input).pipe(
        Effect.andThen(sql<KeyRow>`
          select ${columns} from agent_operations.api_keys
          where organization_id = ${organizationId}
            ${works === undefined ? sql.literal("") : works ? sql`and ${worksAt(now)}` : sql`and not ${worksAt(now)}`}
            ${before === undefined ? sql.literal("") : sql`and id < ${before}`}
          order by id desc limit ${limit + 1}`),
        translateSqlErrors
      )
      const items = rows.slice(0, limit).map(toApiKey)
      return { items, nextBefore: rows.length > limit ? (items.at(-1)?.id ?? null) : null }
    }),

    /** One of an organization's, whether or not it works. */
    get: Effect.fnUntraced(function* (input: Asked & { readonly id: string }) {
      const [row] = yield* requireAdministrator(sql, input).pipe(
        Effect.andThen(sql<KeyRow>`
          select ${columns} from agent_operations.api_keys
          where organization_id = ${input.organizationId} and id = ${input.id}`),
        translateSqlErrors
      )
      return row === undefined ? yield* new Unknown({ message: "There is no such key." }) : toApiKey(row)
    }),

    /** Whether an organization ever had a key. */
    exists: Effect.fnUntraced(function* (input: Asked) {
      const rows = yield* requireAdministrator(sql, input).pipe(
        Effect.andThen(sql`
          select 1 from agent_operations.api_keys where organization_id = ${input.organizationId} limit 1`),
        translateSqlErrors
      )
      return rows.length > 0
    }),

    /** Ends a key: it fails at the next request, on every process. Law: A5. */
    revoke: (input: Asked & { readonly id: string }) =>
      changing(
        sql,
        input,
        Effect.fnUntraced(function* (by: RoleGrant) {
          const row = yield* revoke(input.organizationId, input.id)
          yield* record(by, input.organizationId, "key.revoked", row)
          return toApiKey(row)
        })
      ),

    /** Gives a key another name. It keeps its secret, so that nothing has to be done where it is used. */
    rename: (input: Asked & { readonly id: string; readonly name: string }) =>
      changing(
        sql,
        input,
        Effect.fnUntraced(function* (by: RoleGrant) {
          const { organizationId, id, name } = input
          const [former] = yield* sql<{ name: string }>`
            select name from agent_operations.api_keys
            where organization_id = ${organizationId} and id = ${id} and revoked_at is null`
          if (former === undefined) return yield* notLive(id)
          if (former.name === name) return
          yield* sql`
            update agent_operations.api_keys set name = ${name}
            where organization_id = ${organizationId} and id = ${id}`
          yield* record(by, organizationId, "key.renamed", { id, name }, { formerName: former.name })
        })
      ),

    /**
     * Creates another key with a key's name and scopes, and ends that one, both or neither: at once, or after an `overlap`
     * in which both work, unless it ends before by itself. The new key expires when the old one would have, or at
     * `expiresAt`; null is never.
     */
    replace: (
      input: Asked &
        Once & {
          readonly id: string
          readonly overlap?: Duration.Input | undefined
          readonly expiresAt?: Date | null | undefined
        }
    ) =>
      changing(
        sql,
        input,
        Effect.fnUntraced(function* (by: RoleGrant) {
          const { organizationId, id, overlap, idempotencyKey, expiresAt } = input
          const minted = yield* mintOnce(organizationId, by, "key.replaced", idempotencyKey)
          const { key, end } =
            overlap === undefined
              ? yield* Effect.map(revoke(organizationId, id), (key) => ({ key, end: key.revoked_at }))
              : yield* phaseOut(organizationId, id, Duration.fromInputUnsafe(overlap))
          const ends = expiresAt === undefined ? key.expires_at : expiresAt
          const made = yield* insert(organizationId, { ...key, expiresAt: ends, replaces: id }, by.signature, minted)
          if (overlap !== undefined) yield* keepWithin(input)
          yield* sql`
            update agent_operations.api_keys set replaced_by = ${made.key.id}
            where organization_id = ${organizationId} and id = ${id}`
          const { id: replacedBy, scopes, expiresAt: expires } = made.key
          const details = { replacedBy, scopes, expiresAt: expires, worksUntil: end?.toISOString() ?? null }
          yield* record(by, organizationId, "key.replaced", key, details)
          return made
        })
      )
  }
})

/** The API keys of organizations: created, listed, revoked and replaced by their owners and admins only. */
export class ApiKeys extends Context.Service<ApiKeys, Effect.Success<typeof make>>()("@agent-operations/auth/ApiKeys") {
  static readonly layer = Layer.effect(ApiKeys, make)
}
