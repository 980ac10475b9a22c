import type { LazyFamily } from "./lazy-family.ts"

/** The families of the reference server, each loaded with its module. */
export const referenceListing: ReadonlyArray<LazyFamily> = [
  {
    name: "pageViews",
    title: "Page views",
    load: async () => (await import("@agent-operations/contract/page-views")).pageViews
  },
  {
    name: "customFields",
    title: "Custom fields",
    load: async () => (await import("@agent-operations/contract/custom-fields")).customFields
  },
  {
    name: "traces",
    title: "Traces",
    load: async () => (await import("@agent-operations/contract/traces")).traces
  },
  {
    name: "viewRows",
    title: "Rows of page views",
    load: async () => (await import("@agent-operations/contract/view-rows")).viewRows
  },
  {
    name: "metrics",
    title: "Metrics",
    load: async () => (await import("@agent-operations/contract/metrics")).metrics
  },
  {
    name: "metricsCharts",
    title: "Metrics charts",
    load: async () => (await import("@agent-operations/contract/metrics")).metricsCharts
  },
  {
    name: "prompts",
    title: "Prompts",
    load: async () => (await import("@agent-operations/contract/prompts")).prompts
  },
  {
    name: "datasets",
    title: "Datasets",
    load: async () => (await import("@agent-operations/contract/datasets")).datasets
  },
  {
    name: "datasetTraces",
    title: "Datasets from traces",
    load: async () => (await import("@agent-operations/contract/dataset-traces")).datasetTraces
  },
  {
    name: "imports",
    title: "Imports",
    load: async () => (await import("@agent-operations/contract/imports")).imports
  },
  {
    name: "apps",
    title: "Apps",
    load: async () => (await import("@agent-operations/contract/apps")).apps
  },
  {
    name: "scorers",
    title: "Scorers",
    load: async () => (await import("@agent-operations/contract/scorers")).scorers
  },
  {
    name: "evaluations",
    title: "Evaluations",
    load: async () => (await import("@agent-operations/contract/evaluations")).evaluations
  },
  {
    name: "reviews",
    title: "Reviews",
    load: async () => (await import("@agent-operations/contract/reviews")).reviews
  }
]
