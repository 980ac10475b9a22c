import { Layer, Logger, Option, References } from "effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Otlp from "effect/observability/Otlp"
import type { Settings } from "./settings.ts"

const levels = { debug: "Debug", info: "Info", warn: "Warn", error: "Error", none: "None" } as const

const logs = ({ LOG_FORMAT, LOG_LEVEL }: Settings) => {
  const pretty = LOG_FORMAT === "pretty" || (LOG_FORMAT === "auto" && process.stdout.isTTY)
  return Layer.mergeAll(
    Logger.layer([pretty ? Logger.consolePretty() : Logger.consoleJson]),
    Layer.succeed(References.MinimumLogLevel, levels[LOG_LEVEL])
  )
}

/** Logs, and all three signals over OTLP where an endpoint is set; where none is, spans are not even made. */
export const observability = (settings: Settings) =>
  Option.match(settings.OTEL_EXPORTER_OTLP_ENDPOINT, {
    onNone: () => Layer.succeed(References.TracerEnabled, false),
    onSome: (endpoint) =>
      Otlp.layerJson({
        baseUrl: endpoint.toString().replace(/\/$/, ""),
        resource: { serviceName: "agent-operations" }
      }).pipe(Layer.provide(FetchHttpClient.layer))
  }).pipe(Layer.provideMerge(logs(settings)))
