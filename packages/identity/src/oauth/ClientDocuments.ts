import { makeShares, networkOf, newTypeId, placeOf } from "@agent-operations/database"
import { type EgressError, getJson } from "@agent-operations/egress"
import { Clock, Context, Duration, Effect, Layer, Predicate } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { OAuthErrorCode } from "@agent-operations/error-envelope"
import { makeAttempts } from "../sign-in/attempts.ts"
import { makeRoom } from "./unconnected.ts"
import { canDoWithoutSecret, type ClientMetadata, isSaid, readClientMetadata } from "./client-metadata.ts"
import { isLoopback, isPrivateUse } from "./redirects.ts"
import { type Refusal, refuse } from "./refusal.ts"

/** How long a document is taken as it was read, and how long if it cannot be read any more. */
const [freshFor, goodFor] = [Duration.toMillis("1 hour"), Duration.toMillis("1 day")]

type FetchJson = (address: string) => Effect.Effect<unknown, EgressError>

const notTaken = (clientId: string, { description }: Refusal) =>
  Effect.logInfo(`The client document ${clientId.slice(0, 200)} is not accepted: ${description}`)

/** A client ID that is the address of the client's own metadata: https, with a path, and nothing that hides another host. */
export const isDocumentAddress = (clientId: string): boolean => {
  if (clientId.length > 2048 || !URL.canParse(clientId)) return false
  const url = new URL(clientId)
  return (
    url.protocol === "https:" &&
    url.pathname !== "/" &&
    url.username === "" &&
    url.password === "" &&
    !clientId.includes("#") &&
    url.href === clientId
  )
}

const originOf = (uri: unknown) => (typeof uri === "string" && URL.canParse(uri) ? new URL(uri).origin : undefined)

/** A document as the metadata of this client, if it is such. */
const readDocument = Effect.fnUntraced(function* (clientId: string, document: unknown) {
  const wrong = (what: string, code: OAuthErrorCode = "invalid_client_metadata") =>
    refuse(code, `The client's metadata document is not accepted: ${what}`)
  if (!Predicate.isObject(document) || Array.isArray(document)) return yield* wrong("It is not a JSON object.")
  const given = document as Readonly<Record<string, unknown>>
  if (given["client_id"] !== clientId) return yield* wrong("Its client_id is a different one.")
  if (isSaid(given["client_secret"])) return yield* wrong("It contains a secret.")
  const metadata = yield* Effect.mapError(readClientMetadata(given), ({ description, code }) =>
    wrong(description, code)
  )
  if ((metadata.token_endpoint_auth_method ?? "none") !== "none" && !canDoWithoutSecret(given))
    return yield* wrong("It asks to be a client with a secret.")
  if (metadata.client_name === undefined) return yield* wrong("It has no client_name.")
  // A document is written for every server, and may name redirects that only others take.
  const redirect_uris = metadata.redirect_uris.filter(
    (uri) => isLoopback(uri) || isPrivateUse(uri) || originOf(uri) === originOf(clientId)
  )
  if (redirect_uris.length === 0) {
    return yield* wrong(
      "No redirect is of its own origin, of a loopback address or of a scheme of its own.",
      "invalid_redirect_uri"
    )
  }
  return { ...metadata, redirect_uris }
})

