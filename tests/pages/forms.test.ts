import { ApiKeys } from "@agent-operations/auth"
import { ModelConnections } from "@agent-operations/console"
import { Invoker } from "@agent-operations/operations"
import { Effect, Redacted } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import type { Browser } from "./browser.ts"
import { formWith, noting, type Told } from "./forms.kit.ts"
import { origin, type Setting, start, type Team } from "./kit.ts"
import { routesIn } from "./routes.ts"
import { spanId, support, traceId } from "./traces.data.ts"

/** What the forms are of. */
interface World {
  readonly team: Team
  readonly owner: { readonly userId: string; readonly name: string; readonly email: string }
  readonly member: string
  readonly ids: Awaited<ReturnType<typeof makeIds>>
}

/** Makes what the forms are of, as somebody who may do everything in the project. */
const makeIds = async (setting: Setting, { organizationId, project, by }: Team, owner: World["owner"]) => {
  const access = {
    actor: { type: "user", id: owner.userId, name: owner.name },
    organizationId,
    projectId: project.id,
    scopes: "all",
    credential: null
  } as const
  const call = (id: string, input: object) =>
    setting.run(Effect.flatMap(Invoker, (invoker) => invoker.invoke(id, input, access))) as Promise<never>
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
    purged: await dataset("Purged"),
    restored: await dataset("Restored")
  }
  await put(ids.other, "Third")
  const run = await create("create_eval_run", {
    settings: undefined,
    requestKey: "run",
    name: "Build 42",
    app: { id: ids.sample },
    dataset: { id: datasets.read.id },
    scorers: { exact: { id: ids.exact } }
  })
  const session = await create("create_review_session", {
    settings: undefined,
    requestKey: "session",
    name: "Answers",
    subject: { traceIds: [traceId(1), traceId(2)] },
    rubric: { helpful: { id: ids.helpful }, tone: { id: ids.tone } }
  })
  const claim = async (): Promise<string> =>
    ((await call("claim_review", { sessionId: session })) as { readonly claim: { readonly review: { id: string } } })
      .claim.review.id
  const submitted = await claim()
  const scores = { helpful: { value: false }, tone: { value: "Cold" } }
  await call("submit_review", { id: submitted, scores })
  const review = await claim()
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
  const { key } = await setting.run(
    ApiKeys.use((keys) => keys.create({ organizationId, name: "Key", scopes: ["views:read"], by }))
  )
  return { ...ids, datasets, run, session, submitted, review, connection, key: key.id }
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

const project = (path: string) => `/o/:org/p/:project${path}`

type Forms = Readonly<Record<string, (world: World) => Filled>>

const tools = [{ type: "function", name: "track" }]
const jsonSchema = (type: string) => ({ type })
const text = (value: unknown) => JSON.stringify(value)

/** What only one of the variants of a choice has, and what a builder with a script fills in. */
const ofOthers = {
  builder: [
    "columns",
    "columns.0.field",
    "columns.0.label",
    "columns.0.width",
    "columns.0.hidden",
    "groupBy",
    "target"
  ],
  rows: ["rows.search", "rows.range"],
  chat: ["source.text.template"],
  text: ["source.chat.messages"],
  http: [
    ...["prompt", "connection", "model", "maxOutputTokens", "parameters"].map((name) => `source.model.${name}`),
    "source.sample.behaviour"
  ],
  model: [
    ...["url", "outputPointer", "headers", "streaming"].map((name) => `source.http.${name}`),
    "source.sample.behaviour"
  ]
}

const appSettings = {
  timeoutMs: 12_000,
  maxConcurrency: 3,
  ratePerMinute: 40,
  maxAttempts: 2,
  onLost: "fail",
  microsPerInvocation: 5,
  extra: { owner: "Ada" }
}
const typedAppSettings = Object.fromEntries(
  Object.entries(appSettings).map(([key, value]) => [
    `settings.${key}`,
    typeof value === "object" ? text(value) : `${value}`
  ])
)

