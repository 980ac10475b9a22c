// Langfuse's own SDK, by its span processor: to Langfuse, or by the exporter of OpenTelemetry to whom that is told to send to.
import { LangfuseSpanProcessor } from "@langfuse/otel"
import { propagateAttributes, startActiveObservation, startObservation } from "@langfuse/tracing"
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto"
import { NodeTracerProvider } from "@opentelemetry/sdk-trace-node"

const exporter = process.env.OTEL_EXPORTER_OTLP_HEADERS === undefined ? undefined : new OTLPTraceExporter()
const provider = new NodeTracerProvider({
  spanProcessors: [new LangfuseSpanProcessor({ environment: "staging", release: "1.4.0", exporter })]
})
provider.register()

await propagateAttributes(
  { traceName: "support", userId: "usr_ada", sessionId: "ses_1", tags: ["gold"], metadata: { tier: "gold" } },
  () =>
    startActiveObservation(
      "answer",
      async (agent) => {
        agent.update({ input: { question: "How warm is it in Oslo?" }, metadata: { attempt: 1 } })
        const tool = startObservation("weather", { input: { city: "Oslo" } }, { asType: "tool" })
        tool.update({ output: { celsius: 12 } }).end()
        startObservation(
          "reply",
          {
            model: "gpt-4o-mini",
            input: [{ role: "user", content: "How warm is it in Oslo?" }],
            completionStartTime: new Date(),
            modelParameters: { temperature: 0.2 }
          },
          { asType: "generation" }
        )
          .update({
            output: { role: "assistant", content: "12 °C" },
            usageDetails: { input: 120, output: 30, total: 150, input_cached_tokens: 100 },
            costDetails: { input: 0.000018, output: 0.000018, total: 0.000036 }
          })
          .end()
        startObservation(
          "look up",
          { level: "ERROR", statusMessage: "no such document" },
          { asType: "retriever" }
        ).end()
        agent.update({ output: "12 °C" })
      },
      { asType: "agent" }
    )
)
await provider.shutdown()
