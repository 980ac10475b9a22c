import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { headOf, storedHead } from "../src/trace-head.ts"
import { spanAnswer, type SpanAnswer } from "../src/span-answer.ts"
import { traceOf } from "../src/trace.ts"
import { winners } from "../src/winners.ts"
import { json, protobuf, start, taken } from "./requests.ts"

/** What an SDK exported: see tooling/sdks. */
const read = (file: string) => {
  const { spans, rejected } = taken(
    readFileSync(new URL(`recorded/${file}`, import.meta.url)),
    file.endsWith(".json") ? json : protobuf
  )
  expect(rejected).toEqual([])
  const traces = [...Map.groupBy(spans, ({ sent }) => sent.traceId)].map(([id, of]) =>
    traceOf(storedHead(headOf(winners(of))), {
      id,
      projectId: "p",
      touchedNano: start,
      nowNano: start,
      idleNanos: 900_000_000_000n,
      scores: {}
    })
  )
  const answers = spans.map((span) => spanAnswer(span))
  const named = (name: string): SpanAnswer => {
    const found = answers.find((span) => span.name === name)
    if (found === undefined) throw new Error(`No span ${name} among ${answers.map(({ name }) => name).join(", ")}`)
    return found
  }
  return { spans, answers, traces, named }
}

/** What the model answered to everything: 100 of 120 tokens of input from the cache, 30 of output. */
const call = {
  type: "generation",
  model: "gpt-4o-mini-2024-07-18",
  provider: "openai",
  inputTokens: 120,
  outputTokens: 30,
  totalTokens: 150,
  cacheReadTokens: 100,
  cost: 0.000_028_5,
  costSource: "estimated"
} as const

describe("OpenTelemetry", () => {
  it("JS in protobuf and in JSON, and Python: attributes of every type, events, links and errors", () => {
    for (const file of ["opentelemetry.pb", "opentelemetry-json.json", "opentelemetry-python.pb"]) {
      const { named, traces } = read(file)
      const root = named("POST /ask")
      expect(root).toMatchObject({ kind: "server", type: "span", status: "unset", parentId: null })
      expect({ ...root.attributes }).toMatchObject({
        "customer.tier": "gold",
        retries: 3,
        ratio: 0.25,
        cached: false,
        tools: ["weather", "clock"],
        scores: [1, 2.5]
      })
      expect(root.events).toMatchObject([{ name: "cache.miss", attributes: { key: "oslo" } }])
      expect(root.resource["service.name"]).toBe("recorded")
      expect(root.scope).toMatchObject({ name: "weather-agent", version: "1.2.0" })

      const chat = named("chat gpt-4o-mini")
      expect(chat).toMatchObject({ ...call, kind: "client", parentId: root.id })
      expect(chat.links).toMatchObject([{ traceId: root.traceId, spanId: root.id }])
      expect(chat.output).toMatchObject([{ role: "assistant", parts: [{ content: "12 °C" }] }])

      const tool = named("execute_tool weather")
      expect(tool).toMatchObject({ type: "tool", status: "error" })
      expect(tool.error).toMatchObject({ type: "WeatherError", message: "The weather service did not answer." })

      expect(traces).toMatchObject([
        {
          name: "POST /ask",
          status: "success",
          userId: "usr_ada",
          sessionId: "ses_1",
          environment: "staging",
          release: "1.4.0",
          spanCount: 3,
          errorCount: 1,
          totalTokens: 150,
          cost: 0.000_028_5
        }
      ])
      expect(traces[0]?.attributes).toMatchObject({ "service.version": "1.4.0", "customer.tier": "gold" })
    }
  })
})

describe("OpenInference", () => {
  it("an agent with a tool and an instrumented client", () => {
    const { named, answers, traces } = read("openinference.pb")
    expect(named("support")).toMatchObject({
      type: "agent",
      input: "How warm is it in Oslo?",
      output: "It is 12 °C in Oslo."
    })
    expect(named("weather")).toMatchObject({ type: "tool", input: { city: "Oslo" }, output: { celsius: 12 } })
    expect(named("OpenAI Chat Completions")).toMatchObject({ ...call, output: { model: "gpt-4o-mini-2024-07-18" } })
    expect(named("OpenAI Embeddings")).toMatchObject({ type: "embedding", model: "text-embedding-3-small" })
    expect(answers).toHaveLength(5)
    expect(traces).toMatchObject([
      { name: "support", userId: "usr_ada", sessionId: "ses_1", status: "success", spanCount: 5, totalTokens: 150 }
    ])
  })
})

