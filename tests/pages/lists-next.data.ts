import type { World } from "./forms.world.ts"
import { spanId, traceId } from "./traces.data.ts"

/** A list, as somebody narrows it. */
interface Narrowed {
  /** The page that shows it, with all that its query can say. */
  readonly page: string
  /** What it asks for its items. */
  readonly called: string
  /** Some of what it asks for: what the query says. */
  readonly asks: object
  /** How the next page is named in the query, and in what is asked for. */
  readonly by?: { readonly query: "cursor" | "before" | "scores"; readonly input: "cursor" | "before" }
  /** What of the query is said in other words on the next page. */
  readonly inOtherWords?: ReadonlyArray<string>
}

const before = { query: "before", input: "before" } as const
const scores = { query: "scores", input: "cursor" } as const

/** Every list whose pages follow each other, but those of definitions. */
export const lists: Readonly<Record<string, (world: World) => Narrowed>> = {
  "evaluation runs": ({ ids }) => ({
    page: `/evaluations?status=completed&series=a%26b&appId=${ids.app}&datasetId=${ids.other}`,
    called: "list_eval_runs",
    asks: { status: "completed", series: "a&b", appId: ids.app, datasetId: ids.other }
  }),
  "targets of a run": ({ ids }) => ({
    page: `/evaluations/${ids.run}?status=succeeded&scorer=exact&below=0.5`,
    called: "get_eval_run",
    asks: { id: ids.run, status: "succeeded", scorer: "exact", below: 0.5 }
  }),
  "compared items": ({ ids }) => ({
    page: `/evaluations/${ids.run}/compare?base=${ids.base}&change=regressed&scorer=exact`,
    called: "compare_eval_runs",
    asks: { id: ids.run, baseId: ids.base, change: "regressed", scorer: "exact" }
  }),
  "review sessions": () => ({ page: "/reviews", called: "list_review_sessions", asks: {} }),
  "reviews of a session": ({ ids }) => ({
    page: `/reviews/${ids.session}`,
    called: "list_reviews",
    asks: { sessionId: ids.session }
  }),
  usage: () => ({ page: "/usage?range=7d&by=scorer", called: "get_usage", asks: { groupBy: "scorer" } }),
  "items of a dataset": ({ ids }) => ({
    page: `/datasets/${ids.datasets.read.id}/items?version=1&split=test`,
    called: "list_dataset_items",
    asks: { datasetId: ids.datasets.read.id, version: 1, split: "test" }
  }),
  "versions of a dataset": ({ ids }) => ({
    page: `/datasets/${ids.datasets.read.id}/versions`,
    called: "list_dataset_versions",
    asks: { datasetId: ids.datasets.read.id },
    by: before
  }),
  "differences of versions": ({ ids }) => ({
    page: `/datasets/${ids.datasets.read.id}/versions?from=1&to=2`,
    called: "compare_dataset_versions",
    asks: { datasetId: ids.datasets.read.id, from: 1, to: 2 }
  }),
  traces: () => ({
    page:
      "/traces?search=parcel&from=2015-01-02T03:04&to=2015-03-04T05:06&status=error&user=ada&environment=test" +
      "&field=trace.name&operator=ne&value=a%26b&field=trace.durationMs&operator=gt&value=5",
    called: "list_traces",
    asks: {
      search: "parcel",
      from: "2015-01-02T03:04:00Z",
      to: "2015-03-04T05:06:00Z",
      filters: [
        { field: "trace.name", operator: "ne", value: "a&b" },
        { field: "trace.durationMs", operator: "gt", value: 5 },
        { field: "trace.status", operator: "eq", value: "error" },
        { field: "trace.userId", operator: "eq", value: "ada" },
        { field: "trace.environment", operator: "eq", value: "test" }
      ]
    },
    inOtherWords: ["from", "to"]
  }),
  "traces of a range that ends now": () => ({
    page: "/traces?range=24h",
    called: "list_traces",
    asks: {},
    inOtherWords: ["range"]
  }),
  "spans of a trace": () => ({
    page: `/traces/${traceId(1)}?tree=closed`,
    called: "list_trace_spans",
    asks: { traceId: traceId(1) }
  }),
  "scores of a trace": () => ({
    page: `/traces/${traceId(1)}`,
    called: "list_trace_scores",
    asks: { traceId: traceId(1) },
    by: scores
  }),
  "scores of a span": () => ({
    page: `/traces/${traceId(1)}/spans/${spanId(101)}`,
    called: "list_trace_scores",
    asks: { traceId: traceId(1), spanId: spanId(101) },
    by: scores
  }),
  "rows of a page view": ({ ids }) => ({
    page: `/page-views/${ids.view}/rows?search=parcel&range=24h`,
    called: "query_page_view",
    asks: { id: ids.view, search: "parcel" },
    inOtherWords: ["range"]
  }),
  "traces as a page view shows them": ({ ids }) => ({
    page: `/traces?view=${ids.view}&search=parcel&from=2015-01-02T03:04&to=2015-03-04T05:06`,
    called: "query_page_view",
    asks: { id: ids.view, search: "parcel", from: "2015-01-02T03:04:00Z", to: "2015-03-04T05:06:00Z" },
    inOtherWords: ["from", "to"]
  }),
  "a definition's history": ({ ids }) => ({
    page: `/page-views/${ids.view}/history`,
    called: "EncodedRevisionStore.historySummaries",
    asks: { limit: 25 },
    by: before
  }),
  applications: ({ team: { path, organizationId }, member }) => ({
    page: `${path}/applications?member=${member}`,
    called: "Grants.listOfOrganization",
    asks: { organizationId, userId: member, limit: 50 },
    by: before
  }),
  "an audit log": ({ team: { path, organizationId }, owner, ids }) => ({
    page: `${path}/audit?who=${owner.userId}&what=keys&about=${ids.key}&from=2015-01-02&to=2999-03-04`,
    called: "AuditLog.list",
    asks: { organizationId },
    by: before
  })
}
