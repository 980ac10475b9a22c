/* oxlint-disable typescript/no-explicit-any -- an answer is looked at as its test knows it */
import { Invoker } from "@agent-operations/operations"
import { waitUntil } from "@agent-operations/testing/wait-until"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Setting } from "./content.kit.ts"
import { failed, large, support, traceId, weeks } from "./traces.data.ts"

type Place = Awaited<ReturnType<Setting["makeProject"]>>

/** Calls operations over traces in a project, as a program does. */
export const callerOf = ({ runtime }: Setting, { organizationId, projectId }: Place) => {
  const access = {
    actor: { type: "api_key", id: "key_1", name: "CI" },
    organizationId,
    projectId,
    scopes: ["traces:read", "traces:write"],
    credential: { type: "api_key", id: "key_1" }
  } as const
  return (id: string, input: unknown): Promise<any> =>
    runtime.runPromise(Effect.flatMap(Invoker, (invoker) => invoker.invoke(id, input, access)))
}

/** Records what a team of agents did: a session of four answers, one that failed, one that runs, and a long one. */
export const recordWork = async (call: ReturnType<typeof callerOf>) => {
  await call("record_traces", {
    traces: [
      support(1, "Where is my parcel NO-4711?", "It is in Oslo, and should be with you on Thursday."),
      support(
        2,
        "Can I change the address?",
        "Yes, until tomorrow at noon.\n\n1. Open **Orders**.\n2. Choose *Change address*."
      ),
      support(3, "האם אפשר לשנות את הכתובת?", "כן, עד מחר בצהריים."),
      support(4, "Thank you!", "You are welcome."),
      failed(5),
      large(6, 300),
      ...weeks(100)
    ]
  })
  const scores = [
    { traceId: traceId(1), name: "helpfulness", value: 0.92 },
    { traceId: traceId(1), name: "resolved", value: true },
    { traceId: traceId(2), name: "helpfulness", value: 0.4, explanation: "It did not say where." }
  ]
  for (const score of scores) await call("create_score", score)
}

/** A page view and charts over what was recorded, and the paths at which they are shown. */
export const makePreviews = async (setting: Setting, place: Place) => {
  const access = {
    actor: { type: "user", id: "usr_1", name: "Ada" },
    organizationId: place.organizationId,
    projectId: place.projectId,
    scopes: "all",
    credential: null
  } as const
  const create = async (kind: string, input: object) => {
    const made = await setting.runtime.runPromise(
      Effect.flatMap(Invoker, (invoker) =>
        invoker.invoke(`create_${kind}`, { description: null, references: {}, ...input }, access)
      )
    )
    return (made as { readonly id: string }).id
  }
  const fieldId = await create("custom_field", {
    name: "Tokens per cent",
    source: { type: "formula", language: "cel", expression: "double(trace.totalTokens) / trace.cost / 100.0" },
    settings: { target: "trace", valueType: "number", unit: null }
  })
  const columns = ["trace.name", "trace.status", "trace.durationMs", "trace.tags", "custom.rate", "trace.metadata"]
  const view = await create("page_view", {
    name: "By user",
    source: { type: "table" },
    settings: {
      target: "traces",
      columns: columns.map((field) => ({ field })),
      filters: [{ field: "trace.startedAt", operator: "gt", value: "2015-01-01T00:00:00.000Z" }],
      groupBy: "trace.userId"
    },
    references: { rate: { kind: "custom_field", id: fieldId, revision: null } }
  })
  const query = {
    over: "spans",
    measures: [{ measure: "cost", aggregation: "sum" }],
    dimensions: ["model"],
    granularity: "day",
    filters: [{ field: "span.type", operator: "eq", value: "generation" }]
  }
  const line = await create("metrics_chart", {
    name: "Cost by model and day",
    source: { type: "query", query },
    settings: { chartType: "line" }
  })
  const style = await create("prompt", {
    name: "House style",
    source: { type: "text", template: "Write in short sentences." },
    settings: {}
  })
  const prompt = await create("prompt", {
    name: "Answer a customer",
    source: {
      type: "chat",
      messages: [
        { role: "system", content: "You are the support agent of {{shop}}.\n\n{{> style}}" },
        { role: "user", content: "{{question}}" }
      ]
    },
    settings: { variables: [{ name: "shop", default: "Lumen Lamps" }, { name: "question" }] },
    references: { style: { kind: "prompt", id: style, revision: 1 } }
  })
  for (const label of ["production", "staging"]) {
    const move = { id: prompt, label, revision: 1, expectedRevision: null }
    await setting.runtime.runPromise(
      Effect.flatMap(Invoker, (invoker) => invoker.invoke("set_prompt_label", move, access))
    )
  }
  const operate = (id: string, input: object) =>
    setting.runtime.runPromise(Effect.flatMap(Invoker, (invoker) => invoker.invoke(id, input, access)))
  const headers = { authorization: { secret: "token" }, "x-team": { secret: "team" } }
  const { id: app } = (await operate("register_app", {
    name: "Support agent",
    description: null,
    source: {
      type: "http",
      url: "https://agent.example.com/run",
      headers,
      streaming: "none",
      outputPointer: "/output"
    },
    settings: {},
    references: {}
  })) as { readonly id: string }
  await operate("set_app_secret", { id: app, name: "token", value: "Bearer x7Qf-x7Qf" })
  return {
    "app-secrets": `/apps/${app}/secrets`,
    "prompt-rendered": `/prompts/${prompt}/rendered?v.question=Where+is+my+parcel%3F`,
    "prompt-labels": `/prompts/${prompt}/labels`,
    "prompt-edited": `/prompts/${prompt}/edit`,
    rows: `/page-views/${view}/rows`,
    "rows-edited": `/page-views/${view}/edit`,
    chart: `/metrics-charts/${line}/chart?range=30d`
  }
}

