/**
 * Inputs and results as Standard Schemas, for hosts that validate with whatever speaks it. Law: C1.
 *
 * @packageDocumentation
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { type Family, operationsOf } from "./core/family.ts"
import { makeDecoder } from "./decode/index.ts"

const view = <S extends Schema.ConstraintDecoder<unknown>>(schema: S) => {
  const decode = makeDecoder(schema)
  const view = Schema.toStandardSchemaV1(schema)
  const validate = (value: unknown) =>
    Result.match(decode(value), { onFailure: (issues) => ({ issues }), onSuccess: (value) => ({ value }) })
  return Object.defineProperty(view, "~standard", { value: { ...view["~standard"], validate } })
}

type Views<F extends Family.Any> = {
  readonly [O in Family.Operation<F> as O["id"]]: {
    readonly input: ReturnType<typeof view<O["input"]>>
    readonly result: ReturnType<typeof view<O["result"]>>
  }
}

/**
 * The input and the result of each operation; an unknown key is an issue. At most 20 issues are told.
 *
 * @example
 * const { get_page_view } = standardSchemas([pageViews])
 * get_page_view.input["~standard"].validate({ id: "pv_…" })
 */
export const standardSchemas = <const F extends Family.Any>(families: ReadonlyArray<F>) =>
  Object.fromEntries(
    operationsOf<Family.Any>(families).map(({ id, input, result }) => [
      id,
      { input: view(input), result: view(result) }
    ])
  ) as unknown as Views<F>