/** The forms of definitions, which create one, and change one. */
const definitions: Forms = {
  [project("/page-views/new")]: ({ ids }) => {
    const settings = {
      target: "traces",
      columns: [{ field: "custom.cost" }],
      filters: [],
      sort: [],
      groupBy: null,
      extra: { a: 1 }
    }
    const references = { cost: { kind: "custom_field", id: ids.field, revision: null } }
    return {
      page: "/page-views/new",
      typed: {
        name: "Slow",
        description: "What is slow.",
        tab: "json",
        sourceType: "react",
        sourceText: "export default () => null",
        settings: text(settings),
        references: text(references)
      },
      unseen: [...ofOthers.builder, ...ofOthers.rows],
      press: { action: "save" },
      sends: [
        "create_page_view",
        {
          name: "Slow",
          description: "What is slow.",
          source: { type: "react", code: "export default () => null" },
          settings,
          references
        }
      ]
    }
  },
  [project("/custom-fields/new")]: ({ ids }) => {
    const references = { cost: { kind: "custom_field", id: ids.field, revision: 1 } }
    return {
      page: "/custom-fields/new",
      typed: {
        name: "Tier",
        description: "Of the customer.",
        sourceType: "attribute",
        sourceText: "/attributes/tier",
        "settings.target": "span",
        "settings.valueType": "string",
        "settings.unit": "points",
        "settings.extra": '{"b":2}',
        references: text(references)
      },
      unseen: ["try.trace", "references.pick"],
      press: { action: "save" },
      sends: [
        "create_custom_field",
        {
          name: "Tier",
          description: "Of the customer.",
          source: { type: "attribute", pointer: "/attributes/tier" },
          settings: { target: "span", valueType: "string", unit: "points", extra: { b: 2 } },
          references
        }
      ]
    }
  },
  [project("/custom-fields/:id/edit")]: ({ ids }) => ({
    page: `/custom-fields/${ids.field}/edit`,
    typed: {
      name: "Price",
      description: "In cents.",
      sourceType: "attribute",
      sourceText: "/attributes/price",
      "settings.target": "span",
      "settings.valueType": "string",
      "settings.unit": "cents",
      "settings.extra": '{"c":3}',
      references: text({ view: { kind: "custom_field", id: ids.gone, revision: null } })
    },
    unseen: ["try.trace", "references.pick", "expectedRevision"],
    press: { action: "save" },
    sends: [
      "update_custom_field",
      {
        id: ids.field,
        expectedRevision: 1,
        name: "Price",
        description: "In cents.",
        source: { type: "attribute", pointer: "/attributes/price" },
        settings: { target: "span", valueType: "string", unit: "cents", extra: { c: 3 } },
        references: { view: { kind: "custom_field", id: ids.gone, revision: null } }
      }
    ]
  }),
  [project("/metrics-charts/new")]: () => {
    const query = {
      over: "traces",
      measures: [{ measure: "count", aggregation: "count" }],
      dimensions: ["name"],
      granularity: "hour",
      filters: [],
      limit: 10
    }
    return {
      page: "/metrics-charts/new",
      typed: {
        name: "Traffic",
        description: "By the hour.",
        source: text({ type: "query", query }),
        "settings.chartType": "bar",
        "settings.unit": "traces",
        "settings.extra": '{"d":4}'
      },
      press: { action: "save" },
      sends: [
        "create_metrics_chart",
        {
          name: "Traffic",
          description: "By the hour.",
          source: { type: "query", query },
          settings: { chartType: "bar", unit: "traces", extra: { d: 4 } },
          references: {}
        }
      ]
    }
  },
  [project("/prompts/new")]: ({ ids }) => {
    const messages = [{ role: "user", content: "{{question}}" }]
    const variables = [{ name: "question", required: true, default: "Why?" }]
    const model = { name: "small", parameters: { temperature: 0 } }
    const references = { style: { kind: "prompt", id: ids.prompt, revision: 1 } }
    return {
      page: "/prompts/new",
      typed: {
        name: "Ask",
        description: "Asks.",
        sourceType: "chat",
        "source.chat.messages": text(messages),
        "settings.variables": text(variables),
        "settings.model": text(model),
        "settings.tools": text(tools),
        "settings.responseFormat": text({ type: "json" }),
        "settings.extra": '{"e":5}',
        references: text(references)
      },
      unseen: ofOthers.chat,
      press: { action: "save" },
      sends: [
        "create_prompt",
        {
          name: "Ask",
          description: "Asks.",
          source: { type: "chat", messages },
          settings: { variables, model, tools, responseFormat: { type: "json" }, extra: { e: 5 } },
          references
        }
      ]
    }
  },
  [`${project("/prompts/new")} as a text`]: () => ({
    page: "/prompts/new",
    typed: { name: "Say", "source.text.template": "Be short." },
    unseen: [
      ...ofOthers.text,
      ...["sourceType", "description", "references"],
      ...["variables", "model", "tools", "responseFormat", "extra"].map((name) => `settings.${name}`)
    ],
    press: { action: "save" },
    sends: [
      "create_prompt",
      {
        name: "Say",
        description: null,
        source: { type: "text", template: "Be short." },
        settings: { variables: [], model: null, tools: [], responseFormat: null, extra: {} },
        references: {}
      }
    ]
  }),
  [project("/datasets/new")]: () => ({
    page: "/datasets/new",
    typed: {
      name: "Cases",
      description: "Of support.",
      "settings.inputSchema": text(jsonSchema("string")),
      "settings.expectedSchema": text(jsonSchema("number")),
      "settings.metadataSchema": text(jsonSchema("object")),
      "settings.extra": '{"f":6}'
    },
    press: { action: "save" },
    sends: [
      "create_dataset",
      {
        name: "Cases",
        description: "Of support.",
        source: { type: "items" },
        settings: {
          inputSchema: jsonSchema("string"),
          expectedSchema: jsonSchema("number"),
          metadataSchema: jsonSchema("object"),
          extra: { f: 6 }
        },
        references: {}
      }
    ]
  }),
  [project("/apps/new")]: ({ ids }) => {
    const headers = { "x-team": { secret: "team" } }
    const references = { answer: { kind: "prompt", id: ids.prompt, revision: 1 } }
    return {
      page: "/apps/new",
      typed: {
        name: "Agent",
        description: "Answers.",
        "source.http.url": "https://agent.example.com/run",
        "source.http.outputPointer": "/answer",
        "source.http.headers": text(headers),
        "source.http.streaming": "sse",
        ...typedAppSettings,
        references: text(references)
      },
      unseen: [...ofOthers.http, "sourceType"],
      press: { action: "save" },
      sends: [
        "register_app",
        {
          name: "Agent",
          description: "Answers.",
          source: {
            type: "http",
            url: "https://agent.example.com/run",
            headers,
            streaming: "sse",
            outputPointer: "/answer"
          },
          settings: appSettings,
          references
        }
      ]
    }
  },
  [`${project("/apps/new")} of a model`]: ({ ids }) => {
    const references = { answer: { kind: "prompt", id: ids.prompt, revision: null } }
    const parameters = { temperature: 0.5 }
    return {
      page: "/apps/new",
      typed: {
        name: "Model",
        description: "Asks a model.",
        sourceType: "model",
        "source.model.prompt": "answer",
        "source.model.connection": ids.connection,
        "source.model.model": "small",
        "source.model.maxOutputTokens": "77",
        "source.model.parameters": text(parameters),
        ...typedAppSettings,
        references: text(references)
      },
      unseen: ofOthers.model,
      press: { action: "save" },
      sends: [
        "register_app",
        {
          name: "Model",
          description: "Asks a model.",
          source: {
            type: "model",
            prompt: "answer",
            connection: ids.connection,
            model: "small",
            maxOutputTokens: 77,
            parameters
          },
          settings: appSettings,
          references
        }
      ]
    }
  },
  [`${project("/apps/new")} as a sample`]: () => ({
    page: "/apps/new",
    typed: { name: "Sample", sourceType: "sample", "source.sample.behaviour": "capitals", ...typedAppSettings },
    unseen: [
      ...["description", "references"],
      ...[...ofOthers.http, ...ofOthers.model].filter((name) => name !== "source.sample.behaviour")
    ],
    press: { action: "save" },
    sends: [
      "register_app",
      {
        name: "Sample",
        description: null,
        source: { type: "sample", behaviour: "capitals" },
        settings: appSettings,
        references: {}
      }
    ]
  }),
  [project("/scorers/new")]: ({ ids }) => {
    const source = { type: "human", question: "Is it kind?", guidance: "Read it all." }
    const output = { type: "number", min: 1, max: 5 }
    const references = { judge: { kind: "prompt", id: ids.prompt, revision: 1 } }
    return {
      page: "/scorers/new",
      typed: {
        name: "Kindness",
        description: "By people.",
        source: text(source),
        "settings.output": text(output),
        "settings.inputs": text({ wanted: "/expected/answer" }),
        "settings.passAt": "3",
        "settings.higherIsBetter": "false",
        "settings.timeoutMs": "2500",
        "settings.extra": '{"g":7}',
        references: text(references)
      },
      press: { action: "save" },
      sends: [
        "create_scorer",
        {
          name: "Kindness",
          description: "By people.",
          source,
          settings: {
            output,
            inputs: { wanted: "/expected/answer" },
            passAt: 3,
            higherIsBetter: false,
            timeoutMs: 2500,
            extra: { g: 7 }
          },
          references
        }
      ]
    }
  }
}

