import { createHash } from "node:crypto"
import { AlreadyExists, type Asked, changing, recordAudit, requireAdministrator, Unknown } from "@agent-operations/auth"
import { trimName } from "@agent-operations/contract"
import type { NewModelConnection } from "@agent-operations/contract/apps"
import { isUniqueViolation, newTypeId, translateSqlErrors } from "@agent-operations/database"
import { Egress } from "@agent-operations/egress"
import type { Timeout, Unavailable } from "@agent-operations/error-envelope"
import type { Space } from "@agent-operations/revision-store"
import { Context, DateTime, Effect, Layer, type Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { requireSendable } from "../sendable.ts"
import { type SecretNotReadable, Secrets } from "../../secrets/index.ts"
import type { Connection } from "../models/call-model.ts"

/** A connection as it is told to whoever works with it. */
export interface KnownConnection {
  readonly id: string
  readonly name: string
  /** The models that it has prices of. */
  readonly models: ReadonlyArray<string>
}

/** A connection as it is told to owners and admins. */
export interface ListedConnection extends NewModelConnection {
  readonly id: string
  readonly createdAt: string
}

/** A connection, for the calls that go through it. */
export interface FoundConnection extends Connection {
  readonly id: string
  readonly name: string
  /** Of all its prices: SHA-256, in hexadecimal digits. A run that pins it can tell whether they changed. */
  readonly pricesHash: string
}

/** A connection of a project, asked for by somebody who administers the organization. */
interface OfProject extends Asked {
  readonly projectId: string
}

/** How many connections a project has at most. */
const maxConnections = 100

const keyName = "key"

interface Row {
  readonly connection_id: string
  readonly name: string
  readonly base_url: string
  readonly token_limit: NewModelConnection["tokenLimit"]
  readonly prices: string
  readonly created_at: Date
}

const pricesOf = ({ prices }: Pick<Row, "prices">) => JSON.parse(prices) as NewModelConnection["prices"]

const listed = (row: Row): ListedConnection => ({
  id: row.connection_id,
  name: row.name,
  baseUrl: row.base_url,
  tokenLimit: row.token_limit,
  prices: pricesOf(row),
  createdAt: row.created_at.toISOString()
})

/** The same text for the same prices. */
const pricesText = (prices: NewModelConnection["prices"]) =>
  JSON.stringify(
    prices
      .map(({ model, inputMicrosPerMillion, outputMicrosPerMillion }) => ({
        model,
        inputMicrosPerMillion,
        outputMicrosPerMillion
      }))
      .sort((a, b) => (a.model < b.model ? -1 : 1))
  )

const notThere = (id: string) => new Unknown({ message: `The project has no model connection ${id}.` })

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const secrets = yield* Secrets
  const egress = yield* Egress
  const ofProject = ({ tenant, project }: Space) => sql`tenant_id = ${tenant} and project_id = ${project}`
  const spaceOf = ({ organizationId, projectId }: OfProject): Space => ({ tenant: organizationId, project: projectId })
  const all = (space: Space) =>
    sql<Row>`
      select * from agent_operations.model_connections where ${ofProject(space)} and name > '' order by name limit ${maxConnections}`

  const requireProject = Effect.fnUntraced(function* ({ organizationId, projectId }: OfProject) {
    const [known] = yield* sql`
      select 1 from agent_operations.projects where organization_id = ${organizationId} and id = ${projectId}`
    if (known === undefined) return yield* new Unknown({ message: `There is no project ${projectId}.` })
  })

  const audited = (
    { organizationId, projectId }: OfProject,
    actor: Parameters<typeof recordAudit>[1]["actor"],
    action: "connection.added" | "connection.removed" | "connection.rotated",
    { id, name, baseUrl }: { readonly id: string; readonly name: string; readonly baseUrl: string }
  ) =>
    recordAudit(sql, {
      organizationId,
      actor,
      action,
      subject: { type: "connection", id, name },
      details: { projectId, baseUrl }
    })

  return {
    known: Effect.fn("ModelConnections.known")(function* (space: Space) {
      const rows = yield* all(space)
      return rows.map((row): KnownConnection => ({
        id: row.connection_id,
        name: row.name,
        models: pricesOf(row).map(({ model }) => model)
      }))
    }, translateSqlErrors),

    find: Effect.fn("ModelConnections.find")(function* (space: Space, id: string) {
      const [row] = yield* sql<Row>`
        select * from agent_operations.model_connections where ${ofProject(space)} and connection_id = ${id}`
      const key = row && (yield* secrets.open({ ...space, owner: id })).get(keyName)
      if (row === undefined || key === undefined) return undefined
      return {
        id,
        name: row.name,
        baseUrl: row.base_url,
        key,
        tokenLimit: row.token_limit,
        prices: Object.fromEntries(pricesOf(row).map(({ model, ...price }) => [model, price])),
        pricesHash: createHash("sha256").update(row.prices).digest("hex")
      } satisfies FoundConnection
    }, translateSqlErrors),

    list: Effect.fn("ModelConnections.list")(function* (asked: OfProject) {
      yield* requireAdministrator(sql, asked)
      yield* requireProject(asked)
      return (yield* all(spaceOf(asked))).map(listed)
    }, translateSqlErrors),

    add: Effect.fn("ModelConnections.add")(function* (
      asked: OfProject & { readonly connection: NewModelConnection; readonly key: Redacted.Redacted }
    ) {
      const { connection, key } = asked
      const space = spaceOf(asked)
      const name = trimName(connection.name)
      const id = newTypeId("mco")
      yield* requireSendable(egress, connection.baseUrl)
      return yield* changing(sql, asked, ({ signature }) =>
        Effect.gen(function* () {
          yield* requireProject(asked)
          if ((yield* all(space)).length >= maxConnections) {
            return yield* new AlreadyExists({
              message: `The project has ${maxConnections} model connections, as many as it may: remove one first.`
            })
          }
          const now = DateTime.toDateUtc(yield* DateTime.now)
          yield* sql`
            insert into agent_operations.model_connections
              (tenant_id, project_id, connection_id, name, base_url, token_limit, prices, created_at, created_by)
            values (${space.tenant}, ${space.project}, ${id}, ${name}, ${connection.baseUrl}, ${connection.tokenLimit},
              ${pricesText(connection.prices)}, ${now}, ${JSON.stringify(signature)})`.pipe(
            Effect.catchIf(isUniqueViolation, () =>
              Effect.fail(new AlreadyExists({ message: `The project already has a model connection ${name}.` }))
            )
          )
          yield* secrets.set({ ...space, owner: id, name: keyName }, key)
          yield* audited(asked, signature, "connection.added", { id, name, baseUrl: connection.baseUrl })
          return { ...connection, id, name, createdAt: now.toISOString() } satisfies ListedConnection
        })
      )
    }),

    rotate: Effect.fn("ModelConnections.rotate")(function* (
      asked: OfProject & { readonly id: string; readonly key: Redacted.Redacted }
    ) {
      const space = spaceOf(asked)
      return yield* changing(sql, asked, ({ signature }) =>
        Effect.gen(function* () {
          // Held, so that nobody removes it with its key meanwhile.
          const [row] = yield* sql<Row>`
            select * from agent_operations.model_connections
            where ${ofProject(space)} and connection_id = ${asked.id} for update`
          if (row === undefined) return yield* notThere(asked.id)
          yield* secrets.set({ ...space, owner: asked.id, name: keyName }, asked.key)
          const rotated = listed(row)
          yield* audited(asked, signature, "connection.rotated", rotated)
          return rotated
        })
      )
    }),

    remove: Effect.fn("ModelConnections.remove")(function* (asked: OfProject & { readonly id: string }) {
      const space = spaceOf(asked)
      return yield* changing(sql, asked, ({ signature }) =>
        Effect.gen(function* () {
          const [row] = yield* sql<Row>`
            delete from agent_operations.model_connections
            where ${ofProject(space)} and connection_id = ${asked.id} returning *`
          if (row === undefined) return yield* notThere(asked.id)
          yield* secrets.set({ ...space, owner: asked.id, name: keyName }, null)
          const removed = listed(row)
          yield* audited(asked, signature, "connection.removed", removed)
          return removed
        })
      )
    })
  }
})

