import type { Egress } from "@agent-operations/egress"
import { inTurns } from "@agent-operations/operations"
import { Effect } from "effect"
import { redacting, type Redactor } from "../../secrets/index.ts"
import { type Exchange, exchangeText } from "../call/exchange.ts"
import type { CallFailure } from "../call/failure.ts"
import { keptMessage } from "../call/result.ts"
import { callModel, modelBody, modelBound, type ModelRequest } from "./call-model.ts"
import { type Choice, type Verdict, verdictFormat, verdictIn } from "./verdict.ts"

/** What is judged, and how. The prompt is rendered before. */
export interface JudgeCall extends Omit<ModelRequest, "parameters"> {
  readonly temperature?: number | undefined
  /** The verdicts there are; without them it is a number. */
  readonly choices?: ReadonlyArray<Choice> | undefined
}

/** What a judge came to, with what was sent and answered in all. */
export type JudgeResult = (
  | ({ readonly _tag: "Scored" } & Verdict)
  | { readonly _tag: "Failed"; readonly errorCode: CallFailure["errorCode"]; readonly message: string }
) & {
  /** How often the model was called: twice where the first verdict was malformed. */
  readonly calls: number
  readonly spentMicros: bigint
  /** The request's body and the last answer, each cut at 24 KiB, as an object of JSON. */
  readonly detail: string
}

const kept = 24 * 1024

const cut = (text: string, { start }: Redactor) =>
  Effect.map(inTurns(start(text, kept)), (begin) => `${begin}${Buffer.byteLength(text) > kept ? "… (cut)" : ""}`)

/** The request of a judge. */
const requestOf = ({ choices, temperature, ...request }: JudgeCall): ModelRequest => ({
  ...request,
  parameters: { response_format: verdictFormat(choices), ...(temperature !== undefined && { temperature }) }
})

/** The most that a verdict can cost, in micro-units, if it is asked for twice; undefined without a price. Law: U1. */
export const judgeBound = (call: Omit<JudgeCall, "timeoutMs" | "target">): bigint | undefined => {
  const once = modelBound(requestOf(call as JudgeCall))
  return once === undefined ? undefined : once * 2n
}

/**
 * Has a model judge, by a JSON schema of its verdict. A malformed verdict is asked for once more. The verdict is data,
 * whatever stands in what is judged: it can't call anything. Laws: G1 to G3.
 *
 * @example
 * const result = yield* judge({ connection, model, messages, maxOutputTokens: 256, choices, timeoutMs: 30_000, target })
 */
export const judge = (call: JudgeCall): Effect.Effect<JudgeResult, never, Egress> =>
  Effect.gen(function* () {
    const request = requestOf(call)
    const bound = modelBound(request) ?? 0n
    const redactor = redacting([call.connection.key])
    const begun = (): Exchange => ({ request: { url: call.connection.baseUrl, headers: {} } })
    let exchange = begun()
    let calls = 0
    let spentMicros = 0n
    let answer: string | null = null

    const asked = Effect.gen(function* () {
      calls++
      exchange = begun()
      const got = yield* callModel(request, exchange)
      spentMicros += got.spentMicros
      answer = got.text
      return yield* verdictIn(got.text, call.choices)
    })

    const failed = (errorCode: CallFailure["errorCode"], message: string) =>
      Effect.map(inTurns(redactor.start(message, keptMessage)), (told) => ({
        _tag: "Failed" as const,
        errorCode,
        message: told
      }))

    const outcome = yield* asked.pipe(
      Effect.catchIf(
        (error) => error === "malformed",
        () => asked
      ),
      Effect.flatMap((verdict) =>
        Effect.map(inTurns(redactor.text(verdict.explanation)), (explanation) => ({
          _tag: "Scored" as const,
          ...verdict,
          explanation
        }))
      ),
      Effect.catch((error) => {
        if (error === "malformed") {
          const wanted = call.choices === undefined ? "a number" : "one of the choices"
          return failed("OUTPUT_INVALID", `The model's verdict is not ${wanted}, asked twice.`)
        }
        if (error.assumed === true || (exchange.response !== undefined && error.refused !== true)) spentMicros += bound
        return failed(error.errorCode, error.message)
      })
    )
    const detail = JSON.stringify({
      request: yield* cut(modelBody(request), redactor),
      answer: answer === null ? null : yield* cut(answer, redactor),
      exchange: JSON.parse(yield* inTurns(exchangeText(exchange, redactor))) as unknown
    })
    return { ...outcome, calls, spentMicros, detail }
  })
