import type { Host } from "./host.ts"

/** A trace of some spans, as `record_traces` takes it. Its root is what its attributes and times are of. */
export interface TraceSpec {
  readonly id?: string
  readonly name?: string
  readonly userId?: string
  readonly tags?: ReadonlyArray<string>
  readonly input?: unknown
  readonly attributes?: object
  readonly metadata?: object
  /** Seconds after the first. */
  readonly start: number
  /** Null while it runs. */
  readonly seconds?: number | null
  readonly cost?: number
  readonly tokens?: number
  readonly children?: ReadonlyArray<{ readonly name: string; readonly input?: unknown; readonly attributes?: object }>
}

const begun = Date.now() - 3_600_000

const timeAt = (seconds: number): string => new Date(begun + Math.round(seconds * 1000)).toISOString()

/** Records traces, and returns their IDs. */
export const record = async (
  host: Host,
  specs: ReadonlyArray<TraceSpec>,
  as?: string
): Promise<ReadonlyArray<string>> => {
  const traces = specs.map((spec, n) => {
    const root = (n + 1).toString(16).padStart(16, "0")
    const startedAt = timeAt(spec.start)
    const ended = spec.seconds === null ? {} : { endedAt: timeAt(spec.start + (spec.seconds ?? 1)) }
    const generation =
      spec.cost === undefined && spec.tokens === undefined
        ? {}
        : { type: "generation", cost: spec.cost, usage: { inputTokens: spec.tokens, totalTokens: spec.tokens } }
    const children = (spec.children ?? []).map((child) => ({ ...child, parentId: root, startedAt, endedAt: startedAt }))
    return {
      id: spec.id,
      userId: spec.userId,
      metadata: spec.metadata,
      tags: spec.tags,
      spans: [
        {
          id: root,
          name: spec.name ?? "trace",
          startedAt,
          ...ended,
          ...generation,
          input: spec.input,
          attributes: spec.attributes
        },
        ...children
      ]
    }
  })
  const { traces: recorded } = await host.ok("record_traces", JSON.parse(JSON.stringify({ traces })), as)
  return recorded.map(({ id }: { readonly id: string }) => id)
}
