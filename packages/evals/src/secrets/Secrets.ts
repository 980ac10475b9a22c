import { translateSqlErrors } from "@agent-operations/database"
import type { Timeout, Unavailable } from "@agent-operations/error-envelope"
import { Context, DateTime, Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import type { SecretKey } from "./keys.ts"
import { seal, type SecretNotReadable, type SecretPlace, unseal } from "./seal.ts"

/** Whose secrets they are. */
export type SecretOwner = Omit<SecretPlace, "name">

/** A secret as it is told. */
export interface KnownSecret {
  readonly name: string
  /** The last 4 characters, of a short one none; null if it is not there any more. */
  readonly preview: string | null
  readonly updatedAt: string
}

/** Of fewer characters the last 4 would be a good part. */
const shortest = 12

const previewOf = (value: string): string => {
  const characters = [...value]
  return characters.length < shortest ? "" : characters.slice(-4).join("")
}

/** How many secrets an owner has at most. */
export const maxSecrets = 20

const make = (keys: readonly [SecretKey, ...Array<SecretKey>]) =>
  Effect.map(SqlClient.SqlClient, (sql) => {
    const of = ({ tenant, project, owner }: SecretOwner) =>
      sql`tenant_id = ${tenant} and project_id = ${project} and owner_id = ${owner}`

    return {
      list: Effect.fn("Secrets.list")(function* (owner: SecretOwner) {
        const rows = yield* sql<{ name: string; preview: string; updated_at: Date }>`
          select name, preview, updated_at from agent_operations.secrets
          where ${of(owner)} order by name limit ${maxSecrets}`
        return rows.map(({ name, preview, updated_at }): KnownSecret => ({
          name,
          preview,
          updatedAt: updated_at.toISOString()
        }))
      }, translateSqlErrors),

      set: Effect.fn("Secrets.set")(function* (place: SecretPlace, value: Redacted.Redacted | null) {
        const at = DateTime.toDateUtc(yield* DateTime.now)
        if (value === null) {
          yield* sql`delete from agent_operations.secrets where ${of(place)} and name = ${place.name}`
          return { name: place.name, preview: null, updatedAt: at.toISOString() } satisfies KnownSecret
        }
        const jwe = yield* seal(keys, place, value)
        const preview = previewOf(Redacted.value(value))
        const set = yield* sql`
          insert into agent_operations.secrets (tenant_id, project_id, owner_id, name, jwe, preview, updated_at)
          select ${place.tenant}, ${place.project}, ${place.owner}, ${place.name}, ${jwe}, ${preview}, ${at}
          where (
            select count(*) from agent_operations.secrets where ${of(place)} and name <> ${place.name}
          ) < ${maxSecrets}
          on conflict (tenant_id, project_id, owner_id, name)
          do update set jwe = excluded.jwe, preview = excluded.preview, updated_at = excluded.updated_at
          returning name`
        return set.length === 0
          ? undefined
          : ({ name: place.name, preview, updatedAt: at.toISOString() } satisfies KnownSecret)
      }, translateSqlErrors),

      open: Effect.fn("Secrets.open")(function* (owner: SecretOwner) {
        const sealed = yield* sql<{ name: string; jwe: string }>`
          select name, jwe from agent_operations.secrets where ${of(owner)} order by name limit ${maxSecrets}`
        return new Map(
          yield* Effect.forEach(sealed, ({ name, jwe }) =>
            Effect.map(unseal(keys, { ...owner, name }, jwe), (value) => [name, value] as const)
          )
        )
      }, translateSqlErrors)
    }
  })

/** The secrets of apps and model connections, encrypted where they are kept. Law: G2. */
export class Secrets extends Context.Service<
  Secrets,
  {
    /** What there is, by name, without values. */
    readonly list: (owner: SecretOwner) => Effect.Effect<ReadonlyArray<KnownSecret>, Unavailable | Timeout>
    /** Sets one, or with `null` takes it away. Undefined, with nothing changed, where the owner has `maxSecrets` others. */
    readonly set: (
      place: SecretPlace,
      value: Redacted.Redacted | null
    ) => Effect.Effect<KnownSecret | undefined, Unavailable | Timeout>
    /** All of an owner, for the request that they are for. */
    readonly open: (
      owner: SecretOwner
    ) => Effect.Effect<ReadonlyMap<string, Redacted.Redacted>, Unavailable | Timeout | SecretNotReadable>
  }
>()("@agent-operations/evals/Secrets") {
  static readonly layer = (
    keys: readonly [SecretKey, ...Array<SecretKey>]
  ): Layer.Layer<Secrets, never, SqlClient.SqlClient> => Layer.effect(this, make(keys))
}