/** What is done with definitions as a whole, and with what belongs to one. */
const actions: Forms = {
  [project("/page-views/:id/copy")]: ({ ids }) => ({
    page: `/page-views/${ids.view}/copy`,
    typed: { name: "Another" },
    unseen: ["revision"],
    sends: ["copy_page_view", { id: ids.view, name: "Another", revision: 2 }]
  }),
  [project("/page-views/:id/restore")]: ({ ids }) => ({
    page: `/page-views/${ids.restored}/restore?revision=1`,
    typed: {},
    unseen: ["revision", "expectedRevision"],
    sends: ["restore_page_view", { id: ids.restored, revision: 1, expectedRevision: 2 }]
  }),
  [project("/page-views/:id/delete")]: ({ ids }) => ({
    page: `/page-views/${ids.doomed}/delete`,
    typed: {},
    unseen: ["expectedRevision"],
    sends: ["delete_page_view", { id: ids.doomed, expectedRevision: 1 }]
  }),
  [project("/page-views/deleted/:id")]: ({ ids }) => ({
    page: `/page-views/deleted/${ids.deleted}`,
    typed: { name: "Back" },
    sends: ["recover_page_view", { id: ids.deleted, name: "Back" }]
  }),
  [project("/prompts/:id/labels")]: ({ ids }) => ({
    page: `/prompts/${ids.prompt}/labels`,
    typed: { label: "beta", revision: "1" },
    unseen: ["expectedRevision"],
    of: { expectedRevision: "" },
    press: { action: "create" },
    sends: ["set_prompt_label", { id: ids.prompt, label: "beta", revision: 1, expectedRevision: null }]
  }),
  [`${project("/prompts/:id/labels")} that is there`]: ({ ids }) => ({
    page: `/prompts/${ids.prompt}/labels`,
    typed: { revision: "1" },
    unseen: ["expectedRevision", "label"],
    of: { label: "production" },
    press: { action: "move" },
    sends: ["set_prompt_label", { id: ids.prompt, label: "production", revision: 1, expectedRevision: 2 }]
  }),
  [`${project("/prompts/:id/labels")} that is protected`]: ({ ids }) => ({
    page: `/prompts/${ids.prompt}/labels`,
    typed: {},
    unseen: ["expectedRevision", "label", "revision"],
    of: { label: "staging" },
    press: { action: "protect" },
    sends: ["protect_prompt_label", { id: ids.prompt, label: "staging", protected: true }]
  }),
  [project("/apps/:id/secrets")]: ({ ids }) => ({
    page: `/apps/${ids.app}/secrets`,
    typed: { name: "token", value: "x7Qf-x7Qf" },
    press: { action: "set" },
    sends: ["set_app_secret", { id: ids.app, name: "token", value: "x7Qf-x7Qf" }]
  }),
  [`${project("/apps/:id/secrets")} that is taken away`]: ({ ids }) => ({
    page: `/apps/${ids.app}/secrets`,
    typed: {},
    unseen: ["name"],
    of: { name: "team" },
    press: { action: "take" },
    sends: ["set_app_secret", { id: ids.app, name: "team", value: null }]
  }),
  [project("/datasets/:id/items")]: ({ ids }) => ({
    page: `/datasets/${ids.datasets.grown.id}/items?new=item`,
    typed: { externalId: "case-1", input: '"Q"', expected: '"A"', metadata: '{"n":1}', split: "test" },
    press: { action: "put" },
    sends: [
      "put_dataset_items",
      {
        datasetId: ids.datasets.grown.id,
        items: [{ externalId: "case-1", input: "Q", expected: "A", metadata: { n: 1 }, split: "test" }],
        expectedVersion: 2
      }
    ]
  }),
  [`${project("/datasets/:id/items")} of one that is there`]: ({ ids }) => ({
    page: `/datasets/${ids.datasets.changed.id}/items?item=${ids.datasets.changed.item}`,
    typed: { externalId: "case-2", input: '"Q2"', expected: '"A2"', metadata: '{"n":2}', split: "train" },
    unseen: ["item", "fromVersion"],
    press: { action: "put" },
    sends: [
      "put_dataset_items",
      {
        datasetId: ids.datasets.changed.id,
        items: [
          {
            id: ids.datasets.changed.item,
            externalId: "case-2",
            input: "Q2",
            expected: "A2",
            metadata: { n: 2 },
            split: "train"
          }
        ],
        expectedVersion: 2
      }
    ]
  }),
  [`${project("/datasets/:id/items")} that is purged`]: ({ ids }) => ({
    page: `/datasets/${ids.datasets.purged.id}/items?item=${ids.datasets.purged.item}&purge=ask`,
    typed: { reason: "Personal." },
    unseen: ["item"],
    press: { action: "purge" },
    sends: ["purge_dataset_item", { id: ids.datasets.purged.item, reason: "Personal." }]
  }),
  [project("/datasets/:id/versions")]: ({ ids }) => ({
    page: `/datasets/${ids.datasets.restored.id}/versions`,
    typed: {},
    unseen: ["version", "expectedVersion"],
    press: { action: "restore" },
    sends: ["restore_dataset_version", { datasetId: ids.datasets.restored.id, version: 1, expectedVersion: 2 }]
  }),
  [project("/datasets/:id/import")]: ({ ids }) => ({
    page: `/datasets/${ids.datasets.read.id}/import`,
    typed: { path: "cases.json", content: '[{"input":"Q"}]', mode: "replace" },
    unseen: ["importKey"],
    press: { action: "try" },
    sends: ({ importKey }) => [
      "import_resources",
      {
        importKey,
        files: [{ path: "cases.json", content: '[{"input":"Q"}]' }],
        into: { datasetId: ids.datasets.read.id },
        mode: "replace",
        dryRun: true
      }
    ]
  }),
  [`${project("/datasets/:id/import")} that is written`]: ({ ids }) => ({
    page: `/datasets/${ids.other}/import`,
    typed: { content: '{"input":"Q"}' },
    unseen: ["importKey", "path", "mode"],
    press: { action: "import" },
    sends: ({ importKey }) => [
      "import_resources",
      {
        importKey,
        files: [{ path: "items.jsonl", content: '{"input":"Q"}' }],
        into: { datasetId: ids.other },
        mode: "add"
      }
    ]
  })
}

