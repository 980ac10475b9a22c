import { assert, describe, it } from "vitest"
import { contentOf } from "../src/content.ts"
import type { Json, JsonObject } from "../src/json.ts"
import { start } from "./requests.ts"
import { spanOf } from "./spans.ts"

const usage = (of: string, ...members: ReadonlyArray<string>) => members.map((name) => [of, name] as const)

/**
 * Each name that an attribute may have for a fact, as its convention writes it, in the order in which they are asked; a
 * pair is a member of JSON.
 */
const names: Readonly<Record<string, ReadonlyArray<string | readonly [name: string, member: string]>>> = {
  model: [
    "agent_operations.model",
    "langfuse.observation.model.name",
    "llm.model_name",
    "embedding.model_name",
    "gen_ai.response.model",
    "gen_ai.request.model",
    "ai.response.model",
    "ai.model.id",
    "mlflow.llm.model"
  ],
  provider: [
    "agent_operations.provider",
    "llm.provider",
    "llm.system",
    "gen_ai.provider.name",
    "gen_ai.system",
    "ai.model.provider",
    "mlflow.llm.provider"
  ],
  inputTokens: [
    "agent_operations.input_tokens",
    ...usage("langfuse.observation.usage_details", "input", "input_tokens", "prompt_tokens", "promptTokens"),
    "llm.token_count.prompt",
    "gen_ai.usage.input_tokens",
    "gen_ai.usage.prompt_tokens",
    "ai.usage.inputTokens",
    "ai.usage.promptTokens",
    "ai.usage.tokens",
    ["mlflow.chat.tokenUsage", "input_tokens"]
  ],
  outputTokens: [
    "agent_operations.output_tokens",
    ...usage("langfuse.observation.usage_details", "output", "output_tokens", "completion_tokens", "completionTokens"),
    "llm.token_count.completion",
    "gen_ai.usage.output_tokens",
    "gen_ai.usage.completion_tokens",
    "ai.usage.outputTokens",
    "ai.usage.completionTokens",
    ["mlflow.chat.tokenUsage", "output_tokens"]
  ],
  totalTokens: [
    "agent_operations.total_tokens",
    ...usage("langfuse.observation.usage_details", "total", "total_tokens", "totalTokens"),
    "llm.token_count.total",
    "gen_ai.usage.total_tokens",
    "ai.usage.totalTokens",
    ["mlflow.chat.tokenUsage", "total_tokens"]
  ],
  cacheReadTokens: [
    "agent_operations.cache_read_tokens",
    ...usage(
      "langfuse.observation.usage_details",
      "input_cached_tokens",
      "cache_read_input_tokens",
      "input_cache_read"
    ),
    "llm.token_count.prompt_details.cache_read",
    "gen_ai.usage.cache_read.input_tokens",
    "gen_ai.usage.cache_read_input_tokens",
    "ai.usage.cachedInputTokens",
    "ai.usage.inputTokenDetails.cacheReadTokens",
    ["mlflow.chat.tokenUsage", "cache_read_input_tokens"]
  ],
  cacheWriteTokens: [
    "agent_operations.cache_write_tokens",
    ...usage("langfuse.observation.usage_details", "cache_creation_input_tokens", "input_cache_creation"),
    "llm.token_count.prompt_details.cache_write",
    "gen_ai.usage.cache_creation.input_tokens",
    "gen_ai.usage.cache_creation_input_tokens",
    "ai.usage.inputTokenDetails.cacheWriteTokens",
    ["mlflow.chat.tokenUsage", "cache_creation_input_tokens"]
  ],
  reasoningTokens: [
    "agent_operations.reasoning_tokens",
    ...usage("langfuse.observation.usage_details", "output_reasoning_tokens", "output_reasoning", "reasoning_tokens"),
    "llm.token_count.completion_details.reasoning",
    "gen_ai.usage.reasoning.output_tokens",
    "gen_ai.usage.reasoning_tokens",
    "ai.usage.reasoningTokens",
    "ai.usage.outputTokenDetails.reasoningTokens"
  ],
  cost: [
    "agent_operations.cost",
    ["langfuse.observation.cost_details", "total"],
    ["langfuse.observation.cost_details", "any"],
    "llm.cost.total",
    "gen_ai.usage.cost",
    ["mlflow.llm.cost", "total_cost"]
  ],
  traceName: ["agent_operations.trace_name", "langfuse.trace.name", "ai.telemetry.functionId"],
  userId: [
    "agent_operations.user_id",
    "langfuse.user.id",
    "user.id",
    "enduser.id",
    "ai.telemetry.metadata.userId",
    "traceloop.association.properties.user_id",
    "mlflow.trace.user"
  ],
  sessionId: [
    "agent_operations.session_id",
    "langfuse.session.id",
    "session.id",
    "gen_ai.conversation.id",
    "ai.telemetry.metadata.sessionId",
    "traceloop.association.properties.session_id",
    "mlflow.trace.session"
  ],
  environment: [
    "agent_operations.environment",
    "langfuse.environment",
    "deployment.environment.name",
    "deployment.environment"
  ],
  release: ["agent_operations.release", "langfuse.release", "service.version"]
}

