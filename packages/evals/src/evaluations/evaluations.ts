import { evaluations as family } from "@agent-operations/contract/evaluations"
import type { Egress } from "@agent-operations/egress"
import { type Cursors, type FamilyModule, implement } from "@agent-operations/operations"
import { type EncodedRevisionStore, migrations as revisions } from "@agent-operations/revision-store"
import { Effect, Layer } from "effect"
import type { SqlClient } from "effect/sql"
import type { ModelConnections } from "../apps/connections/index.ts"
import type { DatasetStore } from "../datasets/store/DatasetStore.ts"
import { migrations, NewWork, type Retention, RunStore, workerLayer, type WorkerOptions } from "../runs/index.ts"
import type { Scorers } from "../scorers/index.ts"
import type { Secrets } from "../secrets/index.ts"
import { executorLayer } from "./execute/executor.ts"
import { untilThere } from "./execute/open-connection.ts"
import { figureHandlers } from "./handlers/figures.ts"
import { runHandlers } from "./handlers/runs.ts"
import { startHandlers } from "./handlers/start.ts"
import { PlanReader } from "./plan/PlanReader.ts"
import { retentionLayer } from "./retention.ts"
import type { RunReviews } from "./RunReviews.ts"
import { RunTargets } from "./RunTargets.ts"

/** The modules that runs work with: what `datasets()`, `scorers()` and `apps()` return. */
export interface EvaluatedModules<RD, ED, RS, ES, RA, EA> {
  readonly datasets: { readonly layer: Layer.Layer<DatasetStore, ED, RD> }
  readonly scorers: { readonly layer: Layer.Layer<Scorers, ES, RS> }
  readonly apps: { readonly layer: Layer.Layer<Secrets | Egress | ModelConnections, EA, RA> }
}

/** The settings of `evaluations`. */
export interface EvaluationsOptions {
  /** How this process works on runs; false where others do. */
  readonly worker?: WorkerOptions | false | undefined
  /** For how long what ended is kept. Default: until it is deleted. */
  readonly retention?: Retention | undefined
  /** What tells what people say of a run. Default: nothing is told. */
  readonly reviews?: Layer.Layer<RunReviews, never, SqlClient.SqlClient> | undefined
}

const handlers = Effect.gen(function* () {
  return { ...(yield* startHandlers), ...(yield* runHandlers), ...(yield* figureHandlers) }
})

/** Works on runs as soon as the database is there, and migrated. */
const working = (worker: WorkerOptions) =>
  Layer.effectDiscard(
    Layer.build(workerLayer(worker)).pipe(Effect.sandbox, Effect.retry(untilThere), Effect.ignore, Effect.forkScoped)
  )

/**
 * Evaluation runs, as a module for a host's list of families, over the datasets, scorers and apps of other modules of that
 * list.
 *
 * @example
 * const [held, scored, called] = [datasets(), scorers(), apps({ secretKeys })]
 * const runs = evaluations({ datasets: held, scorers: scored, apps: called })
 * const kit = await createAgentOperations({ families: [views(), held, scored, called, runs], database })
 */
export const evaluations = <RD, ED, RS, ES, RA, EA>(
  over: EvaluatedModules<RD, ED, RS, ES, RA, EA>,
  { worker = {}, retention = {}, reviews }: EvaluationsOptions = {}
): FamilyModule<
  typeof family,
  RunStore | RunTargets,
  RD | RS | RA | EncodedRevisionStore | Cursors | SqlClient.SqlClient,
  ED | ES | EA
> => ({
  families: [family],
  // The layers of the others are the same values as in the list, so that there is one store of each.
  layer: Layer.mergeAll(
    implement(family, handlers),
    worker === false ? Layer.empty : Layer.provide(working(worker), executorLayer),
    retentionLayer(retention)
  ).pipe(
    Layer.provideMerge(RunTargets.layer),
    Layer.provideMerge(PlanReader.layer),
    Layer.provideMerge(Layer.merge(RunStore.layer, NewWork.layer)),
    Layer.provide(reviews ?? Layer.empty),
    Layer.provide([over.datasets.layer, over.scorers.layer, over.apps.layer])
  ),
  migrations: [revisions, migrations]
})
