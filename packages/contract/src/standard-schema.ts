/**
 * Every input and result as a Standard Schema, for hosts that validate with whatever speaks it. Law: C1.
 *
 * @packageDocumentation
 */
import * as Schema from "effect/Schema"
import { operations, type OperationById, type OperationId } from "./register.ts"

const options = { parseOptions: { onExcessProperty: "error", errors: "all" } } as const

const view = <S extends Schema.ConstraintDecoder<unknown>>(schema: S) => Schema.toStandardSchemaV1(schema, options)

type Views = {
  readonly [I in OperationId]: {
    readonly input: ReturnType<typeof view<OperationById<I>["input"]>>
    readonly result: ReturnType<typeof view<OperationById<I>["result"]>>
  }
}

/**
 * The input and the result of each operation; an unknown key is an issue.
 *
 * @example
 * standardSchemas.get_page_view.input["~standard"].validate({ id: "pv_…" })
 */
export const standardSchemas = Object.fromEntries(
  operations.map(({ id, input, result }) => [id, { input: view(input), result: view(result) }])
) as unknown as Views