/** Forms about traces, reviews and evaluations. */
const work: Forms = {
  [project("/traces/add-to-dataset")]: ({ ids }) => ({
    page: "/traces/add-to-dataset",
    typed: {
      dataset: ids.other,
      traces: `${traceId(1)}\n${traceId(2)}`,
      input: "/metadata",
      expected: "/input",
      split: "test"
    },
    sends: [
      "add_traces_to_dataset",
      {
        datasetId: ids.other,
        traceIds: [traceId(1), traceId(2)],
        inputPointer: "/metadata",
        expectedPointer: "/input",
        split: "test"
      }
    ]
  }),
  [project("/traces/:trace/scores/new")]: ({ owner }) => ({
    page: `/traces/${traceId(1)}/scores/new`,
    typed: { name: "tone", dataType: "BOOLEAN", value: "no", explanation: "It is cold." },
    sends: [
      "create_score",
      {
        traceId: traceId(1),
        spanId: null,
        name: "tone",
        dataType: "BOOLEAN",
        value: false,
        explanation: "It is cold.",
        source: "ANNOTATION",
        annotatorKind: "HUMAN",
        identifier: owner.userId
      }
    ]
  }),
  [`${project("/traces/:trace/scores/new")} of a span`]: ({ owner }) => ({
    page: `/traces/${traceId(1)}/scores/new?span=${spanId(103)}`,
    typed: { name: "tone", value: "0.25" },
    unseen: ["span", "dataType", "explanation"],
    sends: [
      "create_score",
      {
        traceId: traceId(1),
        spanId: spanId(103),
        name: "tone",
        dataType: "NUMERIC",
        value: 0.25,
        explanation: null,
        source: "ANNOTATION",
        annotatorKind: "HUMAN",
        identifier: owner.userId
      }
    ]
  }),
  [project("/reviews/new")]: ({ ids }) => ({
    page: "/reviews/new",
    typed: {
      name: "Kindness",
      traces: traceId(1),
      questions: [ids.tone],
      instructions: "Read it all.",
      reviewersPerItem: "2",
      reservationMinutes: "25",
      settings: ["browserOnly"]
    },
    unseen: ["requestKey", "about"],
    sends: ({ requestKey }) => [
      "create_review_session",
      {
        requestKey,
        name: "Kindness",
        subject: { traceIds: [traceId(1)] },
        rubric: { tone: { id: ids.tone } },
        instructions: "Read it all.",
        reviewersPerItem: 2,
        reservationMinutes: 25,
        blind: false,
        browserOnly: true
      }
    ]
  }),
  [`${project("/reviews/new")} about a run`]: ({ ids }) => ({
    page: "/reviews/new?about=run",
    typed: {
      name: "Failures",
      run: ids.run,
      status: "failed",
      scorer: "exact",
      below: "0.5",
      sample: "20",
      questions: [ids.helpful, ids.tone]
    },
    unseen: ["requestKey", "about", "instructions", "reviewersPerItem", "reservationMinutes", "settings"],
    sends: ({ requestKey }) => [
      "create_review_session",
      {
        requestKey,
        name: "Failures",
        subject: { runId: ids.run, status: "failed", scorer: "exact", below: 0.5, sample: 20 },
        rubric: { helpful: { id: ids.helpful }, tone: { id: ids.tone } },
        instructions: "",
        reviewersPerItem: 1,
        reservationMinutes: 15,
        blind: true,
        browserOnly: false
      }
    ]
  }),
  [project("/reviews/:session/:review")]: ({ ids }) => ({
    page: `/reviews/${ids.session}/${ids.review}`,
    typed: {
      "value.helpful": "false",
      "comment.helpful": "It is late.",
      "value.tone": "Cold",
      "comment.tone": "It is short."
    },
    press: { do: "submit" },
    sends: [
      "submit_review",
      {
        id: ids.review,
        scores: {
          helpful: { value: false, comment: "It is late." },
          tone: { value: "Cold", comment: "It is short." }
        }
      }
    ]
  }),
  [`${project("/reviews/:session/:review")} that is corrected`]: ({ ids }) => ({
    page: `/reviews/${ids.session}/${ids.submitted}`,
    typed: {
      "value.helpful": "true",
      "comment.helpful": "It helps.",
      "value.tone": "Kind",
      "comment.tone": "It is warm."
    },
    unseen: ["supersedes"],
    press: { do: "submit" },
    sends: [
      "submit_review",
      {
        id: ids.submitted,
        supersedes: 1,
        scores: {
          helpful: { value: true, comment: "It helps." },
          tone: { value: "Kind", comment: "It is warm." }
        }
      }
    ]
  }),
  [project("/evaluations/new")]: ({ ids }) => ({
    page: `/evaluations/new?from=${ids.run}`,
    typed: {
      name: "Build 43",
      app: ids.app,
      dataset: ids.other,
      split: "test",
      repetitions: "3",
      series: "nightly",
      scorers: [`exact:${ids.exact}`, `helpful:${ids.helpful}`]
    },
    unseen: ["requestKey", "base"],
    press: { do: "start" },
    sends: ({ requestKey }) => [
      "create_eval_run",
      {
        requestKey,
        name: "Build 43",
        series: "nightly",
        app: { id: ids.app },
        dataset: { id: ids.other, split: "test" },
        scorers: { exact: { id: ids.exact }, helpful: { id: ids.helpful } },
        repetitions: 3,
        baseRunId: ids.run
      }
    ]
  }),
  [`${project("/evaluations/new")} that is estimated`]: ({ ids }) => ({
    page: "/evaluations/new",
    typed: { name: "Build 44", app: ids.sample, dataset: ids.datasets.read.id },
    unseen: ["requestKey", "base", "split", "repetitions", "series", "scorers"],
    press: { do: "estimate" },
    sends: [
      "estimate_eval_run",
      {
        name: "Build 44",
        series: null,
        app: { id: ids.sample },
        dataset: { id: ids.datasets.read.id },
        scorers: {},
        repetitions: 1
      }
    ]
  }),
  [project("/playground")]: ({ ids }) => ({
    page: "/playground",
    typed: { app: ids.sample, input: '"Q"', expected: '"A"', scorers: [`exact:${ids.exact}`] },
    unseen: ["requestKey"],
    sends: ({ requestKey }) => [
      "invoke_app",
      {
        requestKey,
        id: ids.sample,
        input: "Q",
        expected: "A",
        scorers: { exact: { id: ids.exact } },
        waitMs: 8000
      }
    ]
  })
}

