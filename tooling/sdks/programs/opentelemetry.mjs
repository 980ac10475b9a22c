// OpenTelemetry by itself: attributes of every type, an event, a link, an error, gen_ai's names by hand.
import { SpanKind, SpanStatusCode, trace } from "@opentelemetry/api"
import { start } from "./provider.mjs"

const provider = start()
const tracer = trace.getTracer("weather-agent", "1.2.0")

await tracer.startActiveSpan("POST /ask", { kind: SpanKind.SERVER }, async (root) => {
  root.setAttributes({
    "http.route": "/ask",
    "user.id": "usr_ada",
    "session.id": "ses_1",
    "customer.tier": "gold",
    retries: 3,
    ratio: 0.25,
    cached: false,
    tools: ["weather", "clock"],
    scores: [1, 2.5]
  })
  root.addEvent("cache.miss", { key: "oslo" })
  await tracer.startActiveSpan(
    "chat gpt-4o-mini",
    { kind: SpanKind.CLIENT, links: [{ context: root.spanContext() }] },
    async (span) => {
      span.setAttributes({
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": "openai",
        "gen_ai.request.model": "gpt-4o-mini",
        "gen_ai.response.model": "gpt-4o-mini-2024-07-18",
        "gen_ai.usage.input_tokens": 120,
        "gen_ai.usage.output_tokens": 30,
        "gen_ai.usage.cache_read.input_tokens": 100,
        "gen_ai.conversation.id": "conv_7",
        "gen_ai.input.messages": JSON.stringify([
          { role: "user", parts: [{ type: "text", content: "How warm is it in Oslo?" }] }
        ]),
        "gen_ai.output.messages": JSON.stringify([
          { role: "assistant", parts: [{ type: "text", content: "12 °C" }], finish_reason: "stop" }
        ])
      })
      span.end()
    }
  )
  tracer.startActiveSpan("execute_tool weather", (span) => {
    span.setAttributes({ "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "weather" })
    span.recordException({ name: "WeatherError", message: "The weather service did not answer." })
    span.setStatus({ code: SpanStatusCode.ERROR, message: "The weather service did not answer." })
    span.end()
  })
  root.end()
})

await provider.shutdown()