/** A review session about the first answers, which asks one question or two, and its ID. */
export const makeSession = async (
  { runtime }: Setting,
  { organizationId, projectId }: Place,
  asked: {
    readonly name: string
    readonly two?: boolean
    readonly items?: number
    readonly blind?: boolean
    /** What it is about, in place of the first traces. */
    readonly subject?: object
  }
): Promise<string> => {
  const actor = { type: "user", id: "usr_1", name: "Ada" } as const
  const access = { actor, organizationId, projectId, scopes: "all", credential: null } as const
  const call = async (id: string, input: unknown) =>
    (await runtime.runPromise(Effect.flatMap(Invoker, (invoker) => invoker.invoke(id, input, access)))) as {
      readonly id: string
    }
  const question = async (text: string, output: object) => {
    const source = { type: "human", question: text, guidance: "Read the answer first." }
    const { id } = await call("create_scorer", { name: `${asked.name}: ${text}`, source, settings: { output } })
    return { id }
  }
  const tone = {
    type: "label",
    labels: [
      { label: "Kind", value: 1 },
      { label: "Cold", value: 0 }
    ]
  }
  const rubric = {
    helpful: await question("Does the answer help?", { type: "boolean" }),
    ...(asked.two === true ? { tone: await question("What is its tone?", tone) } : {})
  }
  const traceIds = Array.from({ length: asked.items ?? 3 }, (_, n) => traceId(n + 1))
  const settings = { blind: asked.blind ?? true, instructions: "Judge what the customer reads." }
  const { id } = await call("create_review_session", {
    requestKey: asked.name,
    name: asked.name,
    subject: asked.subject ?? { traceIds },
    rubric,
    ...settings
  })
  return id
}

/** Operations of a project as somebody who may all, with the run that a call starts once it has ended. */
const evaluating = ({ runtime }: Setting, { organizationId, projectId }: Place) => {
  const actor = { type: "user", id: "usr_1", name: "Ada" } as const
  const access = { actor, organizationId, projectId, scopes: "all", credential: null } as const
  const call = (id: string, input: unknown): Promise<any> =>
    runtime.runPromise(Effect.flatMap(Invoker, (invoker) => invoker.invoke(id, input, access)))
  const ended = (id: string): Promise<any> =>
    waitUntil(`the end of the run ${id}`, async () => {
      const { run } = await call("get_eval_run", { id, limit: 1 })
      return run.endedAt === null ? undefined : run
    })
  return { call, ended }
}

const capitals = { France: "Paris", Egypt: "Cairo", Chile: "Santiago", Canada: "Ottawa", Estonia: "Tallinn" }

const exactly = {
  name: "Same answer",
  source: {
    type: "code",
    language: "javascript",
    code:
      "export default ({ output, expected }) => " +
      "({ value: output === expected, explanation: output === expected ? 'As expected.' : `Not <${expected}>.` })"
  },
  settings: { output: { type: "boolean" } }
}

/** Two runs over capitals, twice each: of an app that knows some of them, and of one that knows all. */
export const makeRuns = async (setting: Setting, place: Place) => {
  const { call, ended } = evaluating(setting, place)
  const { id: dataset } = await call("create_dataset", { name: "Capitals", source: { type: "items" }, settings: {} })
  const items = Object.entries(capitals).map(([country, expected]) => ({
    externalId: country,
    input: { question: `What is the capital of ${country}?`, country },
    expected
  }))
  await call("put_dataset_items", { datasetId: dataset, items })
  const { id: scorer } = await call("create_scorer", exactly)
  const app = async (name: string, behaviour: string) =>
    (await call("register_app", { name, source: { type: "sample", behaviour }, settings: {} })).id as string
  const some = await app("Some capitals", "some_capitals")
  const all = await app("All capitals", "capitals")
  const slow = await app("Slow", "slow")
  const failing = await app("Failing", "failing")
  const start = async (name: string, appId: string, more: object = {}) => {
    const made = await call("create_eval_run", {
      requestKey: name,
      name,
      series: "capitals",
      app: { id: appId },
      dataset: { id: dataset },
      scorers: { exact: { id: scorer } },
      repetitions: 2,
      ...more
    })
    return ended(made.id)
  }
  const base = await start("Build 41", some)
  const run = await start("Build 42", all, { baseRunId: base.id })
  return { base, run, dataset, scorer, apps: { some, all, slow, failing }, call, ended }
}

/** What a run of a project has spent on a day, on an app or, by its ID, on a scorer, in micro-units. */
export const spend = (
  { runtime }: Setting,
  { organizationId, projectId }: Place,
  on: { readonly day: string; readonly run: string; readonly app?: string; readonly scorer?: string },
  micros: number
): Promise<unknown> =>
  runtime.runPromise(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`
        insert into agent_operations.eval_usage (tenant_id, project_id, day, run_id, app_id, scorer_id, spent_micros)
        values (${organizationId}, ${projectId}, ${on.day}, ${on.run}, ${on.app ?? ""}, ${on.scorer ?? ""}, ${micros})`
    )
  )