const days = (at: unknown) => Math.round(((at as Date).getTime() - Date.now()) / 86_400_000)

/** Forms of owners and admins, and of a person's account. */
const administration: Forms = {
  "/account": ({ member }) => ({
    by: "member",
    page: "/account",
    typed: { name: "Ada Lovelace" },
    sends: ["BrowserSessions.rename", { userId: member, name: "Ada Lovelace" }]
  }),
  "/organizations/new": ({ owner }) => ({
    page: "/organizations/new",
    typed: { name: "Engines" },
    unseen: ["idempotencyKey"],
    sends: ({ idempotencyKey }) => ["Organizations.create", { name: "Engines", owner, idempotencyKey }]
  }),
  "/o/:org/settings": ({ team: { organizationId, by, path } }) => ({
    page: `${path}/settings`,
    typed: { name: "Acme & Co" },
    sends: ["Organizations.rename", { organizationId, name: "Acme & Co", by }]
  }),
  "/o/:org/projects/new": ({ team: { organizationId, by, path } }) => ({
    page: `${path}/projects/new`,
    typed: { name: "Sales" },
    unseen: ["idempotencyKey"],
    sends: ({ idempotencyKey }) => [
      "Organizations.createProject",
      { organizationId, name: "Sales", by, idempotencyKey }
    ]
  }),
  [project("/settings")]: ({ team: { project: of, by } }) => ({
    page: "/settings",
    typed: { name: "Help" },
    seen: ({ createdAt: _, ...input }) => input,
    sends: ["Organizations.renameProject", { ...of, name: "Help", by }]
  }),
  "/o/:org/members/invitations/new": ({ team: { organizationId, by, path } }) => ({
    page: `${path}/members/invitations/new`,
    typed: { email: "grace@example.com", role: "admin" },
    unseen: ["idempotencyKey"],
    sends: ({ idempotencyKey }) => [
      "Invitations.create",
      { organizationId, email: "grace@example.com", role: "admin", by, idempotencyKey }
    ]
  }),
  "/o/:org/members/:user": ({ team: { organizationId, by, path }, member }) => ({
    page: `${path}/members/${member}`,
    typed: { role: "admin" },
    sends: ["Organizations.changeRole", { organizationId, userId: member, role: "admin", by }]
  }),
  "/o/:org/keys/new": ({ team: { organizationId, by, path } }) => ({
    page: `${path}/keys/new`,
    typed: { name: "CI", scopes: ["views:read", "traces:write"], expires: "30" },
    unseen: ["idempotencyKey"],
    seen: (input) => ({ ...input, expiresAt: days(input["expiresAt"]) }),
    sends: ({ idempotencyKey }) => [
      "ApiKeys.create",
      { organizationId, name: "CI", scopes: ["views:read", "traces:write"], expiresAt: 30, by, idempotencyKey }
    ]
  }),
  "/o/:org/keys/:key": ({ team: { organizationId, by, path }, ids }) => ({
    page: `${path}/keys/${ids.key}`,
    typed: { name: "Nightly" },
    sends: ["ApiKeys.rename", { organizationId, id: ids.key, name: "Nightly", by }]
  }),
  "/o/:org/keys/:key/replace": ({ team: { organizationId, by, path }, ids }) => ({
    page: `${path}/keys/${ids.key}/replace`,
    typed: { overlap: "7d", expires: "never" },
    unseen: ["idempotencyKey"],
    sends: ({ idempotencyKey }) => [
      "ApiKeys.replace",
      { organizationId, id: ids.key, overlap: "7 days", expiresAt: null, by, idempotencyKey }
    ]
  }),
  [project("/usage/budgets")]: ({
    team: {
      organizationId,
      project: { id: projectId },
      by
    }
  }) => ({
    page: "/usage/budgets",
    typed: { limit: "12.50", monthly: "yes" },
    unseen: ["owner"],
    of: { owner: "project" },
    sends: ["Budgets.set", { organizationId, projectId, by, limitMicros: 12_500_000, monthly: true }]
  }),
  [`${project("/usage/budgets")} of the organization`]: ({ team: { organizationId, by } }) => ({
    page: "/usage/budgets",
    typed: { limit: "99" },
    unseen: ["owner", "monthly"],
    of: { owner: "organization" },
    sends: ["Budgets.set", { organizationId, by, limitMicros: 99_000_000, monthly: false }]
  }),
  [project("/connections/new")]: ({
    team: {
      organizationId,
      project: { id: projectId },
      by
    }
  }) => ({
    page: "/connections/new",
    typed: {
      name: "Gateway",
      baseUrl: "https://api.example.com/v1",
      key: "sk-x7Qf-x7Qf",
      prices: "small 0.15 0.60",
      tokenLimit: "max_completion_tokens"
    },
    sends: [
      "ModelConnections.add",
      {
        organizationId,
        projectId,
        by,
        connection: {
          name: "Gateway",
          baseUrl: "https://api.example.com/v1",
          prices: [{ model: "small", inputMicrosPerMillion: 150_000, outputMicrosPerMillion: 600_000 }],
          tokenLimit: "max_completion_tokens"
        },
        key: "sk-x7Qf-x7Qf"
      }
    ]
  }),
  [project("/connections/:connection/rotate")]: ({
    team: {
      organizationId,
      project: { id: projectId },
      by
    },
    ids
  }) => ({
    page: `/connections/${ids.connection}/rotate`,
    typed: { key: "sk-y8Rg-y8Rg" },
    sends: ["ModelConnections.rotate", { organizationId, projectId, by, id: ids.connection, key: "sk-y8Rg-y8Rg" }]
  })
}

