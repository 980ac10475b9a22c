/**
 * Decodes what others send: in full where it is right, and where it is wrong, not a step further than it takes to tell
 * the first 20 places. Law: E3.
 *
 * @packageDocumentation
 */
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import type * as SchemaAST from "effect/SchemaAST"
import * as SchemaParser from "effect/SchemaParser"
import { decoderBySteps, options } from "./by-steps.ts"
import { Found, type Issue } from "./found.ts"
import { type Look, lookThrough } from "./look.ts"
import { oversizeTest } from "./sizes.ts"

export { type Issue, maxIssues } from "./found.ts"

type Decoded<A> = Result.Result<A, ReadonlyArray<Issue>>

/** What of a schema is wrong in a value, and whether that is told at a glance. */
const makeFaults = (ast: SchemaAST.AST) => {
  let look: Look | undefined
  function* issuesOf(input: unknown): Generator<void, ReadonlyArray<Issue>> {
    look ??= lookThrough(ast)
    const found = new Found()
    yield* look(input, undefined, found)
    return found.issues
  }
  return { isOversize: oversizeTest(ast) ?? (() => false), issuesOf }
}

const atOnce = <A>(steps: Generator<void, A>): A => {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/**
 * Makes the decoder of a schema, once. An unknown key is wrong. Of a list or a record with more members than may be,
 * none is looked at.
 *
 * @example
 * const decode = makeDecoder(operationsById.get_page_view.input)
 * decode({ id: "pv_…", name: "x" }) // Result.fail([{ path: ["name"], message: "Expected no excess property" }])
 */
export const makeDecoder = <S extends Schema.ConstraintDecoder<unknown>>(
  schema: S
): ((input: unknown) => Decoded<S["Type"]>) => {
  const decode = SchemaParser.decodeUnknownResult(schema, options)
  const { isOversize, issuesOf } = makeFaults(schema.ast)
  return (input) => {
    const decoded = isOversize(input) ? undefined : decode(input)
    return decoded !== undefined && Result.isSuccess(decoded)
      ? Result.succeed(decoded.success)
      : Result.fail(atOnce(issuesOf(input)))
  }
}

/**
 * As `makeDecoder`, by steps: each decodes a few items of a list, so that others may have their turn at a long one.
 *
 * @example
 * const decode = makeDecoderBySteps(operationsById.record_traces.input)
 * const decoded = yield* decode({ traces: [{ name: "chat" }] }) // Result.succeed({ traces: [{ name: "chat" }] })
 */
export const makeDecoderBySteps = <S extends Schema.ConstraintDecoder<unknown>>(
  schema: S
): ((input: unknown) => Generator<void, Decoded<S["Type"]>>) => {
  const decode = decoderBySteps(schema.ast)
  const { isOversize, issuesOf } = makeFaults(schema.ast)
  return function* (input) {
    const decoded = isOversize(input) ? undefined : yield* decode(input)
    yield
    return decoded === undefined ? Result.fail(yield* issuesOf(input)) : Result.succeed(decoded.value as S["Type"])
  }
}
