import type { Operation } from "@agent-operations/contract"
import { makeDecoder, makeDecoderBySteps } from "@agent-operations/contract/decode"
import type { ValidationError } from "@agent-operations/error-envelope"
import { Effect, Result } from "effect"
import * as SchemaJITCompiler from "effect/schema/SchemaJITCompiler"
import { inTurn, inTurns } from "./in-turns.ts"
import { notValid } from "./not-valid.ts"

/** How many bytes have no more in them than takes a few milliseconds. */
const bytesOfStep = 16 * 1024

type Decoded = Result.Result<unknown, ValidationError>

/**
 * Makes the decoders of an operation's input, once: compiled where the host lets code be made at run time, which takes
 * half the time, and else interpreted; `decodeInTurns` is for one of so many bytes that it takes turns. The first places that
 * are wrong are named; an unknown key is wrong too. Law: E3.
 */
export const inputDecoder = (operation: Operation.Any) => {
  SchemaJITCompiler.enable(operation.input.ast)
  const decode = makeDecoder(operation.input)
  let bySteps: ReturnType<typeof makeDecoderBySteps> | undefined
  const told = Result.mapError((issues: Parameters<typeof notValid>[1]) =>
    notValid(`The input of ${operation.id} is not valid.`, issues)
  )
  return {
    decode: (input: unknown): Decoded => told(decode(input)),
    decodeInTurns: (input: unknown, sentBytes: number): Effect.Effect<Decoded> =>
      Effect.suspend(() => {
        if (sentBytes <= bytesOfStep) return inTurn(() => told(decode(input)))
        bySteps ??= makeDecoderBySteps(operation.input)
        return Effect.map(inTurns(bySteps(input)), told)
      })
  }
}
