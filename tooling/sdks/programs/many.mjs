// Runs one after the other until it is told to end, in batches of a few spans; prints the ID of each span once it was acknowledged.
import { trace } from "@opentelemetry/api"
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto"
import { BatchSpanProcessor, NodeTracerProvider } from "@opentelemetry/sdk-trace-node"

// While nobody listens batches pile up, and then go all at once.
const exporter = new OTLPTraceExporter({ concurrencyLimit: 1000 })
const telling = {
  export: (spans, done) =>
    exporter.export(spans, (result) => {
      for (const span of result.code === 0 ? spans : []) {
        const { traceId, spanId } = span.spanContext()
        console.log(`${traceId} ${spanId}`)
      }
      done(result)
    }),
  forceFlush: () => exporter.forceFlush(),
  shutdown: () => exporter.shutdown()
}
const provider = new NodeTracerProvider({
  spanProcessors: [
    new BatchSpanProcessor(telling, { maxExportBatchSize: 20, scheduledDelayMillis: 20, maxQueueSize: 100_000 })
  ]
})
provider.register()
const tracer = trace.getTracer("many")

const told = new AbortController()
process.stdin.once("data", () => told.abort())
for (let run = 0; !told.signal.aborted && run < 20_000; run++) {
  tracer.startActiveSpan(`run ${run}`, (root) => {
    for (let step = 0; step < 4; step++) tracer.startSpan(`step ${step}`).end()
    root.end()
  })
  await new Promise((resolve) => setTimeout(resolve, 20))
}
process.stdin.destroy()
// What could not be sent before was acknowledged to nobody.
await provider.shutdown().catch(() => undefined)