describe("Langfuse", () => {
  it("observations with usage and cost that are reported", () => {
    const { named, traces } = read("langfuse.json")
    expect(named("answer")).toMatchObject({
      type: "agent",
      input: { question: "How warm is it in Oslo?" },
      output: "12 °C",
      tags: ["gold"],
      metadata: { attempt: "1", tier: "gold" }
    })
    expect(named("weather")).toMatchObject({ type: "tool", input: { city: "Oslo" }, output: { celsius: 12 } })
    const reply = named("reply")
    expect(reply).toMatchObject({
      type: "generation",
      model: "gpt-4o-mini",
      inputTokens: 120,
      totalTokens: 150,
      cacheReadTokens: 100,
      cost: 0.000_036,
      costSource: "reported",
      output: { role: "assistant", content: "12 °C" }
    })
    expect(Date.parse(reply.firstTokenAt!)).toBeGreaterThan(0)
    // Its level is what Langfuse goes by: the status of OpenTelemetry is unset.
    expect(named("look up")).toMatchObject({
      type: "retriever",
      status: "error",
      error: { message: "no such document" }
    })
    expect(traces).toMatchObject([
      {
        name: "support",
        userId: "usr_ada",
        sessionId: "ses_1",
        environment: "staging",
        release: "1.4.0",
        tags: ["gold"],
        cost: 0.000_036,
        status: "success",
        errorCount: 1
      }
    ])
  })
})

describe("the AI SDK of Vercel", () => {
  it("by its integration of OpenTelemetry: an agent's usage is counted once", () => {
    const { named, answers, traces } = read("vercel-ai.pb")
    expect(named("chat gpt-4o-mini")).toMatchObject(call)
    expect(named("execute_tool weather")).toMatchObject({
      type: "tool",
      input: { city: "Oslo" },
      output: { celsius: 12 }
    })
    expect(named("invoke_agent gpt-4o-mini")).toMatchObject({ type: "agent", inputTokens: 240, cost: null })
    expect(traces.map(({ inputTokens }) => inputTokens)).toEqual([240, 120, 8])
    const streamed = answers.filter(({ firstTokenAt }) => firstTokenAt !== null)
    expect(streamed).toHaveLength(1)
    expect(BigInt(streamed[0]!.startNano) < BigInt(streamed[0]!.endNano!)).toBe(true)
  })

  it("by its own names", () => {
    const { named, traces } = read("vercel-ai-legacy.pb")
    expect(named("ai.generateText.doGenerate")).toMatchObject({ ...call, provider: "openai.chat" })
    expect(named("ai.generateText")).toMatchObject({
      type: "agent",
      output: { text: "It is 12 °C in Oslo." },
      cost: null
    })
    expect(named("ai.toolCall")).toMatchObject({ type: "tool", input: { city: "Oslo" }, output: { celsius: 12 } })
    const stream = named("ai.streamText.doStream")
    expect(stream).toMatchObject({ ...call, provider: "openai.chat", output: "It is 12 °C." })
    expect(stream.firstTokenAt).not.toBeNull()
    expect(named("ai.embed.doEmbed")).toMatchObject({ type: "embedding", inputTokens: 8 })
    expect(traces.map(({ name, inputTokens }) => [name, inputTokens])).toEqual([
      ["support", 240],
      ["support", 120],
      ["support", 8]
    ])
  })
})

describe("OpenLLMetry", () => {
  it("a workflow with a tool and an instrumented client", () => {
    const { named, traces } = read("traceloop.pb")
    expect(named("support.workflow")).toMatchObject({ type: "chain", output: "It is 12 °C in Oslo." })
    expect(named("weather.tool")).toMatchObject({
      type: "tool",
      input: { args: ["Oslo"], kwargs: {} },
      output: { city: "Oslo", celsius: 12 }
    })
    // It does not tell cached tokens of a chat apart, so that the estimate has none.
    expect(named("chat gpt-4o-mini")).toMatchObject({
      ...call,
      cacheReadTokens: null,
      cost: 0.000_036,
      output: [{ role: "assistant", parts: [{ content: "It is 12 °C in Oslo." }] }]
    })
    expect(traces).toMatchObject([
      { name: "support.workflow", userId: "usr_ada", sessionId: "ses_1", spanCount: 5, totalTokens: 170 }
    ])
  })
})
