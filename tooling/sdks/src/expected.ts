/** What a program told its SDK of a span: members as `get_trace` answers them, and the name of its parent. */
export interface ExpectedSpan {
  readonly name: string
  readonly parent: string | null
  readonly [member: string]: unknown
}

/** What a program told its SDK of a trace. */
export interface ExpectedTrace {
  readonly trace: Readonly<Record<string, unknown>>
  /** Some of its spans. */
  readonly spans: ReadonlyArray<ExpectedSpan>
}

const question = "How warm is it in Oslo?"
const answer = "It is 12 °C in Oslo."
const model = "gpt-4o-mini-2024-07-18"

/** What the model answered to everything: 100 of 120 tokens of input from the cache, 30 of output. */
const call = {
  type: "generation",
  model,
  inputTokens: 120,
  outputTokens: 30,
  totalTokens: 150,
  cacheReadTokens: 100,
  cost: 0.000_028_5,
  costSource: "estimated"
}
const ada = { userId: "usr_ada", sessionId: "ses_1" }
const released = { environment: "staging", release: "1.4.0" }
const weather = { type: "tool", input: { city: "Oslo" } }

const openTelemetry: ReadonlyArray<ExpectedTrace> = [
  {
    trace: {
      ...{ name: "POST /ask", status: "success", ...ada, ...released, spanCount: 3, errorCount: 1 },
      ...{ totalTokens: 150, cost: 0.000_028_5 }
    },
    spans: [
      {
        ...{ name: "POST /ask", parent: null, kind: "server", status: "unset" },
        attributes: { "customer.tier": "gold", retries: 3, ratio: 0.25, cached: false, scores: [1, 2.5] },
        events: [{ name: "cache.miss", attributes: { key: "oslo" } }],
        scope: { name: "weather-agent", version: "1.2.0" }
      },
      {
        ...{ name: "chat gpt-4o-mini", parent: "POST /ask", kind: "client", ...call, provider: "openai" },
        input: [{ role: "user", parts: [{ content: question }] }],
        output: [{ role: "assistant", parts: [{ content: "12 °C" }] }]
      },
      {
        ...{ name: "execute_tool weather", parent: "POST /ask", type: "tool", status: "error" },
        error: { type: "WeatherError", message: "The weather service did not answer." }
      }
    ]
  }
]

/** What each program told its SDK, by its name; the newest trace first. */
export const expected: Readonly<Record<string, ReadonlyArray<ExpectedTrace>>> = {
  opentelemetry: openTelemetry,
  "opentelemetry-json": openTelemetry,
  "opentelemetry-python": openTelemetry,
  openinference: [
    {
      trace: { name: "support", status: "success", ...ada, ...released, spanCount: 5, input: question, output: answer },
      spans: [
        { name: "support", parent: null, type: "agent", input: question, output: answer },
        { name: "weather", parent: "support", ...weather, output: { celsius: 12 } },
        { name: "OpenAI Chat Completions", parent: "support", ...call },
        { name: "OpenAI Embeddings", parent: "support", type: "embedding", model: "text-embedding-3-small" }
      ]
    }
  ],
  langfuse: [
    {
      trace: {
        ...{ name: "support", status: "success", ...ada, ...released, tags: ["gold"], errorCount: 1 },
        ...{ cost: 0.000_036, input: { question }, output: "12 °C", metadata: { tier: "gold" } }
      },
      spans: [
        { name: "answer", parent: null, type: "agent" },
        { name: "weather", parent: "answer", ...weather, output: { celsius: 12 } },
        {
          ...{ name: "reply", parent: "answer", type: "generation", model: "gpt-4o-mini", totalTokens: 150 },
          ...{ cacheReadTokens: 100, cost: 0.000_036, costSource: "reported", output: { content: "12 °C" } }
        },
        {
          name: "look up",
          parent: "answer",
          type: "retriever",
          status: "error",
          error: { message: "no such document" }
        }
      ]
    }
  ],
  "vercel-ai": [
    { trace: { ...released, inputTokens: 8 }, spans: [] },
    { trace: { ...released, inputTokens: 120 }, spans: [] },
    {
      trace: { status: "success", ...released, inputTokens: 240 },
      spans: [
        { name: "invoke_agent gpt-4o-mini", parent: null, type: "agent", cost: null },
        { name: "execute_tool weather", parent: "step 1", ...weather, output: { celsius: 12 } }
      ]
    }
  ],
  "vercel-ai-legacy": [
    { trace: { name: "support", ...released, inputTokens: 8 }, spans: [] },
    {
      trace: { name: "support", ...released, inputTokens: 120 },
      spans: [{ name: "ai.streamText.doStream", parent: "ai.streamText", ...call, output: "It is 12 °C." }]
    },
    {
      trace: { name: "support", status: "success", ...released, inputTokens: 240 },
      spans: [
        { name: "ai.generateText", parent: null, type: "agent", output: { text: answer }, cost: null },
        { name: "ai.generateText.doGenerate", parent: "ai.generateText", ...call },
        { name: "ai.toolCall", parent: "ai.generateText.doGenerate", ...weather, output: { celsius: 12 } }
      ]
    }
  ],
  traceloop: [
    {
      trace: { name: "support.workflow", status: "success", ...ada, spanCount: 5 },
      spans: [
        { name: "support.workflow", parent: null, type: "chain", output: answer },
        { name: "weather.tool", parent: "support.workflow", type: "tool", output: { city: "Oslo", celsius: 12 } },
        {
          ...{ name: "chat gpt-4o-mini", parent: "reply.task", ...call, cacheReadTokens: null, cost: 0.000_036 },
          output: [{ role: "assistant", parts: [{ content: answer }] }]
        }
      ]
    }
  ]
}
