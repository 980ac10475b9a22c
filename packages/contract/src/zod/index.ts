/**
 * Every input and result as a zod schema, for hosts without Effect. Law: C1.
 *
 * @packageDocumentation
 */
import { operations, type OperationById, type OperationId } from "../register.ts"
import { toZod, type ZodOf } from "./convert.ts"

export { toZod, type ZodOf } from "./convert.ts"

/**
 * What callers send, by operation.
 *
 * @example
 * const input = inputs.get_page_view.parse({ id: "pv_…" })
 * type Input = z.infer<typeof inputs.get_page_view> // { id: string; revision?: number }
 */
export const inputs = Object.fromEntries(operations.map(({ id, input }) => [id, toZod(input)])) as unknown as {
  readonly [I in OperationId]: ZodOf<OperationById<I>["input"]>
}

/** What callers are answered in `data`, by operation. */
export const results = Object.fromEntries(operations.map(({ id, result }) => [id, toZod(result)])) as unknown as {
  readonly [I in OperationId]: ZodOf<OperationById<I>["result"]>
}
