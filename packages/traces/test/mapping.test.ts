import { findInexact } from "@agent-operations/operations"
import fc from "fast-check"
import { describe, expect, it, vi } from "vitest"
import { contentOf } from "../src/content.ts"
import { unwrap, unwrapContainer } from "../src/json.ts"
import { withCached } from "../src/mapping/tokens.ts"
import type { Json, JsonObject } from "../src/json.ts"
import { start } from "./requests.ts"
import { spanOf } from "./spans.ts"

const facts = (attributes: JsonObject) => spanOf({ attributes }).facts
const content = (attributes: JsonObject) => contentOf(spanOf({ attributes }).sent)

describe("the first convention that has a field wins", () => {
  it("T15: an attribute that many fields are members of is parsed once", () => {
    const usage = { input: 3, output: 4, total: 7 }
    const parse = vi.spyOn(JSON, "parse")
    const { inputTokens, totalTokens } = facts({
      "langfuse.observation.type": "generation",
      "langfuse.observation.usage_details": JSON.stringify(usage)
    })
    const parsed = parse.mock.calls.filter(([text]) => text === JSON.stringify(usage)).length
    parse.mockRestore()
    expect([inputTokens, totalTokens, parsed]).toEqual([3, 7, 1])
  })

  it("langfuse before OpenInference before gen_ai before ai before traceloop before mlflow", () => {
    const all = {
      "langfuse.observation.input": "langfuse",
      "input.value": "openinference",
      "gen_ai.input.messages": "gen_ai",
      "ai.prompt": "ai",
      "traceloop.entity.input": "traceloop",
      "mlflow.spanInputs": "mlflow"
    }
    const keys = Object.keys(all)
    keys.forEach((_, index) => {
      const left = Object.fromEntries(Object.entries(all).slice(index))
      expect(content(left).input).toBe(Object.values(all)[index])
    })
  })

  it("what one has that is not usable, the next may have", () => {
    expect(facts({ "langfuse.observation.type": "new", "openinference.span.kind": "TOOL" }).type).toBe("tool")
    expect(facts({ "llm.model_name": "", "gen_ai.request.model": "gpt-4o" }).model).toBe("gpt-4o")
    expect(facts({ "llm.token_count.prompt": -1, "gen_ai.usage.input_tokens": 5 }).inputTokens).toBe(5)
  })

  it("a number is a text where a text is wanted, and what is neither is none", () => {
    expect(facts({ "llm.model_name": 7 }).model).toBe("7")
    for (const none of [{ a: 1 }, [1], true, null, ""]) expect(facts({ "llm.model_name": none }).model).toBeNull()
  })

  it("of a user, a session, an environment and a release, in spans and in resources", () => {
    const { facts } = spanOf({
      attributes: { "enduser.id": "ada", "gen_ai.conversation.id": "c1" },
      resource: { "deployment.environment": "staging", "service.version": "1.4.0" }
    })
    expect(facts).toMatchObject({ userId: "ada", sessionId: "c1", environment: "staging", release: "1.4.0" })
  })

  it("only the innermost calls of the AI SDK are generations", () => {
    const type = (id: string) => facts({ "ai.operationId": id }).type
    expect(type("ai.generateText.doGenerate")).toBe("generation")
    expect(type("ai.streamText.doStream")).toBe("generation")
    expect(type("ai.embedMany.doEmbed")).toBe("embedding")
    expect(type("ai.toolCall")).toBe("tool")
    expect(type("ai.generateText")).toBe("agent")
  })
})

describe("what a field takes", () => {
  it("of numbers those that add up exactly, also as texts", () => {
    const count = (value: Json) => facts({ "gen_ai.usage.input_tokens": value }).inputTokens
    expect([10_000_000_000, 10_000_000_001, "7", "7.0", "7.5", " 7"].map(count)).toEqual([1e10, null, 7, 7, null, null])
    const cost = (value: Json) => facts({ "gen_ai.usage.cost": value }).cost
    expect([1e9, 1e9 + 1, "0.25", "1e3", -1, true].map(cost)).toEqual([1e9, null, 0.25, null, null, null])
  })

  it("of names of traces 500 characters, of users 200", () => {
    const [name, user] = ["x".repeat(500), "x".repeat(200)]
    expect(facts({ "langfuse.trace.name": name, "user.id": user })).toMatchObject({ traceName: name, userId: user })
    expect(facts({ "langfuse.trace.name": `${name}x`, "user.id": `${user}x` })).toMatchObject({
      traceName: null,
      userId: null
    })
  })

  it("of tags each once, in their order", () => {
    expect(content({ "tag.tags": ["b", "a", "b", 7, "", null] }).tags).toEqual(["b", "a", "7"])
    expect(content({ "tag.tags": "[]" }).tags).toEqual([])
  })

  it("of metadata below a name what JSON texts stand for, and of messages that have no such member all", () => {
    expect({ ...content({ "langfuse.trace.metadata.team": '{"a":1}' }).metadata }).toEqual({ team: { a: 1 } })
    expect(content({ "llm.input_messages.0.role": "user" }).input).toMatchObject([{ role: "user" }])
  })
})

describe("times", () => {
  it("of a first token: in RFC 3339 to the nanosecond, or as a duration; none that could not be stored", () => {
    const at = (time: string) => facts({ "langfuse.observation.completion_start_time": time }).firstTokenNano
    expect(at('"2015-11-20T10:00:00.123456789Z"')).toBe(1_448_013_600_123_456_789n)
    expect(at("2015-11-20T11:00:00+01:00")).toBe(1_448_013_600_000_000_000n)
    for (const none of ["9999-01-01T00:00:00Z", "1960-01-01T00:00:00Z", "2015-13-01T00:00:00Z", "soon", ""]) {
      expect(at(none)).toBeNull()
    }
    expect(facts({ "ai.response.msToFirstChunk": 1.5 }).firstTokenNano).toBe(start + 1_500_000n)
    expect(facts({ "ai.response.msToFirstChunk": -1 }).firstTokenNano).toBeNull()
  })
})

