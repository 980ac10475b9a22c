import type { Section } from "../Section.ts"
import { apps } from "./apps/index.ts"
import { customFields } from "./custom-fields/index.ts"
import { datasets } from "./datasets/index.ts"
import { metricsCharts } from "./metrics-charts/index.ts"
import { pageViews } from "./page-views/index.ts"
import { prompts } from "./prompts/index.ts"
import { scorers } from "./scorers/index.ts"

/** The sections of views, which every console has. */
export const views: ReadonlyArray<Section> = [pageViews, customFields]

/** The sections of what a host may serve beside them, each with an operation by which it is known. */
export const beside: ReadonlyArray<readonly [operation: string, section: Section]> = [
  ["list_metrics_charts", metricsCharts],
  ["list_prompts", prompts],
  ["list_datasets", datasets],
  ["list_apps", apps],
  ["list_scorers", scorers]
]

export { apps, customFields, datasets, metricsCharts, pageViews, prompts, scorers }
