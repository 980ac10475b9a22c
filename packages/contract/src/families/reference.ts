/**
 * What the reference server serves, for whom calls it: its client and its command line are made of it.
 *
 * @packageDocumentation
 */
import { apps } from "./apps/index.ts"
import { datasets } from "./datasets/index.ts"
import { datasetTraces } from "./dataset-traces/index.ts"
import { evaluations } from "./evaluations/index.ts"
import { imports } from "./imports/index.ts"
import { metrics, metricsCharts } from "./metrics/index.ts"
import { prompts } from "./prompts/index.ts"
import { reviews } from "./reviews/index.ts"
import { scorers } from "./scorers/index.ts"
import { traces } from "./traces/index.ts"
import { viewRows } from "./view-rows/index.ts"
import { viewFamilies } from "./views.ts"

/** The families of the reference server, in the order that documents list them. */
export const referenceFamilies = [
  ...viewFamilies,
  traces,
  viewRows,
  metrics,
  metricsCharts,
  prompts,
  datasets,
  datasetTraces,
  imports,
  apps,
  scorers,
  evaluations,
  reviews
] as const