describe("MLflow", () => {
  it("has costs that it reckoned itself, and tags of its traces as metadata", () => {
    const attributes = {
      "mlflow.spanType": '"CHAT_MODEL"',
      "mlflow.llm.cost": '{"input_cost":0.1,"output_cost":0.2,"total_cost":0.3}',
      "mlflow.traceTag.team": "support"
    }
    expect(facts(attributes)).toMatchObject({ type: "generation", cost: 0.3, costSource: "reported" })
    expect(content(attributes).metadata).toEqual({ team: "support" })
  })
})

describe("failures", () => {
  const failed = (level: string, more: Partial<Parameters<typeof spanOf>[0]> = {}) => {
    const attributes = {
      "langfuse.observation.level": level,
      "langfuse.observation.status_message": "no such document"
    }
    const { status, sent } = spanOf({ attributes, ...more })
    return [status, contentOf(sent).error]
  }

  it("of Langfuse are levels, in any case; other levels take back no status, and what runs has not failed yet", () => {
    for (const level of ["ERROR", "error", "FATAL", "CRITICAL"])
      expect(failed(level)).toEqual(["error", { message: "no such document" }])
    for (const level of ["WARNING", "DEFAULT", "", "unknown"]) expect(failed(level)).toEqual(["unset", null])
    expect(failed("WARNING", { outcome: "error", statusMessage: "late" })).toEqual(["error", { message: "late" }])
    expect(failed("ERROR", { endNano: null })[0]).toBe("running")
  })
})

describe("inputs and outputs", () => {
  it("that are the JSON text of an object or an array become one if that loses nothing", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value)
        const container = typeof value === "object" && value !== null && findInexact(text) === undefined
        expect(JSON.stringify(unwrapContainer(text))).toBe(container ? text : JSON.stringify(text))
      })
    )
    for (const text of ['{"id":9007199254740993}', '{"a":1,"a":2}', '{"a":"\\u0000"}', "{not JSON}", "42", "true"]) {
      expect(unwrapContainer(text)).toBe(text)
    }
    expect(unwrap('"quoted"')).toBe("quoted")
  })

  it("that are listed under indexes become messages", () => {
    const messages = {
      "llm.input_messages.1.message.content": "hello",
      "llm.input_messages.0.message.role": "system",
      "llm.input_messages.2.message.content": "again",
      "llm.input_messages.10.message.tool_calls.0.tool_call.function.name": "weather",
      "gen_ai.prompt.0.role": "user"
    }
    expect(JSON.stringify(content(messages).input)).toBe(
      '[{"role":"system"},{"content":"hello"},{"content":"again"},{"tool_calls":[{"tool_call":{"function":{"name":"weather"}}}]}]'
    )
    expect(JSON.stringify(content({ "gen_ai.prompt.0.role": "user", "gen_ai.prompt.0.content": "hi" }).input)).toBe(
      '[{"role":"user","content":"hi"}]'
    )
  })

  it("that are events become messages with roles", () => {
    const event = (name: string, attributes: JsonObject) => ({ name, timeNano: 1n, attributes })
    const { input, output } = contentOf(
      spanOf({
        attributes: { "gen_ai.system": "openai" },
        events: [
          event("gen_ai.user.message", { content: "hi" }),
          event("gen_ai.choice", { message: '{"content":"hello"}' })
        ]
      }).sent
    )
    expect(JSON.stringify([input, output])).toBe(
      '[[{"role":"user","content":"hi"}],[{"role":"assistant","message":{"content":"hello"}}]]'
    )
  })

  it("hostile keys make neither holes nor depth", () => {
    const key = `llm.input_messages.999999999.${"a.".repeat(100_000)}b`
    expect(Array.isArray(content({ [key]: 1, "llm.input_messages": 2 }).input)).toBe(true)
    expect(content({ "llm.input_messages.0.message.__proto__.x": 1 }).input).toHaveLength(1)
  })
})

describe("tokens", () => {
  const none = { totalTokens: null, cacheReadTokens: null, cacheWriteTokens: null, reasoningTokens: null }

  it("cached ones are a part of the input", () => {
    expect(withCached({ ...none, inputTokens: 120, outputTokens: 30, cacheReadTokens: 100 })).toMatchObject({
      inputTokens: 120,
      totalTokens: 150
    })
  })

  it("where a sender has more cached than input, or a total with them, they are added", () => {
    const apart = { ...none, inputTokens: 20, outputTokens: 30, cacheReadTokens: 60, cacheWriteTokens: 40 }
    expect(withCached(apart)).toMatchObject({ inputTokens: 120, totalTokens: 150 })
    expect(withCached({ ...apart, inputTokens: 200, totalTokens: 330 })).toMatchObject({
      inputTokens: 300,
      totalTokens: 330
    })
  })

  it("none are null, and no number is read out of what is none", () => {
    expect(facts({ "gen_ai.operation.name": "chat" })).toMatchObject({ inputTokens: null, totalTokens: null })
    for (const count of ["x", -1, 1.5, Number.MAX_SAFE_INTEGER, true, null]) {
      expect(facts({ "gen_ai.usage.input_tokens": count }).inputTokens).toBeNull()
    }
    expect(facts({ "gen_ai.usage.input_tokens": "12" }).inputTokens).toBe(12)
  })
})
