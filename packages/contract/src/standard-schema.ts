/**
 * Every input and result as a Standard Schema, for hosts that validate with whatever speaks it. Law: C1.
 *
 * @packageDocumentation
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { makeDecoder } from "./decode/index.ts"
import { operations, type OperationById, type OperationId } from "./register.ts"

const view = <S extends Schema.ConstraintDecoder<unknown>>(schema: S) => {
  const decode = makeDecoder(schema)
  const view = Schema.toStandardSchemaV1(schema)
  const validate = (value: unknown) =>
    Result.match(decode(value), { onFailure: (issues) => ({ issues }), onSuccess: (value) => ({ value }) })
  return Object.defineProperty(view, "~standard", { value: { ...view["~standard"], validate } })
}

type Views = {
  readonly [I in OperationId]: {
    readonly input: ReturnType<typeof view<OperationById<I>["input"]>>
    readonly result: ReturnType<typeof view<OperationById<I>["result"]>>
  }
}

/**
 * The input and the result of each operation; an unknown key is an issue. At most 20 issues are told.
 *
 * @example
 * standardSchemas.get_page_view.input["~standard"].validate({ id: "pv_…" })
 */
export const standardSchemas = Object.fromEntries(
  operations.map(({ id, input, result }) => [id, { input: view(input), result: view(result) }])
) as unknown as Views
