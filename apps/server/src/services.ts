import { Installation } from "@agent-operations/admin"
import { ApiKeyVerifier, ClientAddress, RateLimit } from "@agent-operations/auth"
import { contractOf } from "@agent-operations/contract"
import { Database, migrate } from "@agent-operations/database"
import { usageBudget } from "@agent-operations/evals"
import { secretKeys } from "@agent-operations/evals/secrets"
import {
  baseUrlOf,
  migrations as identityMigrations,
  oauthEndpoints,
  resourceMetadataUrl,
  resourcesOf,
  TokenVerifier
} from "@agent-operations/identity/tokens"
import { mcp } from "@agent-operations/mcp/entry"
import { compose, type Composed, familiesOf, migrationsOf } from "@agent-operations/kit"
import { Effect, Layer, Option } from "effect"
import { beforeSignIn, documentation } from "./docs.ts"
import { clientAddress } from "./identity/client-address.ts"
import { type Identity, identityEntries } from "./identity/entries.ts"
import type { Place } from "./identity/plan.ts"
import { metricsEntry } from "./metrics-entry.ts"
import { newSecret } from "./kept-secret.ts"
import { modulesOf, type ServedOptions } from "./modules.ts"
import { databaseConfig, readSettings, type Settings } from "./settings.ts"

// Keys open secrets; what is served doesn't depend on them.
const modules = modulesOf({
  ...{ traces: {}, scoring: {}, runs: { worker: false } },
  calls: { keys: secretKeys([newSecret("none")]) }
})

/** Every operation of the server, and the scopes that it offers. */
export const contract = contractOf(familiesOf(modules))

/** Every table of the server. */
export const migrations = migrationsOf(modules, [identityMigrations])

/** The database that the settings name. */
const database = (settings: Settings) => Database.layer(databaseConfig(settings))

/** What the administrative commands work with: the database that the environment names, migrated first. */
export const installation = Installation.of({
  database: Layer.unwrap(Effect.map(readSettings, database)),
  schema: undefined,
  mounted: Effect.succeed({ migrations, scopes: contract.scopes }),
  ready: Effect.asVoid(migrate(migrations))
})

/** Whom a credential stands for: an API key, or where people sign in an access token too. */
const credentials = (baseUrl: string | undefined) =>
  baseUrl === undefined ? ApiKeyVerifier.layer : TokenVerifier.layer(baseUrl).pipe(Layer.provide(ApiKeyVerifier.layer))

/** What limits calls. */
const limits = (settings: Settings) =>
  Layer.merge(
    Option.match(settings.RATE_LIMIT_PER_MINUTE, {
      onNone: () => RateLimit.unlimited,
      onSome: RateLimit.perMinute
    }),
    usageBudget
  )

/** What answers operations, for what is answered beside them. */
export type Services = Composed<ReturnType<typeof modulesOf>>

/** Everything that the server answers: operations, and what else stands in its one table of routes. */
export const services = (
  settings: Settings,
  place: Place,
  identity: Identity | undefined,
  { pages, ...options }: ServedOptions
) => {
  const baseUrl = baseUrlOf(place)
  const metrics = settings.PROMETHEUS ? [metricsEntry] : []
  const guides = documentation(place, pages, identity !== undefined)
  const people = identity === undefined ? Effect.succeed([]) : identityEntries(settings, identity)
  const assistants = mcp({
    origin: place.origin,
    resourceMetadata: identity && resourceMetadataUrl(resourcesOf(baseUrl).mcp),
    maxBodyBytes: settings.MAX_BODY_BYTES
  })
  return compose({
    families: modulesOf(options),
    migrations: [identityMigrations],
    database: database(settings),
    access: Layer.merge(credentials(identity && baseUrl), limits(settings)),
    prefix: place.prefix,
    publicUrl: place.origin,
    entries: Effect.map(Effect.all([people, assistants, guides]), ([pages, tools, docs]) => [
      ...beforeSignIn(baseUrl, pages, docs),
      ...tools,
      ...metrics
    ]),
    maxBodyBytes: settings.MAX_BODY_BYTES,
    deadline: settings.REQUEST_TIMEOUT,
    resourceMetadata: identity && resourceMetadataUrl(resourcesOf(baseUrl).rest),
    credentials: { apiKeys: true, oauth2: identity && oauthEndpoints(baseUrl) }
  }).pipe(Layer.provide(Layer.succeed(ClientAddress, clientAddress(settings))))
}
