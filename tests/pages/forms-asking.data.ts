import { type Forms, project } from "./forms.world.ts"
import { traceId } from "./traces.data.ts"

type Input = Readonly<Record<string, unknown>>

/** How long a range is, in hours, in place of its ends, which depend on the time. */
const hours = ({ from, to = new Date().toISOString(), ...input }: Input) => ({
  ...input,
  hours: Math.round((Date.parse(String(to)) - Date.parse(String(from))) / 3_600_000)
})

const only =
  (...names: ReadonlyArray<string>) =>
  (input: Input) =>
    Object.fromEntries(names.map((name) => [name, input[name]]))

/** What each form asks for that changes nothing, and has its fields in the address. */
export const asking: Forms = {
  [project("/page-views")]: ({ owner }) => ({
    page: "/page-views",
    typed: {
      search: "slow",
      sort: "name_desc",
      target: "traces",
      sourceType: "table",
      updatedBy: owner.userId,
      updatedAfter: "2015-01-02",
      updatedBefore: "2015-03-04"
    },
    seen: only("search", "sort", "target", "sourceType", "updatedBy", "updatedAfter", "updatedBefore"),
    sends: [
      "EncodedRevisionStore.listSummaries",
      {
        search: "slow",
        sort: "name_desc",
        target: "traces",
        sourceType: "table",
        updatedBy: owner.userId,
        updatedAfter: new Date("2015-01-02T00:00:00.000Z"),
        updatedBefore: new Date("2015-03-04T00:00:00.000Z")
      }
    ]
  }),
  [project("/page-views/:id/rows")]: ({ ids }) => ({
    page: `/page-views/${ids.view}/rows`,
    typed: { search: "parcel", range: "24h" },
    seen: hours,
    sends: ["query_page_view", { id: ids.view, search: "parcel", limit: 50, hours: 24 }]
  }),
  [project("/custom-fields/:id/try")]: ({ ids }) => ({
    page: `/custom-fields/${ids.gone}/try`,
    typed: { trace: traceId(2) },
    seen: ({ draft }) => (draft as { readonly settings: { readonly filters: unknown } }).settings.filters,
    sends: ["query_page_view", [{ field: "trace.id", operator: "eq", value: traceId(2) }]]
  }),
  [project("/metrics-charts/:id/chart")]: ({ ids }) => ({
    page: `/metrics-charts/${ids.chart}/chart`,
    typed: { range: "90d" },
    seen: hours,
    sends: ["query_metrics_chart", { id: ids.chart, hours: 90 * 24 }]
  }),
  [project("/prompts/:id/rendered")]: ({ ids }) => ({
    page: `/prompts/${ids.asking}/rendered`,
    typed: { "v.shop": "Lumen", "v.question": "Why?" },
    sends: ["validate_prompt", { id: ids.asking, variables: { shop: "Lumen", question: "Why?" } }]
  }),
  [project("/datasets/:id/items")]: ({ ids }) => ({
    page: `/datasets/${ids.datasets.read.id}/items`,
    typed: { split: "train" },
    sends: ["list_dataset_items", { datasetId: ids.datasets.read.id, limit: 50, includeTotal: true, split: "train" }]
  }),
  [project("/traces")]: () => ({
    page: "/traces",
    typed: {
      search: "parcel",
      status: "error",
      from: "2015-01-02T03:04",
      to: "2015-03-04T05:06",
      user: "ada",
      environment: "production",
      field: ["trace.name", "trace.durationMs", "trace.release"],
      operator: ["ne", "gt", "contains"],
      value: ["support", "5", "v2"]
    },
    unseen: ["range", "view"],
    seen: only("search", "from", "to", "filters"),
    sends: [
      "list_traces",
      {
        search: "parcel",
        from: "2015-01-02T03:04:00Z",
        to: "2015-03-04T05:06:00Z",
        filters: [
          { field: "trace.name", operator: "ne", value: "support" },
          { field: "trace.durationMs", operator: "gt", value: 5 },
          { field: "trace.release", operator: "contains", value: "v2" },
          { field: "trace.status", operator: "eq", value: "error" },
          { field: "trace.userId", operator: "eq", value: "ada" },
          { field: "trace.environment", operator: "eq", value: "production" }
        ]
      }
    ]
  }),
  [project("/traces/sessions")]: () => ({
    page: "/traces/sessions",
    typed: { range: "24h" },
    seen: (input) => only("hours")(hours(input)),
    sends: ["query_metrics", { hours: 24 }]
  }),
  [project("/evaluations")]: ({ ids }) => ({
    page: "/evaluations",
    typed: { status: "completed", series: "nightly", appId: ids.app, datasetId: ids.other },
    sends: ["list_eval_runs", { status: "completed", series: "nightly", appId: ids.app, datasetId: ids.other }]
  }),
  [project("/evaluations/:run")]: ({ ids }) => ({
    page: `/evaluations/${ids.run}`,
    typed: { status: "failed", scorer: "exact", below: "0.5" },
    sends: ["get_eval_run", { id: ids.run, status: "failed", scorer: "exact", below: 0.5 }]
  }),
  [project("/evaluations/:run/compare")]: ({ ids }) => ({
    page: `/evaluations/${ids.run}/compare`,
    typed: { base: ids.base },
    seen: only("baseId", "id"),
    sends: ["compare_eval_runs", { baseId: ids.base, id: ids.run }]
  }),
  [`${project("/evaluations/:run/compare")} of some items`]: ({ ids }) => ({
    page: `/evaluations/${ids.run}/compare?base=${ids.base}`,
    typed: { change: "improved", scorer: "exact" },
    unseen: ["base"],
    sends: ["compare_eval_runs", { baseId: ids.base, id: ids.run, change: "improved", scorer: "exact" }]
  }),
  [project("/playground")]: ({ ids }) => ({
    page: `/playground?app=${ids.app}`,
    typed: { dataset: ids.datasets.changed.id },
    unseen: ["app"],
    sends: ["list_dataset_items", { datasetId: ids.datasets.changed.id, limit: 20 }]
  }),
  [project("/usage")]: () => ({
    page: "/usage",
    typed: { range: "7d", by: "app" },
    seen: hours,
    sends: ["get_usage", { groupBy: "app", hours: 7 * 24 }]
  }),
  "/o/:org/audit": ({ team: { path }, owner, ids }) => ({
    page: `${path}/audit`,
    typed: { who: owner.userId, what: "keys", about: ids.key, from: "2015-01-02", to: "2015-03-04" },
    seen: ({ filter }) => {
      const { actions, ...rest } = filter as Input
      return { ...rest, topics: [...new Set((actions as ReadonlyArray<string>).map((action) => action.split(".")[0]))] }
    },
    sends: [
      "AuditLog.list",
      {
        actorId: owner.userId,
        subjectId: ids.key,
        since: new Date("2015-01-02T00:00:00Z"),
        // The last day belongs to it.
        until: new Date("2015-03-05T00:00:00Z"),
        topics: ["key"]
      }
    ]
  }),
  "/o/:org/members": ({ team: { organizationId, by, path } }) => ({
    page: `${path}/applications`,
    typed: { q: "owner-" },
    sends: ["Organizations.members", { organizationId, by, search: "owner-", limit: 101 }]
  })
}
