import type { Egress } from "@agent-operations/egress"
import { Effect, Redacted, Schema } from "effect"
import { attemptHeaders, type CallTarget } from "../call/call-app.ts"
import type { Exchange } from "../call/exchange.ts"
import { type CallFailure, invalidOutput } from "../call/failure.ts"
import { post } from "../call/post.ts"
import { readJson } from "../call/read-json.ts"
import { costOf, type Price, type Tokens } from "./price.ts"

/** How a provider of models is reached. */
export interface Connection {
  /** Without the path of an operation: `https://api.example.com/v1`. */
  readonly baseUrl: string
  readonly key: Redacted.Redacted
  /** How the provider calls the bound on the answer's tokens: `max_tokens` by default. */
  readonly tokenLimit?: "max_tokens" | "max_completion_tokens"
  readonly prices: Readonly<Record<string, Price>>
}

/** What a model is asked. */
export interface ModelRequest {
  readonly connection: Connection
  readonly model: string
  /** JSON text of a list of `{ role, content }`: it is kept for as long as the model takes. */
  readonly messages: string
  readonly maxOutputTokens: number
  /** Members of the request beside those that a call sets itself. */
  readonly parameters?: Readonly<Record<string, unknown>>
  readonly timeoutMs: number
  readonly target: CallTarget
  readonly allow?: ReadonlyArray<string> | undefined
}

/** The body of the request, as JSON text. */
export const modelBody = ({
  connection,
  maxOutputTokens,
  messages,
  model,
  parameters
}: Omit<ModelRequest, "timeoutMs" | "target">) =>
  `${JSON.stringify({
    ...{ ...parameters, model, messages: undefined },
    [connection.tokenLimit ?? "max_tokens"]: maxOutputTokens
  }).slice(0, -1)},"messages":${messages}}`

/**
 * The most that a call can cost, in micro-units: a token has at least a byte. Undefined where the connection has no price
 * of the model. Law: U1.
 */
export const modelBound = (request: Omit<ModelRequest, "timeoutMs" | "target">): bigint | undefined => {
  const price = priceOf(request)
  const inputTokens = Buffer.byteLength(modelBody(request))
  return price && costOf({ inputTokens, outputTokens: request.maxOutputTokens }, price)
}

const priceOf = ({ connection, model }: Pick<ModelRequest, "connection" | "model">): Price | undefined =>
  Object.hasOwn(connection.prices, model) ? connection.prices[model] : undefined

const Count = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }))
const Used = Schema.Struct({ prompt_tokens: Count, completion_tokens: Count })
const Answer = Schema.Struct({
  choices: Schema.NonEmptyArray(Schema.Struct({ message: Schema.Struct({ content: Schema.NullOr(Schema.String) }) })),
  usage: Schema.optionalKey(Schema.Unknown)
})
const decodeAnswer = Schema.decodeUnknownEffect(Answer)
const isUsed = Schema.is(Used)

const maxBytes = 4 * 1024 * 1024

/** What a model answered, and used. */
export interface ModelAnswer {
  readonly text: string
  /** Null where the answer tells none, or what can't be. */
  readonly tokens: Tokens | null
  /** In micro-units; where tokens are not known, the most that it can have cost. */
  readonly spentMicros: bigint
}

/**
 * One `POST {base}/chat/completions`. What is sent and answered beside the text is noted in the exchange. Laws: G1 to G3.
 */
export const callModel = (request: ModelRequest, exchange: Exchange): Effect.Effect<ModelAnswer, CallFailure, Egress> =>
  Effect.gen(function* () {
    const { connection, target } = request
    const url = `${connection.baseUrl.replace(/\/+$/, "")}/chat/completions`
    const headers = {
      authorization: `Bearer ${Redacted.value(connection.key)}`,
      "content-type": "application/json",
      ...attemptHeaders(target)
    }
    const body = modelBody(request)
    exchange.request = { url, headers }
    const text = yield* post(
      { url, headers, body, timeoutMs: request.timeoutMs, maxBytes, allow: request.allow },
      exchange
    )
    const { choices, usage } = yield* Effect.mapError(decodeAnswer(yield* readJson(text)), () =>
      invalidOutput("Its answer is not that of a chat completion, with choices and their messages.")
    )
    const [{ message }] = choices
    if (message.content === null) return yield* invalidOutput("The model answers without text.")
    const tokens = isUsed(usage) ? { inputTokens: usage.prompt_tokens, outputTokens: usage.completion_tokens } : null
    const most = { inputTokens: Buffer.byteLength(body), outputTokens: request.maxOutputTokens }
    return { text: message.content, tokens, spentMicros: costOf(tokens ?? most, priceOf(request)) }
  })
