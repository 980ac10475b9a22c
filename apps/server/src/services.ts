import { ApiKeys, ApiKeyVerifier, Organizations, RateLimit, UsageBudget } from "@agent-operations/auth"
import { Database, migrate } from "@agent-operations/database"
import { AgentHttp } from "@agent-operations/http"
import { migrations, Operations } from "@agent-operations/operations"
import { Layer, Option } from "effect"
import { databaseConfig, type Settings } from "./settings.ts"

/** The database that the settings name. */
export const database = (settings: Settings) => Database.layer(databaseConfig(settings))

/** The database, migrated. */
const migrated = (settings: Settings) =>
  Layer.effectDiscard(migrate(migrations)).pipe(Layer.provideMerge(database(settings)))

/** What the administrative commands work with. */
export const administration = (settings: Settings) =>
  Layer.merge(Organizations.layer, ApiKeys.layer).pipe(Layer.provideMerge(migrated(settings)))

/** Everything that answers requests. */
export const services = (settings: Settings, publicUrl: string) =>
  AgentHttp.layer({ publicUrl, maxBodyBytes: settings.MAX_BODY_BYTES, deadline: settings.REQUEST_TIMEOUT }).pipe(
    Layer.provideMerge(Operations.layer()),
    Layer.provideMerge(
      Layer.mergeAll(
        ApiKeyVerifier.layer,
        Option.match(settings.RATE_LIMIT_PER_MINUTE, {
          onNone: () => RateLimit.unlimited,
          onSome: RateLimit.perMinute
        }),
        UsageBudget.unlimited
      )
    ),
    Layer.provideMerge(administration(settings))
  )
