import { type Forms, project, type World } from "./forms.world.ts"

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
export const definitions: Forms = {
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

/** What the form of a definition has that nobody empties here. */
const kept = ["name", "expectedRevision"]

/** The form of a definition that has all that it may be without, of which all is emptied. */
const emptied = (
  family: string,
  operation: string,
  idOf: (ids: World["ids"]["whole"]) => string,
  emptied: ReadonlyArray<string>,
  unseen: ReadonlyArray<string>,
  made: object
): Forms => ({
  [`${project(`/${family}/:id/edit`)} that is emptied`]: ({ ids }) => ({
    page: `/${family}/${idOf(ids.whole)}/edit`,
    typed: Object.fromEntries(["description", ...emptied].map((name) => [name, ""])),
    unseen: [...kept, ...unseen],
    press: { action: "save" },
    seen: ({ name: _, id: __, ...input }) => input,
    sends: [operation, { expectedRevision: 1, description: null, references: {}, ...made }]
  })
})

/** Each kind's form with all emptied that may be: nothing of what was there is left. */
export const emptiedDefinitions: Forms = {
  ...emptied(
    "custom-fields",
    "update_custom_field",
    ({ field }) => field,
    ["settings.unit", "settings.extra"],
    ["sourceType", "sourceText", "settings.target", "settings.valueType", "try.trace", "references", "references.pick"],
    {
      source: { type: "formula", language: "cel", expression: "1.0" },
      settings: { target: "trace", valueType: "number", unit: null, extra: {} }
    }
  ),
  ...emptied(
    "metrics-charts",
    "update_metrics_chart",
    ({ chart }) => chart,
    ["settings.unit", "settings.extra"],
    ["source", "settings.chartType"],
    {
      source: { type: "query", query: { over: "traces", measures: [{ measure: "count", aggregation: "count" }] } },
      settings: { chartType: "table", unit: null, extra: {} }
    }
  ),
  ...emptied(
    "prompts",
    "update_prompt",
    ({ prompt }) => prompt,
    ["variables", "model", "tools", "responseFormat", "extra"].map((name) => `settings.${name}`),
    ["references", "sourceType", "source.text.template", ...ofOthers.text],
    {
      source: { type: "text", template: "Be short." },
      settings: { variables: [], model: null, tools: [], responseFormat: null, extra: {} }
    }
  ),
  ...emptied(
    "datasets",
    "update_dataset",
    ({ dataset }) => dataset,
    ["inputSchema", "expectedSchema", "metadataSchema", "extra"].map((name) => `settings.${name}`),
    [],
    {
      source: { type: "items" },
      settings: { inputSchema: null, expectedSchema: null, metadataSchema: null, extra: {} }
    }
  ),
  ...emptied(
    "apps",
    "update_app",
    ({ app }) => app,
    [
      ...["source.http.outputPointer", "source.http.headers"],
      ...["ratePerMinute", "microsPerInvocation", "extra"].map((name) => `settings.${name}`)
    ],
    [
      ...ofOthers.http,
      ...["sourceType", "source.http.url", "source.http.streaming"],
      ...["timeoutMs", "maxConcurrency", "maxAttempts", "onLost"].map((name) => `settings.${name}`),
      "references"
    ],
    {
      source: {
        ...{ type: "http", url: "https://agent.example.com/run", headers: {} },
        ...{ outputPointer: "/output", streaming: "sse" }
      },
      settings: {
        ...{ timeoutMs: 60_000, maxConcurrency: 10, ratePerMinute: null, maxAttempts: 3, onLost: "retry" },
        ...{ microsPerInvocation: 0, extra: {} }
      }
    }
  ),
  ...emptied(
    "scorers",
    "update_scorer",
    ({ scorer }) => scorer,
    ["inputs", "passAt", "extra"].map((name) => `settings.${name}`),
    ["references", "source", "settings.output", "settings.higherIsBetter", "settings.timeoutMs"],
    {
      source: { type: "human", question: "Is it kind?", guidance: "" },
      settings: {
        ...{ output: { type: "number", min: 1, max: 5 }, inputs: {}, passAt: null },
        ...{ higherIsBetter: true, timeoutMs: 2000, extra: {} }
      }
    }
  )
}
