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
  identityLayer,
  Mail,
  migrations as identityMigrations,
  Outbox,
  resourceMetadataUrl,
  resourcesOf,
  SmtpMail,
  TokenVerifier
} from "@agent-operations/identity"
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

/** What limits calls. */
const limits = (settings: Settings) =>
  Layer.merge(
    Option.match(settings.RATE_LIMIT_PER_MINUTE, {
      onNone: () => RateLimit.unlimited,
      onSome: RateLimit.perMinute
    }),
    UsageBudget.unlimited
  )

/** Everything that answers operations, for API keys alone. */
export const services = (settings: Settings, publicUrl: string) =>
  AgentHttp.layer({ publicUrl, maxBodyBytes: settings.MAX_BODY_BYTES, deadline: settings.REQUEST_TIMEOUT }).pipe(
    Layer.provideMerge(Operations.layer()),
    Layer.provideMerge(Layer.merge(ApiKeyVerifier.layer, limits(settings))),
    Layer.provideMerge(administration(settings))
  )

const mail = (settings: Settings, plan: IdentityPlan) => {
  if (plan.mail === "outbox") return Outbox.layer
  const sent = Option.match(settings.SMTP_URL, {
    onNone: () => Mail.absent,
    onSome: (url) => SmtpMail.layer({ url, from: settings.MAIL_FROM })
  })
  return Layer.merge(sent, Outbox.disabled)
}

/** Everything that answers operations and people, for API keys, access tokens and browsers. */
export const servicesWithIdentity = (settings: Settings, plan: IdentityPlan) => {
  const { origin } = plan.options
  return AgentHttp.layer({
    publicUrl: origin,
    maxBodyBytes: settings.MAX_BODY_BYTES,
    deadline: settings.REQUEST_TIMEOUT,
    resourceMetadata: resourceMetadataUrl(resourcesOf(origin).rest)
  }).pipe(
    Layer.provideMerge(Operations.layer()),
    Layer.provideMerge(identityLayer(plan.options)),
    Layer.provideMerge(
      Layer.mergeAll(
        TokenVerifier.layer(origin).pipe(Layer.provide(ApiKeyVerifier.layer)),
        limits(settings),
        mail(settings, plan)
      )
    ),
    Layer.provideMerge(administration(settings))
  )
}
