// What an application sets up: the exporter that OTEL_EXPORTER_OTLP_PROTOCOL names, with its address from the environment.
import { OTLPTraceExporter as JsonExporter } from "@opentelemetry/exporter-trace-otlp-http"
import { OTLPTraceExporter as ProtobufExporter } from "@opentelemetry/exporter-trace-otlp-proto"
import { resourceFromAttributes } from "@opentelemetry/resources"
import { BatchSpanProcessor, NodeTracerProvider } from "@opentelemetry/sdk-trace-node"

export const start = () => {
  const Exporter = process.env.OTEL_EXPORTER_OTLP_PROTOCOL === "http/json" ? JsonExporter : ProtobufExporter
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({
      "service.name": "recorded",
      "service.version": "1.4.0",
      "deployment.environment.name": "staging"
    }),
    spanProcessors: [new BatchSpanProcessor(new Exporter())]
  })
  provider.register()
  return provider
}
