import type { Section } from "../Section.ts"
import { customFields } from "./custom-fields/index.ts"
import { metricsCharts } from "./metrics-charts/index.ts"
import { pageViews } from "./page-views/index.ts"

/** The sections of views, which every console has. */
export const views: ReadonlyArray<Section> = [pageViews, customFields]

export { customFields, metricsCharts, pageViews }