/** Attributes by their names, each with a value: of one that is named more than once, the members in one object. */
const attributesOf = (
  names: ReadonlyArray<string | readonly [name: string, member: string]>,
  values: ReadonlyArray<Json>
) => {
  const attributes: Record<string, Json> = {}
  const members = new Map<string, Record<string, Json>>()
  for (const [n, name] of names.entries()) {
    if (typeof name === "string") attributes[name] = values[n]!
    else members.set(name[0], { ...members.get(name[0]), [name[1]]: values[n]! })
  }
  for (const [name, object] of members) attributes[name] = JSON.stringify(object)
  return attributes
}

const factsOf = (attributes: JsonObject): Readonly<Record<string, unknown>> => ({ ...spanOf({ attributes }).facts })
const contents = (attributes: JsonObject) => contentOf(spanOf({ attributes }).sent)

describe("T15: what conventions call", () => {
  it.each(Object.entries(names))("%s", (fact, of) => {
    const value = fact.endsWith("Tokens") ? 7 : fact === "cost" ? 0.25 : "it"
    for (const name of of) {
      const attributes =
        typeof name === "string" ? { [name]: value } : { [name[0]]: JSON.stringify({ [name[1]]: value }) }
      assert.strictEqual(factsOf(attributes)[fact], value, String(name))
      if (typeof name === "string") assert.isNull(factsOf({ [`${name}s`]: value })[fact], `${name}s`)
    }
  })

  it.each(Object.entries(names))("%s, of several by the first of them", (fact, of) => {
    const isNumber = fact.endsWith("Tokens") || fact === "cost"
    const values = of.map((_, n) => (isNumber ? n + 1 : `value ${n}`))
    const won = of.map((_, n) => factsOf(attributesOf(of.slice(n), values.slice(n)))[fact])
    assert.deepStrictEqual(won, values)
  })

  it("the total of OpenLLMetry, which stands beside names of gen_ai", () => {
    assert.strictEqual(factsOf({ "gen_ai.system": "OpenAI", "llm.usage.total_tokens": 7 })["totalTokens"], 7)
  })

  it.each<[name: string, types: Readonly<Record<string, ReadonlyArray<string>>>]>([
    [
      "langfuse.observation.type",
      Object.fromEntries(
        ["generation", "agent", "tool", "chain", "retriever", "embedding", "evaluator", "guardrail", "event"].map(
          (type) => [type, [type]]
        )
      )
    ],
    [
      "openinference.span.kind",
      {
        generation: ["LLM"],
        chain: ["CHAIN"],
        agent: ["AGENT"],
        tool: ["TOOL"],
        retriever: ["RETRIEVER", "RERANKER"],
        embedding: ["EMBEDDING"],
        evaluator: ["EVALUATOR"],
        guardrail: ["GUARDRAIL"],
        prompt: ["PROMPT"]
      }
    ],
    [
      "gen_ai.operation.name",
      {
        generation: ["chat", "text_completion", "generate_content"],
        embedding: ["embeddings"],
        tool: ["execute_tool"],
        agent: ["invoke_agent", "create_agent"]
      }
    ],
    ["traceloop.span.kind", { chain: ["workflow", "task"], agent: ["agent"], tool: ["tool"] }],
    [
      "mlflow.spanType",
      {
        generation: ["LLM", "CHAT_MODEL", '"LLM"'],
        chain: ["CHAIN", "WORKFLOW", "TASK"],
        agent: ["AGENT"],
        tool: ["TOOL"],
        retriever: ["RETRIEVER", "RERANKER"],
        embedding: ["EMBEDDING"],
        evaluator: ["EVALUATOR"],
        guardrail: ["GUARDRAIL", '"GUARDRAIL"']
      }
    ]
  ])("types, in %s", (name, types) => {
    for (const [type, values] of Object.entries(types)) {
      for (const value of values) assert.strictEqual(factsOf({ [name]: value })["type"], type, value)
    }
    assert.strictEqual(factsOf({ [name]: "none of these" })["type"], "span")
  })

  it("a first token, by how long after the start", () => {
    for (const [name, value] of [
      ["gen_ai.client.operation.time_to_first_chunk", 0.25],
      ["gen_ai.response.time_to_first_chunk", 0.25],
      ["gen_ai.server.time_to_first_token", 0.25],
      ["ai.response.msToFirstChunk", 250],
      ["ai.stream.msToFirstChunk", 250]
    ] as const) {
      assert.strictEqual(factsOf({ [name]: value })["firstTokenNano"], start + 250_000_000n, name)
    }
  })

  it.each<[part: "input" | "output", names: ReadonlyArray<string>]>([
    [
      "input",
      [
        "agent_operations.input",
        "langfuse.observation.input",
        "langfuse.trace.input",
        "input.value",
        "gen_ai.input.messages",
        "gen_ai.prompt",
        "gen_ai.tool.call.arguments",
        "ai.prompt.messages",
        "ai.prompt",
        "ai.toolCall.args",
        "ai.value",
        "traceloop.entity.input",
        "mlflow.spanInputs"
      ]
    ],
    [
      "output",
      [
        "agent_operations.output",
        "langfuse.observation.output",
        "langfuse.trace.output",
        "output.value",
        "gen_ai.output.messages",
        "gen_ai.completion",
        "gen_ai.tool.call.result",
        "ai.toolCall.result",
        "traceloop.entity.output",
        "mlflow.spanOutputs"
      ]
    ]
  ])("%s, of several by the first of them", (part, names) => {
    for (const name of names) assert.deepStrictEqual(contents({ [name]: '{"a":1}' })[part], { a: 1 }, name)
    const won = names.map((_, n) => contents(attributesOf(names.slice(n), names.slice(n)))[part])
    assert.deepStrictEqual(won, [...names])
  })

  it("tags and metadata", () => {
    for (const name of ["agent_operations.tags", "langfuse.trace.tags", "tag.tags", "ai.telemetry.metadata.tags"])
      assert.deepStrictEqual(contents({ [name]: '["a","b"]' }).tags, ["a", "b"], name)
    for (const name of ["agent_operations.metadata", "metadata"])
      assert.deepStrictEqual(contents({ [name]: '{"team":"a"}' }).metadata, { team: "a" }, name)
    for (const below of [
      "langfuse.observation.metadata",
      "langfuse.trace.metadata",
      "traceloop.association.properties",
      "ai.telemetry.metadata",
      "mlflow.traceTag"
    ])
      assert.deepStrictEqual(contents({ [`${below}.team`]: "a" }).metadata, { team: "a" }, below)
    const metadata = {
      "agent_operations.metadata": '{"a":1}',
      "langfuse.observation.metadata.a": 2,
      "langfuse.observation.metadata.b": 2,
      "langfuse.trace.metadata.b": 3,
      "langfuse.trace.metadata.c": 3,
      metadata: '{"c":4,"d":4}',
      "ai.telemetry.metadata.d": 5,
      "ai.telemetry.metadata.e": 5,
      "traceloop.association.properties.e": 6,
      "traceloop.association.properties.f": 6,
      "mlflow.traceTag.f": 7,
      "mlflow.traceTag.g": 7
    }
    const laid: Record<string, Json> = { a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7 }
    assert.deepStrictEqual({ ...contents(metadata).metadata }, laid, "of one key the first wins")
    for (const none of ["42", '"a"', "null", "[1]", "{", 42, true])
      assert.deepStrictEqual(contents({ metadata: none }).metadata, {}, String(none))
  })
})