const forms: Forms = { ...definitions, ...actions, ...work, ...administration }

/** Actions without a field of theirs, or whose fields arrive elsewhere, each with the reason. */
const without: Readonly<Record<string, string>> = {
  "/consent": "what is granted is looked at in consent.test.ts",
  "/invitations/join": "it has what the page showed, which members.test.ts changes",
  "/sign-in": "whom mail goes to is looked at in sign-in.test.ts",
  "/sign-in/link": "it has a link, with which every test signs in",
  "/sign-out": "none",
  "/account/sessions/end-others": "none",
  "/account/sessions/:session/end": "none",
  "/account/sign-out-everywhere": "none",
  "/account/applications/:grant/disconnect": "none",
  "/o/:org/settings/delete": "the name is only compared",
  "/o/:org/settings/keep": "none",
  [project("/settings/delete")]: "the name is only compared",
  [project("/settings/keep")]: "none",
  "/o/:org/members/leave": "none",
  "/o/:org/members/invitations/:invitation/revoke": "none",
  "/o/:org/members/:user/remove": "none",
  "/o/:org/keys/:key/revoke": "none",
  "/o/:org/applications/:grant/disconnect": "none",
  [project("/connections/:connection/remove")]: "none",
  [project("/traces/:trace/delete")]: "none",
  [project("/traces/:trace/scores/:score/delete")]: "none",
  [project("/reviews/:session/claim")]: "none",
  [project("/reviews/:session/close")]: "none",
  [project("/evaluations/:run/resume")]: "none",
  [project("/evaluations/:run/cancel")]: "none",
  [project("/evaluations/:run/delete")]: "none"
}

