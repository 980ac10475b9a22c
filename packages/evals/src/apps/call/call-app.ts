import { type App, signingSecret } from "@agent-operations/contract/apps"
import type { Egress } from "@agent-operations/egress"
import { Clock, Effect, Redacted } from "effect"
import { fewAtOnce } from "../../few-at-once.ts"
import { redacting } from "../../secrets/index.ts"
import type { Exchange } from "./exchange.ts"
import { CallFailure } from "./failure.ts"
import { answeredIn } from "./join.ts"
import { post } from "./post.ts"
import { type CallResult, maxOutputBytes } from "./result.ts"
import { settled, textOf } from "./settled.ts"
import { signatureOf } from "./sign.ts"
import { usageOf } from "./usage.ts"

/** What is called for: one attempt of a target. */
export interface CallTarget {
  /** `evt_…`: the idempotency key of every attempt. Law: G3. */
  readonly id: string
  readonly runId: string
  readonly itemId: string
  readonly repetition: number
  readonly attempt: number
  /** The trace of every attempt, and the span of this one, in hexadecimal digits. Law: G3. */
  readonly traceId: string
  readonly spanId: string
}

/** A call of an app over HTTP. */
export interface AppCall {
  readonly app: { readonly id: string; readonly revision: number }
  readonly source: Extract<App["source"], { readonly type: "http" }>
  readonly settings: Pick<App["settings"], "timeoutMs" | "microsPerInvocation">
  readonly target: CallTarget
  /** JSON text. */
  readonly input: string
  /** The secrets of the app, by name. */
  readonly secrets: ReadonlyMap<string, Redacted.Redacted>
  /** Of the origins that the server allows beside public ones, those that this project may ask: all by default. */
  readonly allow?: ReadonlyArray<string> | undefined
}

/** What joins the attempts of a target, whatever is called. Law: G3. */
export const attemptHeaders = ({ id, traceId, spanId }: CallTarget) => ({
  "idempotency-key": id,
  traceparent: `00-${traceId}-${spanId}-01`
})

/** What a stream has around its texts may be larger than they are. */
const maxBytes = { none: maxOutputBytes + 256 * 1024, sse: 4 * maxOutputBytes, ndjson: 4 * maxOutputBytes }

/** The headers of a definition, with secrets in their places. */
const ownHeaders = ({ source, secrets }: AppCall): Effect.Effect<Record<string, string>, CallFailure> =>
  Effect.gen(function* () {
    const headers: Record<string, string> = {}
    for (const [name, value] of Object.entries(source.headers)) {
      const secret = typeof value === "string" ? undefined : secrets.get(value.secret)
      if (typeof value !== "string" && secret === undefined) {
        return yield* new CallFailure({
          errorCode: "APP_ERROR",
          message: `The app has no secret ${value.secret}: set it with set_app_secret.`
        })
      }
      headers[name] = typeof value === "string" ? value : Redacted.value(secret!)
    }
    return headers
  })

/**
 * Calls an app once: signed, if it has a secret for that, with the idempotency key and the trace of its target. It fails
 * never, and can be interrupted, which closes its connection. Laws: G1 to G3.
 *
 * @example
 * const result = yield* callApp({ app, source, settings, target, input, secrets: yield* secrets.open(owner) })
 * if (result._tag === "Failed" && result.retryable) … // after result.retryAfterMs, or as long as you like
 */
export const callApp = (call: AppCall): Effect.Effect<CallResult, never, Egress> =>
  Effect.suspend(() => {
    const { app, source, settings, target } = call
    const { traceId: _, spanId: __, ...told } = target
    const exchange: Exchange = { request: { url: source.url, headers: {} } }
    const own = BigInt(settings.microsPerInvocation)
    const redactor = redacting(call.secrets.values())
    const called = Effect.gen(function* () {
      const body = `{"type":"eval.target","input":${call.input},"target":${JSON.stringify(told)},"app":${JSON.stringify(app)}}`
      const signing = call.secrets.get(signingSecret)
      const atMillis = yield* Clock.currentTimeMillis
      const headers = {
        ...(yield* ownHeaders(call)),
        "content-type": "application/json",
        ...attemptHeaders(target),
        ...(signing && (yield* signatureOf(signing, { id: target.id, body, atMillis })))
      }
      exchange.request = { url: source.url, headers }
      const text = yield* post(
        { ...settings, url: source.url, headers, body, maxBytes: maxBytes[source.streaming], allow: call.allow },
        exchange
      )
      const read = Effect.gen(function* () {
        const { output, usage } = yield* answeredIn(text, { ...source, ...settings })
        exchange.usage = yield* usageOf(usage)
        return yield* textOf(output, redactor, exchange)
      })
      const output = yield* fewAtOnce(text.length, read)
      const { micros } = exchange.usage as { readonly micros?: number | null }
      return { output, spentMicros: micros == null ? own : BigInt(micros) }
    })
    return settled(called, { exchange, failedMicros: own, redactor })
  })
