import type { Operation } from "@agent-operations/contract"
import { makeDecoder } from "@agent-operations/contract/decode"
import type { ValidationError } from "@agent-operations/error-envelope"
import { Result } from "effect"
import * as SchemaJITCompiler from "effect/schema/SchemaJITCompiler"
import { notValid } from "./not-valid.ts"

/**
 * Makes the decoder of an operation's input, once: compiled where the host lets code be made at run time, which takes
 * half the time, and else interpreted. The first places that are wrong are named; an unknown key is wrong too. Law: E3.
 */
export const inputDecoder = (operation: Operation.Any) => {
  SchemaJITCompiler.enable(operation.input.ast)
  const decode = makeDecoder(operation.input)

  return (input: unknown): Result.Result<unknown, ValidationError> =>
    Result.mapError(decode(input), (issues) => notValid(`The input of ${operation.id} is not valid.`, issues))
}
