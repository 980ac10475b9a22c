// A run whose root ends before its last child, and of which every span is sent twice.
import { context, trace } from "@opentelemetry/api"
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto"
import {
  BatchSpanProcessor,
  InMemorySpanExporter,
  NodeTracerProvider,
  SimpleSpanProcessor
} from "@opentelemetry/sdk-trace-node"

const kept = new InMemorySpanExporter()
const exporter = new OTLPTraceExporter()
const provider = new NodeTracerProvider({
  spanProcessors: [new BatchSpanProcessor(exporter), new SimpleSpanProcessor(kept)]
})
provider.register()
const tracer = trace.getTracer("late")

const root = tracer.startSpan("late run")
const below = trace.setSpan(context.active(), root)
const late = tracer.startSpan("slow tool", {}, below)
const chat = tracer.startSpan("chat", {}, below)
chat.setAttributes({
  "gen_ai.operation.name": "chat",
  "gen_ai.provider.name": "openai",
  "gen_ai.request.model": "gpt-4o-mini",
  "gen_ai.usage.input_tokens": 120,
  "gen_ai.usage.output_tokens": 30
})
chat.end()
root.end()
await provider.forceFlush()
console.log("The root was sent.")
await new Promise((resolve) => process.stdin.once("data", resolve))
late.end()
await provider.forceFlush()
console.log("The late span was sent.")
await new Promise((resolve) => process.stdin.once("data", resolve))
// What a retry sends whose answer was lost.
const { code } = await new Promise((resolve) => exporter.export(kept.getFinishedSpans(), resolve))
console.log(`All were sent again: ${code}.`)
process.stdin.destroy()
await provider.shutdown()
