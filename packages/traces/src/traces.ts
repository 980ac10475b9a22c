import { traces as family } from "@agent-operations/contract/traces"
import { type Cursors, type FamilyModule, implement } from "@agent-operations/operations"
import { Effect, Layer } from "effect"
import type { SqlClient } from "effect/sql"
import { routes } from "./family/routes.ts"
import type { TracesOptions } from "./family/setting.ts"
import { TraceHandlers } from "./family/TraceHandlers.ts"
import { upkeepLayer } from "./family/upkeep.ts"
import { migrations, TraceStore } from "./store/index.ts"

export type { TracesOptions } from "./family/setting.ts"

/**
 * Traces, as a module for a host's list of families: operations, OTLP at `/v1/traces`, and `/api/traces`.
 *
 * @example
 * const kit = await createAgentOperations({ families: [views(), traces({ retention: "90 days" })], database })
 */
export const traces = (
  options: TracesOptions = {}
): FamilyModule<typeof family, TraceHandlers | TraceStore, SqlClient.SqlClient | Cursors> => ({
  families: [family],
  layer: Layer.merge(
    implement(
      family,
      Effect.map(
        TraceHandlers,
        ({ takeOtlp: _, getUnscored: _unscored, present: _present, contents: _contents, ...handlers }) => handlers
      )
    ),
    upkeepLayer
  ).pipe(
    Layer.provideMerge(TraceHandlers.layer(options)),
    Layer.provideMerge(TraceStore.layerWith({ retention: options.retention, idle: options.idle }))
  ),
  migrations: [migrations],
  routes
})