/** Of what every kind has, one kind is looked at: the code is one, over the kind. */
const isOfEveryKind = (path: string) =>
  /\/p\/:project\/[\w-]+\/(?:delete|download|deleted\/:id|:id\/(?:edit|copy|restore|delete))$/.test(path)

describe("each field of a form arrives in what the form sends", () => {
  let setting: Setting
  let world: World
  let browsers: Readonly<Record<"owner" | "member", Browser>>
  const told: Array<Told> = []

  beforeAll(async () => {
    setting = await start()
    const team = await setting.makeTeam()
    const owner = await setting.userOf(team.owner)
    const member = (await setting.userOf(team.member)).userId
    world = { team, owner, member, ids: await makeIds(setting, team, owner) }
    const doubles = noting(setting.services, told)
    const noted = ({ cookies }: Browser) => {
      const browser = setting.browser(doubles)
      for (const [name, value] of cookies) browser.cookies.set(name, value)
      return browser
    }
    browsers = { owner: noted(team.owner), member: noted(team.member) }
  })
  afterAll(() => setting.close())

  it("is a table of all that the console takes by POST", () => {
    const posts = routesIn(setting.services, { origin }).flatMap(({ method, path }) =>
      method === "POST" ? [path] : []
    )
    assert.isAbove(posts.length, 100)
    const listed = new Set([...Object.keys(forms).map((title) => title.split(" ")[0]!), ...Object.keys(without)])
    assert.deepStrictEqual(
      posts.filter((path) => !listed.has(path) && !isOfEveryKind(path)),
      []
    )
    assert.deepStrictEqual(
      [...listed].filter((path) => !posts.includes(path)),
      []
    )
  })

  it.each(Object.entries(forms))("%s", async (_, filledIn) => {
    const {
      by = "owner",
      page,
      typed,
      unseen = [],
      of = {},
      press = {},
      sends,
      seen = (input) => input
    } = filledIn(world)
    const { path, project } = world.team
    const browser = browsers[by]
    const at = page.startsWith(path) || page === "/account" || page.startsWith("/organizations")
    const shown = await browser.get(at ? page : `${path}/p/${project.id}${page}`)
    const form = formWith(shown, [...Object.keys(typed), ...unseen], of)
    // Every field that it has is typed here, or else goes along.
    assert.deepStrictEqual([...form.names].toSorted(), [...Object.keys(typed), ...unseen].toSorted())
    for (const [name, value] of Object.entries(typed)) {
      const values = typeof value === "string" ? [value] : value
      assert.notDeepEqual(values, form.sent.get(name) ?? [], name)
    }
    told.length = 0
    const answer = await browser.post(form.action, { ...Object.fromEntries(form.sent), ...typed, ...press })
    const carried = Object.fromEntries([...form.sent].map(([name, [value = ""]]) => [name, value]))
    const [name, input] = typeof sends === "function" ? sends(carried) : sends
    const arrived = told.findLast(([called]) => called === name)
    assert.isDefined(arrived, `${name} is called: ${answer.status} ${answer.text}`)
    assert.deepStrictEqual(seen(arrived![1] as Readonly<Record<string, unknown>>), input)
  })
})
