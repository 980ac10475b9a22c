import { Installation } from "@agent-operations/admin"
import { ApiKeyVerifier, AuditLog, Invitations, RateLimit, UsageBudget } from "@agent-operations/auth"
import { contractOf } from "@agent-operations/contract"
import { Database, migrate } from "@agent-operations/database"
import {
  migrations as identityMigrations,
  oauthEndpoints,
  resourceMetadataUrl,
  resourcesOf,
  TokenVerifier
} from "@agent-operations/identity/tokens"
import { compose, familiesOf, migrationsOf } from "@agent-operations/kit"
import { views } from "@agent-operations/views"
import { Effect, Layer, Option } from "effect"
import { metricsPage } from "./metrics-page.ts"
import type { IdentityPlan } from "./identity/plan.ts"
import { databaseConfig, readSettings, type Settings } from "./settings.ts"

/** What the server serves. A new family is one more here. */
const modules = [views()]

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
  Layer.merge(Invitations.layer, AuditLog.layer).pipe(
    Layer.provideMerge(
      compose({
        families: modules,
        migrations: [identityMigrations],
        database: database(settings),
        access: Layer.merge(credentials(plan), limits(settings)),
        publicUrl,
        pages: settings.PROMETHEUS ? { "/metrics": metricsPage } : {},
        maxBodyBytes: settings.MAX_BODY_BYTES,
        deadline: settings.REQUEST_TIMEOUT,
        resourceMetadata: plan === undefined ? undefined : resourceMetadataUrl(resourcesOf(plan.options.origin).rest),
        credentials: { apiKeys: true, oauth2: plan === undefined ? undefined : oauthEndpoints(plan.options.origin) }
      })
    )
  )

/** What answers operations, once it is made. */
export type Services = Layer.Success<ReturnType<typeof services>>
