import type { Family } from "@agent-operations/contract"
import type { datasets } from "@agent-operations/contract/datasets"
import type { evaluations } from "@agent-operations/contract/evaluations"
import type { reviews } from "@agent-operations/contract/reviews"
import { viewRows as family } from "@agent-operations/contract/view-rows"
import { recordCopy } from "@agent-operations/error-envelope"
import { type Cursors, type FamilyModule, implement, type ImplementsEach } from "@agent-operations/operations"
import { type EncodedRevisionStore, migrations as revisions } from "@agent-operations/revision-store"
import { migrations as traces, TraceStore } from "@agent-operations/traces/store"
import { Validator } from "@agent-operations/views"
import { Effect, Layer } from "effect"
import type { SqlClient } from "effect/sql"
import { FormulaRunner } from "./formulas/FormulaRunner.ts"
import { queryPageView } from "./query/query.ts"
import type { ViewRowsOptions } from "./query/setting.ts"

recordCopy("@agent-operations/view-rows", import.meta.url, Effect.void, () => import.meta.resolve("effect"))

export type { ViewRowsOptions } from "./query/setting.ts"

/** A module whose families have rows: what `datasets()`, `evaluations()` and `reviews()` return. */
export interface RowsModule {
  readonly families: ReadonlyArray<Family.Any>
  readonly layer: Layer.Any
}

type LayerOf<M extends ReadonlyArray<RowsModule>> = M[number]["layer"]

/**
 * The rows of page views, as a module for a host's list of families, beside `views()` and `traces()`, and over those other
 * modules of that list that have rows: `datasets()`, `evaluations()` and `reviews()`. `retention`, `idle` and `validation`
 * are to be as there.
 *
 * @example
 * const [held, runs] = [datasets(), evaluations(…)]
 * const rows = viewRows({ retention: "90 days" }, [held, runs])
 * const kit = await createAgentOperations({ families: [views(), traces({ retention: "90 days" }), held, runs, rows], database })
 */
export const viewRows = <const M extends ReadonlyArray<RowsModule> = readonly []>(
  options: ViewRowsOptions = {},
  over?: M
): FamilyModule<
  typeof family,
  never,
  SqlClient.SqlClient | EncodedRevisionStore | Cursors | Layer.Services<LayerOf<M>>,
  Layer.Error<LayerOf<M>>
> => {
  const modules: ReadonlyArray<RowsModule> = over ?? []
  return {
    families: [family],
    layer: implement(
      family,
      Effect.map(
        queryPageView(
          options,
          modules.flatMap(({ families }) => families)
        ),
        (query) => ({ query })
      )
    ).pipe(
      Layer.provide([
        FormulaRunner.layer(options.formulas),
        Validator.layer(options.validation),
        TraceStore.layerWith({ retention: options.retention, idle: options.idle }),
        // The layers are the same values as in the list, so that each family is implemented once.
        ...modules.map(({ layer }) => layer as Listing<LayerOf<M>>)
      ])
    ),
    migrations: [revisions, traces]
  }
}

/** What the layers of such modules provide, of which those that are not there are not asked for. */
type Listing<L extends Layer.Any> = Layer.Layer<
  ImplementsEach<typeof datasets | typeof evaluations | typeof reviews>,
  Layer.Error<L>,
  Layer.Services<L>
>
