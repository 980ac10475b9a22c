import { Cause, type Context, Exit, Layer, Option, References, Tracer } from "effect"

/** The part of a span of `@opentelemetry/api` that is used. */
export interface OpenTelemetrySpan {
  spanContext(): { readonly traceId: string; readonly spanId: string; readonly traceFlags: number }
  setAttribute(key: string, value: never): unknown
  addEvent(name: string, attributes?: never, time?: never): unknown
  setStatus(status: { readonly code: number; readonly message?: string }): unknown
  recordException(exception: never): unknown
  end(time?: never): void
}

/** The part of a tracer of `@opentelemetry/api` that is used; the host brings the package. */
export interface OpenTelemetryTracer {
  startSpan(name: string, options?: never, context?: never): OpenTelemetrySpan
}

/** Where spans go: a tracer of OpenTelemetry, or a layer of a tracer of Effect. */
export type HostTracer = OpenTelemetryTracer | Layer.Layer<never>

// As `createContextKey` of `@opentelemetry/api` makes it, in each of its versions.
const spanKey = Symbol.for("OpenTelemetry Context Key SPAN")
const kinds = { internal: 0, server: 1, client: 2, producer: 3, consumer: 4 }
const [ok, failed] = [1, 2]

/** A context of OpenTelemetry with values of its own. */
const contextWith = (values: ReadonlyMap<symbol, unknown>): object => ({
  getValue: (key: symbol) => values.get(key),
  setValue: (key: symbol, value: unknown) => contextWith(new Map(values).set(key, value)),
  deleteValue: (key: symbol) => contextWith(new Map([...values].filter(([other]) => other !== key)))
})

const timeOf = (nanoseconds: bigint): never =>
  [Number(nanoseconds / 1_000_000_000n), Number(nanoseconds % 1_000_000_000n)] as never

const attributeOf = (value: unknown): never =>
  (typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? value
    : String(value)) as never

// What a tracer throws is no reason for a request to fail.
const quietly = (tell: () => unknown): void => {
  try {
    tell()
  } catch (thrown) {
    process.emitWarning(`The host's tracer failed: ${String(thrown)}`)
  }
}

type SpanOptions = Parameters<Tracer.Tracer["span"]>[0]

class Span implements Tracer.Span {
  readonly _tag = "Span"
  readonly name: string
  readonly spanId: string
  readonly traceId: string
  readonly parent: Option.Option<Tracer.AnySpan>
  readonly annotations: Context.Context<never>
  readonly links: Array<Tracer.SpanLink>
  readonly sampled: boolean
  readonly kind: Tracer.SpanKind
  readonly attributes = new Map<string, unknown>()
  status: Tracer.SpanStatus
  readonly own: OpenTelemetrySpan

  constructor(tracer: OpenTelemetryTracer, { name, parent, annotations, links, kind, root, startTime }: SpanOptions) {
    const above = Option.getOrUndefined(parent)
    // Without a context, the tracer takes what is active in the host, such as the span of its own server.
    const context = above instanceof Span && !root ? contextWith(new Map([[spanKey, above.own]])) : undefined
    this.own = tracer.startSpan(
      name,
      { kind: kinds[kind], startTime: timeOf(startTime), root } as never,
      context as never
    )
    const { traceId, spanId, traceFlags } = this.own.spanContext()
    this.name = name
    this.parent = parent
    this.annotations = annotations
    this.links = links
    this.kind = kind
    this.traceId = traceId
    this.spanId = spanId
    this.sampled = (traceFlags & 1) === 1
    this.status = { _tag: "Started", startTime }
  }

  attribute(key: string, value: unknown): void {
    this.attributes.set(key, value)
    quietly(() => this.own.setAttribute(key, attributeOf(value)))
  }

  event(name: string, startTime: bigint, attributes: Record<string, unknown> = {}): void {
    const told = Object.fromEntries(Object.entries(attributes).map(([key, value]) => [key, attributeOf(value)]))
    quietly(() => this.own.addEvent(name, told as never, timeOf(startTime)))
  }

  addLinks(links: ReadonlyArray<Tracer.SpanLink>): void {
    this.links.push(...links)
  }

  end(endTime: bigint, exit: Exit.Exit<unknown, unknown>): void {
    this.status = { _tag: "Ended", startTime: this.status.startTime, endTime, exit }
    quietly(() => {
      if (Exit.isSuccess(exit)) this.own.setStatus({ code: ok })
      else if (!Cause.hasInterruptsOnly(exit.cause)) {
        const thrown = Cause.squash(exit.cause)
        this.own.recordException((thrown instanceof Error ? thrown : String(thrown)) as never)
        this.own.setStatus({ code: failed, message: thrown instanceof Error ? thrown.message : String(thrown) })
      }
      this.own.end(timeOf(endTime))
    })
  }
}

/** Spans as a host wants them; without a tracer none is made, which costs nothing. */
export const tracingLayer = (tracer: HostTracer | undefined): Layer.Layer<never> => {
  if (tracer === undefined) return Layer.succeed(References.TracerEnabled, false)
  if (Layer.isLayer(tracer)) return tracer as Layer.Layer<never>
  return Layer.succeed(
    Tracer.Tracer,
    Tracer.make({
      span: (options) => {
        let span: Tracer.Span | undefined
        quietly(() => (span = new Span(tracer as OpenTelemetryTracer, options)))
        return span ?? new Tracer.NativeSpan(options)
      }
    })
  )
}
