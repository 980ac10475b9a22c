import {
  ApiKeys,
  ApiKeyVerifier,
  AuditLog,
  Invitations,
  Organizations,
  RateLimit,
  UsageBudget
} from "@agent-operations/auth"
import { Database, migrate } from "@agent-operations/database"
import { AgentHttp } from "@agent-operations/http"
import {
  migrations as identityMigrations,
  oauthEndpoints,
  resourceMetadataUrl,
  resourcesOf,
  TokenVerifier
} from "@agent-operations/identity/tokens"
import { migrations as operationMigrations, Operations } from "@agent-operations/operations"
import { Layer, Option } from "effect"
import type { IdentityPlan } from "./identity/plan.ts"
import { databaseConfig, type Settings } from "./settings.ts"

/** Every table of the server. */
export const migrations = [...operationMigrations, identityMigrations]

/** The database that the settings name. */
export const database = (settings: Settings) => Database.layer(databaseConfig(settings))

/** The database, migrated. */
const migrated = (settings: Settings) =>
  Layer.effectDiscard(migrate(migrations)).pipe(Layer.provideMerge(database(settings)))

/** What the administrative commands work with. */
export const administration = (settings: Settings) =>
  Layer.mergeAll(Organizations.layer, Invitations.layer, AuditLog.layer, ApiKeys.layer).pipe(
    Layer.provideMerge(migrated(settings))
  )

/** Whom a credential stands for: an API key, or where people sign in an access token too. */
const credentials = (plan: IdentityPlan | undefined) =>
  plan === undefined
    ? ApiKeyVerifier.layer
    : TokenVerifier.layer(plan.options.origin).pipe(Layer.provide(ApiKeyVerifier.layer))

/** What limits calls. */
const limits = (settings: Settings) =>
  Layer.merge(
    Option.match(settings.RATE_LIMIT_PER_MINUTE, {
      onNone: () => RateLimit.unlimited,
      onSome: RateLimit.perMinute
    }),
    UsageBudget.unlimited
  )

/** Everything that answers operations. */
export const services = (settings: Settings, publicUrl: string, plan: IdentityPlan | undefined) =>
  AgentHttp.layer({
    publicUrl,
    maxBodyBytes: settings.MAX_BODY_BYTES,
    deadline: settings.REQUEST_TIMEOUT,
    resourceMetadata: plan === undefined ? undefined : resourceMetadataUrl(resourcesOf(plan.options.origin).rest),
    credentials: { apiKeys: true, oauth2: plan === undefined ? undefined : oauthEndpoints(plan.options.origin) }
  }).pipe(
    Layer.provideMerge(Operations.layer()),
    Layer.provideMerge(Layer.merge(credentials(plan), limits(settings))),
    Layer.provideMerge(administration(settings))
  )

/** What answers operations, once it is made. */
export type Services = Layer.Success<ReturnType<typeof services>>
