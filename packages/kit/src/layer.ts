import { RateLimit, UsageBudget } from "@agent-operations/auth"
import type { MigrateMode } from "@agent-operations/database"
import type { AgentHttpOptions, HttpEntry, OpenApiSettings } from "@agent-operations/http"
import type { Route } from "@agent-operations/operations"
import { type Duration, Effect, Layer, type Scope } from "effect"
import { type AnyModule, compose, type Composition, type KitServices, type ServicesOf } from "./compose.ts"
import { databaseLayer, type DatabaseOptions } from "./database.ts"
import { type HostIdentity, hostVerifier } from "./host-verifier.ts"

/** The options of `kitLayer`. */
export interface LayerOptions<M extends ReadonlyArray<AnyModule> = ReadonlyArray<AnyModule>>
  extends AgentHttpOptions, HostIdentity {
  /** What is served: `views()`, `definitions(AlertRule)`, `family("projects", [implement(ping, …)])`. */
  readonly families: M
  /**
   * Where everything is kept: `{ url }` of a PostgreSQL server, a `{ directory }` for embedded PGlite, `{ memory: true }`,
   * a `{ pool }` of `pg` or a `{ client }` of `effect/sql` that the host has already; and the settings of each.
   */
  readonly database: DatabaseOptions
  /**
   * What to do with the tables at the start: bring them up to date, reject where one lacks something, or nothing, for who
   * calls `kit.migrate()`. Default: `"auto"`.
   */
  readonly migrate?: MigrateMode | undefined
  /** How many requests a credential may make a minute, in each process; `"off"` for no limit. Default: 6,000. */
  readonly requestsPerMinute?: number | "off" | undefined
  /** How long an operation may take before it is answered with `TIMEOUT`. Default: 30 seconds. */
  readonly deadline?: Duration.Input | undefined
  readonly openApi?: OpenApiSettings | undefined
  /**
   * What else is answered where the kit is mounted, which decides by itself who may: `hostConsole({ … })` of
   * `@agent-operations/console/host`, the pages for the host's people.
   */
  readonly entries?: ReadonlyArray<KitEntries> | undefined
  /** Routes of the host's own that are no operations: `route("POST", "/v1/files", …)`. Families may bring some too. */
  readonly routes?: ReadonlyArray<Route> | undefined
}

/** What makes entries of the table of routes, over the kit's services. */
export type KitEntries = Effect.Effect<ReadonlyArray<HttpEntry>, never, KitServices | Scope.Scope>

/**
 * The kit as a layer of Effect, which migrates its database first: for hosts that are built of layers. Its services
 * are `AgentHttp`, `Invoker`, `Organizations`, `ApiKeys` and the rest.
 */
export const kitLayer = <const M extends ReadonlyArray<AnyModule>>(
  options: LayerOptions<M>
): Layer.Layer<Composition<ServicesOf<M>>, unknown> =>
  compose({
    ...options,
    entries: Effect.map(Effect.all(options.entries ?? []), (entries) => entries.flat()),
    database: databaseLayer(options.database),
    access: Layer.mergeAll(
      hostVerifier(options),
      RateLimit.perMinute(options.requestsPerMinute),
      UsageBudget.unlimited
    ),
    credentials: { apiKeys: options.verify === undefined }
  })