type Made = Effect.Success<typeof make>

/**
 * What apps and judges call models through. Owners and admins of the organization make them, with an audit event each; a key
 * is kept as a secret, and told to nobody. Law: G2.
 *
 * @example
 * const connections = yield* ModelConnections
 * const connection = yield* connections.find(space, "mco_…")
 */
export class ModelConnections extends Context.Service<
  ModelConnections,
  {
    /** What there is, by name. */
    readonly known: (space: Space) => Effect.Effect<ReadonlyArray<KnownConnection>, Unavailable | Timeout>
    /** One of them with its key, for the calls that go through it; undefined where there is none. */
    readonly find: (
      space: Space,
      id: string
    ) => Effect.Effect<FoundConnection | undefined, Unavailable | Timeout | SecretNotReadable>
    /** What there is, for owners and admins. */
    readonly list: Made["list"]
    /** Adds one, and tells its ID. Fails with `EGRESS_REFUSED` where nothing would be sent to its address. */
    readonly add: Made["add"]
    /** Replaces the key of one: calls that begin from then on have the new one. */
    readonly rotate: Made["rotate"]
    /** Removes one with its key. What calls through it fails from then on. */
    readonly remove: Made["remove"]
  }
>()("@agent-operations/evals/ModelConnections") {
  static readonly layer = Layer.effect(ModelConnections, make)
}
