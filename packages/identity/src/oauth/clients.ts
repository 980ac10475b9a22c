import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"

/** A program that may ask people for access. */
export interface Client {
  readonly id: string
  readonly name: string
  /** Its own page, if it names one. */
  readonly uri: string | null
  readonly redirectUris: ReadonlyArray<string>
  readonly grantTypes: ReadonlyArray<string>
  /** When it registered, or its metadata was read for the first time. */
  readonly knownSince: Date | null
}

interface ClientRow {
  readonly client_id: string
  readonly name: string | null
  readonly uri: string | null
  readonly redirect_uris: string
  readonly grant_types: string | null
  readonly created_at: Date | null
}

/** Source: RFC 6749 appendix A.1. */
const characters = /^[\x20-\x7E]{1,2048}$/

/** A client that is registered and not disabled. */
export const findClient = Effect.fnUntraced(function* (sql: SqlClient, clientId: string) {
  if (!characters.test(clientId)) return undefined
  const [row] = yield* sql<ClientRow>`
    select client_id, name, uri, redirect_uris, grant_types, created_at from agent_operations_identity.oauth_clients
    where client_id = ${clientId} and disabled is not true`
  if (row === undefined) return undefined
  return {
    id: row.client_id,
    name: row.name ?? row.client_id,
    uri: row.uri,
    redirectUris: JSON.parse(row.redirect_uris),
    grantTypes: JSON.parse(row.grant_types ?? "[]"),
    knownSince: row.created_at
  } satisfies Client as Client
})
