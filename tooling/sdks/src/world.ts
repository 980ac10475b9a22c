import { createClient } from "@agent-operations/client"
import type { Whole } from "./differences.ts"
import type { Program } from "./programs.ts"

/** A server that programs send to, as each of them sees it. */
export interface World {
  /** Where the programs are, with what they need. */
  readonly directory: string
  /** Where the models are that they ask. */
  readonly modelsUrl: string
  /** What the start of the server printed for a shell. */
  readonly exports: Readonly<Record<string, string>>
}

export const clientOf = ({ exports }: Pick<World, "exports">) =>
  createClient({
    baseUrl: exports["AGENT_OPERATIONS_URL"]!,
    credential: exports["AGENT_OPERATIONS_API_KEY"]!,
    projectId: exports["AGENT_OPERATIONS_PROJECT_ID"]!
  })

/** The variables that tell an exporter where to send to; OpenLLMetry has its own for headers, and decodes nothing in it. */
export const exporterVariables = (
  { exports }: Pick<World, "exports">,
  headers: Program["headers"] | "OTEL_EXPORTER_OTLP_HEADERS" = "OTEL_EXPORTER_OTLP_HEADERS"
): Readonly<Record<string, string>> => {
  const encoded = exports["OTEL_EXPORTER_OTLP_HEADERS"]!
  return {
    OTEL_EXPORTER_OTLP_ENDPOINT: exports["OTEL_EXPORTER_OTLP_ENDPOINT"]!,
    TRACELOOP_BASE_URL: exports["OTEL_EXPORTER_OTLP_ENDPOINT"]!,
    [headers]: headers === "TRACELOOP_HEADERS" ? decodeURIComponent(encoded) : encoded
  }
}

/** The traces that something makes, whole, the newest first. */
export const tracesMadeBy = async (world: World, make: () => Promise<unknown>): Promise<ReadonlyArray<Whole>> => {
  const { traces } = clientOf(world)
  const ids = async () => {
    const found: Array<string> = []
    for await (const { id } of traces.list.all({ limit: 200 })) found.push(id)
    return found
  }
  const before = new Set(await ids())
  await make()
  const made = (await ids()).filter((id) => !before.has(id))
  return Promise.all(made.map((id) => traces.get({ id })))
}
