/**
 * Decodes what others send: in full where it is right, and where it is wrong, not a step further than it takes to tell
 * the first 20 places. Law: E3.
 *
 * @packageDocumentation
 */
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import * as SchemaParser from "effect/SchemaParser"
import { Found, type Issue } from "./found.ts"
import { type Look, lookThrough } from "./look.ts"
import { oversizeTest } from "./sizes.ts"

export { type Issue, maxIssues } from "./found.ts"

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
): ((input: unknown) => Result.Result<S["Type"], ReadonlyArray<Issue>>) => {
  const decode = SchemaParser.decodeUnknownResult(schema, { onExcessProperty: "error" })
  const isOversize = oversizeTest(schema.ast) ?? (() => false)
  let look: Look | undefined
  return (input) => {
    const decoded = isOversize(input) ? undefined : decode(input)
    if (decoded !== undefined && Result.isSuccess(decoded)) return Result.succeed(decoded.success)
    look ??= lookThrough(schema.ast)
    const found = new Found()
    look(input, undefined, found)
    return Result.fail(found.issues)
  }
}
