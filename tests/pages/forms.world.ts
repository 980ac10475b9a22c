import { ApiKeys } from "@agent-operations/auth"
import { Budgets, ModelConnections } from "@agent-operations/console"
import { Redacted } from "effect"
import type { Told } from "./forms.kit.ts"
import { callerIn, type Setting, type Team } from "./kit.ts"
import { support, traceId } from "./traces.data.ts"

/** What the forms are of. */
export interface World {
  readonly team: Team
  readonly owner: { readonly userId: string; readonly name: string; readonly email: string }
  readonly member: string
  readonly ids: Awaited<ReturnType<typeof makeIds>>
}

/** Makes what the forms are of, as somebody who may do everything in the project. */
export const makeIds = async (setting: Setting, { organizationId, project, by }: Team, owner: World["owner"]) => {
  const call = callerIn(setting, { organizationId, project }, owner) as (id: string, input: object) => Promise<never>
  const create = async (kind: string, input: object): Promise<string> =>
    ((await call(kind, { settings: {}, ...input })) as { readonly id: string }).id
  const view = { source: { type: "table" }, settings: { target: "traces" } }
  const formula = {
    source: { type: "formula", language: "cel", expression: "1.0" },
    settings: { target: "trace", valueType: "number" }
  }
  const ids = {
    view: await create("create_page_view", { name: "View", ...view }),
    restored: await create("create_page_view", { name: "Restored", ...view }),
    doomed: await create("create_page_view", { name: "Doomed", ...view }),
    deleted: await create("create_page_view", { name: "Deleted", ...view }),
    field: await create("create_custom_field", { name: "Field", ...formula }),
    gone: await create("create_custom_field", { name: "Other field", ...formula }),
    other: await create("create_dataset", { name: "Other items", source: { type: "items" } }),
    sample: await create("register_app", { name: "Echo", source: { type: "sample", behaviour: "echo" } }),
    app: await create("register_app", { name: "Capitals", source: { type: "sample", behaviour: "capitals" } }),
    prompt: await create("create_prompt", { name: "Style", source: { type: "text", template: "Be short." } }),
    asking: await create("create_prompt", {
      name: "Ask",
      source: { type: "text", template: "{{shop}}: {{question}}" },
      settings: { variables: [{ name: "shop" }, { name: "question" }] }
    }),
    chart: await create("create_metrics_chart", {
      name: "Chart",
      source: { type: "query", query: { over: "traces", measures: [{ measure: "count", aggregation: "count" }] } },
      settings: { chartType: "table" }
    }),
    exact: await create("create_scorer", {
      name: "Exact",
      source: { type: "code", language: "javascript", code: "export default (it) => it.output === it.expected" },
      settings: { output: { type: "boolean" } }
    }),
    helpful: await create("create_scorer", {
      name: "Helpful",
      source: { type: "human", question: "Does it help?", guidance: "" },
      settings: { output: { type: "boolean" } }
    }),
    tone: await create("create_scorer", {
      name: "Tone",
      source: { type: "human", question: "What is its tone?", guidance: "" },
      settings: {
        output: {
          type: "label",
          labels: [
            { label: "Kind", value: 1 },
            { label: "Cold", value: 0 }
          ]
        }
      }
    })
  }
  const description = "Described."
  const extra = { by: "Ada" }
  /** One of each kind, with all that it may be without. */
  const whole = {
    field: await create("create_custom_field", {
      ...{ name: "Whole field", description, ...formula },
      settings: { ...formula.settings, unit: "points", extra }
    }),
    chart: await create("create_metrics_chart", {
      ...{ name: "Whole chart", description },
      source: { type: "query", query: { over: "traces", measures: [{ measure: "count", aggregation: "count" }] } },
      settings: { chartType: "table", unit: "traces", extra }
    }),
    prompt: await create("create_prompt", {
      ...{ name: "Whole prompt", description, source: { type: "text", template: "Be short." } },
      settings: {
        variables: [{ name: "shop" }],
        model: { name: "small", parameters: {} },
        tools: [{ type: "function", name: "track" }],
        responseFormat: { type: "json" },
        extra
      }
    }),
    dataset: await create("create_dataset", {
      ...{ name: "Whole dataset", description, source: { type: "items" } },
      settings: { inputSchema: {}, expectedSchema: {}, metadataSchema: {}, extra }
    }),
    app: await create("register_app", {
      ...{ name: "Whole app", description },
      source: {
        ...{ type: "http", url: "https://agent.example.com/run", outputPointer: "/answer", streaming: "sse" },
        headers: { "x-team": { secret: "team" } }
      },
      settings: { ratePerMinute: 40, microsPerInvocation: 5, extra }
    }),
    scorer: await create("create_scorer", {
      ...{ name: "Whole scorer", description },
      source: { type: "human", question: "Is it kind?", guidance: "" },
      settings: { output: { type: "number", min: 1, max: 5 }, inputs: { wanted: "/expected" }, passAt: 3, extra }
    })
  }
  for (const id of [ids.view, ids.restored])
    await call("update_page_view", { id, expectedRevision: 1, description: "Changed." })
  await call("delete_page_view", { id: ids.deleted, expectedRevision: 1 })
  await call("update_prompt", { id: ids.prompt, expectedRevision: 1, description: "Changed." })
  for (const label of ["production", "staging"])
    await call("set_prompt_label", { id: ids.prompt, label, revision: 2, expectedRevision: null })
  await call("set_app_secret", { id: ids.app, name: "team", value: "x7Qf-x7Qf" })
  await call("record_traces", { traces: [support(1, "Where?", "There."), support(2, "When?", "Then.")] })
  const put = async (datasetId: string, input: string): Promise<string> =>
    (
      (await call("put_dataset_items", { datasetId, items: [{ input, split: "test" }] })) as {
        readonly items: readonly [{ readonly id: string }]
      }
    ).items[0].id
  /** A dataset at its second version, with its first item. */
  const dataset = async (name: string) => {
    const id = await create("create_dataset", { name, source: { type: "items" } })
    const item = await put(id, "First")
    await put(id, "Second")
    return { id, item }
  }
  const datasets = {
    read: await dataset("Read"),
    grown: await dataset("Grown"),
    changed: await dataset("Changed"),
    emptied: await dataset("Emptied"),
    purged: await dataset("Purged"),
    restored: await dataset("Restored")
  }
  const { id: datasetId, item } = datasets.emptied
  await call("put_dataset_items", { datasetId, items: [{ id: item, externalId: "case-0" }] })
  await put(ids.other, "Third")
  const run = await create("create_eval_run", {
    settings: undefined,
    requestKey: "run",
    name: "Build 42",
    app: { id: ids.sample },
    dataset: { id: datasets.read.id },
    scorers: { exact: { id: ids.exact } }
  })
  const base = await create("create_eval_run", {
    settings: undefined,
    requestKey: "base",
    name: "Build 41",
    app: { id: ids.sample },
    dataset: { id: datasets.read.id },
    scorers: { exact: { id: ids.exact } }
  })
  const nightly = await create("create_eval_run", {
    settings: undefined,
    requestKey: "nightly",
    name: "Nightly",
    series: "nightly",
    app: { id: ids.sample },
    dataset: { id: datasets.read.id, split: "test" },
    scorers: { exact: { id: ids.exact } }
  })
  const session = await create("create_review_session", {
    settings: undefined,
    requestKey: "session",
    name: "Answers",
    subject: { traceIds: [traceId(1), traceId(2)] },
    rubric: { helpful: { id: ids.helpful }, tone: { id: ids.tone } }
  })
  const claim = async (sessionId = session): Promise<string> =>
    ((await call("claim_review", { sessionId })) as { readonly claim: { readonly review: { id: string } } }).claim
      .review.id
  const submitted = await claim()
  const scores = { helpful: { value: false }, tone: { value: "Cold" } }
  await call("submit_review", { id: submitted, scores })
  const review = await claim()
  const explained = await create("create_review_session", {
    settings: undefined,
    requestKey: "explained",
    name: "Explained",
    subject: { traceIds: [traceId(1)] },
    rubric: { helpful: { id: ids.helpful } }
  })
  const commented = await claim(explained)
  await call("submit_review", { id: commented, scores: { helpful: { value: true, comment: "It helps." } } })
  const added = {
    name: "Provider",
    baseUrl: "https://models.example.com/v1",
    tokenLimit: "max_tokens",
    prices: []
  } as const
  const { id: connection } = await setting.run(
    ModelConnections.use((connections) =>
      connections.add({
        organizationId,
        projectId: project.id,
        by,
        connection: added,
        key: Redacted.make("sk-a1b2-a1b2")
      })
    )
  )
  await setting.run(Budgets.use(({ set }) => set({ organizationId, limitMicros: 50_000_000, monthly: false, by })))
  const { key } = await setting.run(
    ApiKeys.use((keys) => keys.create({ organizationId, name: "Key", scopes: ["views:read"], by }))
  )
  const reviews = { session, submitted, review, explained, commented }
  return { ...ids, whole, datasets, run, base, nightly, ...reviews, connection, key: key.id }
}

type Fields = Readonly<Record<string, string | ReadonlyArray<string>>>

/** A form, as somebody fills it in who leaves no field as it was. */
interface Filled {
  /** Who fills it in. Default: the owner. */
  readonly by?: "member"
  /** The page that shows it. */
  readonly page: string
  readonly typed: Fields
  /** What goes along unseen, or is only there for the page. */
  readonly unseen?: ReadonlyArray<string>
  /** What tells the form from others of the page. */
  readonly of?: Readonly<Record<string, string>>
  /** The button that is pressed, where it says something. */
  readonly press?: Fields
  /** What arrives, by what goes along. */
  readonly sends: Told | ((carried: Readonly<Record<string, string>>) => Told)
  /** What arrives, without what depends on the time. */
  readonly seen?: (input: Readonly<Record<string, unknown>>) => unknown
}

export const project = (path: string) => `/o/:org/p/:project${path}`

export type Forms = Readonly<Record<string, (world: World) => Filled>>
