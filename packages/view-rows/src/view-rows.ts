import { viewRows as family } from "@agent-operations/contract/view-rows"
import { type Cursors, type FamilyModule, implement } from "@agent-operations/operations"
import { type EncodedRevisionStore, migrations as revisions } from "@agent-operations/revision-store"
import { migrations as traces, TraceStore } from "@agent-operations/traces/store"
import { Validator } from "@agent-operations/views"
import { Effect, Layer } from "effect"
import type { SqlClient } from "effect/sql"
import { FormulaRunner } from "./formulas/FormulaRunner.ts"
import { queryPageView } from "./query/query.ts"
import type { ViewRowsOptions } from "./query/setting.ts"

export type { ViewRowsOptions } from "./query/setting.ts"

/**
 * The rows of page views, as a module for a host's list of families, beside `views()` and `traces()`. `retention`, `idle`
 * and `validation` are to be as there.
 *
 * @example
 * const kit = await createAgentOperations({
 *   families: [views(), traces({ retention: "90 days" }), viewRows({ retention: "90 days" })],
 *   database
 * })
 */
export const viewRows = (
  options: ViewRowsOptions = {}
): FamilyModule<typeof family, never, SqlClient.SqlClient | EncodedRevisionStore | Cursors> => ({
  families: [family],
  layer: implement(
    family,
    Effect.map(queryPageView(options), (query) => ({ query }))
  ).pipe(
    Layer.provide([
      FormulaRunner.layer(options.formulas),
      Validator.layer(options.validation),
      TraceStore.layerWith({ retention: options.retention, idle: options.idle })
    ])
  ),
  migrations: [revisions, traces]
})
