import { randomUUID } from "node:crypto"
import { Effect, Layer, Logger, Option, References } from "effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as OtlpExporter from "effect/observability/OtlpExporter"
import * as OtlpLogger from "effect/observability/OtlpLogger"
import * as OtlpMetrics from "effect/observability/OtlpMetrics"
import * as OtlpSerialization from "effect/observability/OtlpSerialization"
import * as OtlpTracer from "effect/observability/OtlpTracer"
import type { Settings } from "./settings.ts"

const levels = { debug: "Debug", info: "Info", warn: "Warn", error: "Error", none: "None" } as const

const logs = ({ LOG_FORMAT, LOG_LEVEL }: Settings) => {
  const pretty = LOG_FORMAT === "pretty" || (LOG_FORMAT === "auto" && process.stdout.isTTY)
  return Layer.mergeAll(
    Logger.layer([pretty ? Logger.consolePretty() : Logger.consoleJson]),
    Layer.succeed(References.MinimumLogLevel, levels[LOG_LEVEL])
  )
}

/**
 * The process among those that share a port and a service name: a collector takes counters of the same name and instance
 * for one counter, and would keep only the last that it was sent.
 */
const instance = randomUUID()

/** All three signals over OTLP. What is not traced is not logged there either: it may be what was sent there. Law: T24. */
const exported = (endpoint: URL) => {
  const to = (signal: string) => ({
    url: `${endpoint.toString().replace(/\/$/, "")}/v1/${signal}`,
    resource: { serviceName: "agent-operations", attributes: { "service.instance.id": instance } }
  })
  const logger = Effect.map(OtlpLogger.make(to("logs")), (exporting) =>
    Logger.make((options) => {
      if (options.fiber.getRef(References.TracerEnabled)) exporting.log(options)
    })
  )
  return Layer.mergeAll(
    Logger.layer([logger], { mergeWithExisting: true }),
    OtlpMetrics.layer(to("metrics")),
    OtlpTracer.layer(to("traces"))
  ).pipe(
    Layer.provide(OtlpExporter.layerFlusher),
    Layer.provide(OtlpSerialization.layerJson),
    Layer.provide(FetchHttpClient.layer)
  )
}

/** Logs, and all three signals over OTLP where an endpoint is set; where none is, spans are not even made. */
export const observability = (settings: Settings) =>
  Option.match(settings.OTEL_EXPORTER_OTLP_ENDPOINT, {
    onNone: () => Layer.succeed(References.TracerEnabled, false),
    onSome: exported
  }).pipe(Layer.provideMerge(logs(settings)))
