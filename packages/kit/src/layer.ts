import { ApiKeyVerifier, RateLimit, UsageBudget } from "@agent-operations/auth"
import { Database, type Pglite } from "@agent-operations/database"
import type { AgentHttpOptions, OpenApiSettings } from "@agent-operations/http"
import type { Route } from "@agent-operations/operations"
import { type Duration, Layer, Redacted } from "effect"
import { type AnyModule, compose } from "./compose.ts"
import { hostVerifier, type HostVerify } from "./host-verifier.ts"

type Embedded = Pick<Pglite.PgliteConfig, "worker">

export interface LayerOptions<M extends ReadonlyArray<AnyModule> = ReadonlyArray<AnyModule>> extends AgentHttpOptions {
  /** What is served: `views()`, `definitions(AlertRule)`, `family("projects", [implement(ping, …)])`. */
  readonly families: M
  /**
   * A PostgreSQL URL, or a directory for embedded PGlite, or PGlite in memory, gone with the process. `worker` starts
   * PGlite's worker where a bundler moves it away from `pglite-worker.js` beside the code.
   */
  readonly database:
    | { readonly url: string }
    | (({ readonly directory: string } | { readonly memory: true }) & Embedded)
  /** Says whom a credential stands for, or null. By default credentials are the kit's own API keys. */
  readonly verify?: HostVerify
  /** How many requests a credential may make a minute, in each process. Unlimited by default. */
  readonly requestsPerMinute?: number
  /** How long an operation may take before it is answered with `TIMEOUT`. Default: 30 seconds. */
  readonly deadline?: Duration.Input | undefined
  readonly openApi?: OpenApiSettings | undefined
  /** Routes of the host's own that are no operations: `route("POST", "/v1/files", …)`. Families may bring some too. */
  readonly routes?: ReadonlyArray<Route> | undefined
}

const databaseLayer = ({ database }: LayerOptions) =>
  Database.layer({
    url: "url" in database ? Redacted.make(database.url, { label: "database url" }) : undefined,
    directory: "directory" in database ? database.directory : undefined,
    worker: "worker" in database ? database.worker : undefined
  })

/** Everything that answers requests, over a database that it migrates first. */
export const kitLayer = <const M extends ReadonlyArray<AnyModule>>(options: LayerOptions<M>) =>
  compose({
    ...options,
    database: databaseLayer(options),
    access: Layer.mergeAll(
      options.verify === undefined ? ApiKeyVerifier.layer : hostVerifier(options.verify),
      options.requestsPerMinute === undefined ? RateLimit.unlimited : RateLimit.perMinute(options.requestsPerMinute),
      UsageBudget.unlimited
    ),
    credentials: { apiKeys: options.verify === undefined }
  })