const make = (fetchJson: FetchJson) =>
  Effect.map(SqlClient.SqlClient, (sql) => {
    const readings = makeAttempts(30, "10 minutes")
    const ofNetworks = makeAttempts(300, "10 minutes")
    // Shared out among those who ask: anybody may have documents read, of servers of their own, that take their time. More
    // than some dozens of them at once takes many networks.
    const atOnce = makeShares({ size: 64, queueLimit: 256, keepsLast: true })

    const store = Effect.fnUntraced(function* (clientId: string, metadata: ClientMetadata, address: string) {
      const now = new Date(yield* Clock.currentTimeMillis)
      yield* sql`
        insert into agent_operations_identity.oauth_clients (id, client_id, disabled, name, uri, redirect_uris,
          token_endpoint_auth_method, application_type, grant_types, response_types, require_pkce, created_at, updated_at,
          network)
        values (${newTypeId("cli")}, ${clientId}, false, ${metadata.client_name},
          ${metadata.client_uri ?? null}, ${JSON.stringify(metadata.redirect_uris)}, 'none',
          ${metadata.application_type},
          ${JSON.stringify(metadata.grant_types)}, ${JSON.stringify(metadata.response_types)}, true, ${now}, ${now},
          ${networkOf(address)})
        on conflict (client_id) do update set name = excluded.name, uri = excluded.uri,
          redirect_uris = excluded.redirect_uris, application_type = excluded.application_type,
          grant_types = excluded.grant_types, updated_at = excluded.updated_at`
    })

    const read = Effect.fnUntraced(
      function* (clientId: string, address: string, isKnown: boolean, isGood: boolean) {
        yield* readings(placeOf(address))
        yield* ofNetworks(networkOf(address))
        // What is known of one that was read before is soon taken instead.
        const patience = Duration.seconds(isGood ? 1 : 8)
        const metadata = yield* readDocument(clientId, yield* atOnce.run(fetchJson(clientId), { patience }))
        if (!isKnown) yield* makeRoom(sql)
        yield* store(clientId, metadata, address)
      },
      (reading) =>
        Effect.catchTags(reading, {
          // What a connection failed with would tell of the network to whoever asks.
          EgressError: ({ message, reason }) =>
            Effect.fail(
              refuse(
                "invalid_client",
                `The client's metadata document cannot be read: ${reason === "connection" ? "it is not answered" : message}.`
              )
            ),
          NoTurn: () =>
            Effect.fail(
              refuse(
                "temporarily_unavailable",
                "Too many metadata documents are being read. Try again in a few seconds."
              )
            ),
          TooManyAttempts: ({ retryAfter }) =>
            Effect.fail(
              refuse(
                "temporarily_unavailable",
                `Too many metadata documents were read for this place. Try again in ${retryAfter} seconds.`
              )
            )
        }),
      (reading, clientId) => Effect.tapErrorTag(reading, "Refusal", (refusal) => notTaken(clientId, refusal))
    )

    return {
      /**
       * Succeeds where a client may be taken for what the database has of it, and says else why not. One whose ID is the
       * address of its metadata may if that was read within the hour, or is read now. What was read before is good for a
       * day, where nothing can be read now. `address` is the IP address that asks.
       */
      read: (clientId: string, address: string): Effect.Effect<void, Refusal | SqlError.SqlError> =>
        Effect.gen(function* () {
          if (!isDocumentAddress(clientId)) return
          const [known] = yield* sql<{ updated_at: Date }>`
            select updated_at from agent_operations_identity.oauth_clients where client_id = ${clientId}`
          const age = known === undefined ? Infinity : (yield* Clock.currentTimeMillis) - known.updated_at.getTime()
          if (age < freshFor) return
          const isGood = age < goodFor
          yield* Effect.catchTag(read(clientId, address, known !== undefined, isGood), "Refusal", (refusal) =>
            isGood ? Effect.void : Effect.fail(refusal)
          )
        })
    }
  })

/**
 * Reads the metadata of clients whose ID is the URL of a document, so that they need no registration. Source: the IETF
 * draft "OAuth Client ID Metadata Document".
 */
export class ClientDocuments extends Context.Service<ClientDocuments, Effect.Success<ReturnType<typeof make>>>()(
  "@agent-operations/identity/ClientDocuments"
) {
  static readonly layer = Layer.effect(ClientDocuments, make(getJson))

  /** With another way to read JSON from an address, for tests and for hosts behind a proxy. */
  static readonly layerWith = (fetchJson: FetchJson) => Layer.effect(ClientDocuments, make(fetchJson))
}
