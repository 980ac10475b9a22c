import type { Egress } from "@agent-operations/egress"
import { Effect } from "effect"
import { redacting } from "../../secrets/index.ts"
import type { Exchange } from "../call/exchange.ts"
import type { CallResult } from "../call/result.ts"
import { settled, textOf } from "../call/settled.ts"
import { callModel, modelBody, modelBound, type ModelRequest } from "./call-model.ts"

/**
 * Has a model answer a rendered prompt, once: its text is the output. `microsPerInvocation` is added to what the tokens
 * cost. Laws: G1 to G3.
 */
export const callModelApp = (
  request: ModelRequest,
  { microsPerInvocation }: { readonly microsPerInvocation: number }
): Effect.Effect<CallResult, never, Egress> =>
  Effect.suspend(() => {
    const own = BigInt(microsPerInvocation)
    const redactor = redacting([request.connection.key])
    const exchange: Exchange = { request: { url: request.connection.baseUrl, headers: {} } }
    const called = Effect.gen(function* () {
      const { spentMicros, text, tokens } = yield* callModel(request, exchange)
      exchange.usage = tokens
      return { output: yield* textOf(text, redactor, exchange), spentMicros: own + spentMicros }
    }).pipe(
      Effect.ensuring(
        Effect.sync(() => {
          exchange.request = { ...exchange.request, body: modelBody(request) }
        })
      )
    )
    return settled(called, {
      exchange,
      failedMicros: own + (modelBound(request) ?? 0n),
      redactor
    })
  })
