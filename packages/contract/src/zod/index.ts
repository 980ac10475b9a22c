/**
 * Inputs and results as zod schemas, for hosts without Effect. Law: C1.
 *
 * @packageDocumentation
 */
import { type Family, operationsOf } from "../core/family.ts"
import { toZod, type ZodOf } from "./convert.ts"

export { toZod, type ZodOf } from "./convert.ts"

type Views<F extends Family.Any, Side extends "input" | "result"> = {
  readonly [O in Family.Operation<F> as O["id"]]: ZodOf<O[Side]>
}

const views = <F extends Family.Any, Side extends "input" | "result">(families: ReadonlyArray<F>, side: Side) =>
  Object.fromEntries(
    operationsOf<Family.Any>(families).map((operation) => [operation.id, toZod(operation[side])])
  ) as unknown as Views<F, Side>

/**
 * What callers send, by operation.
 *
 * @example
 * const inputs = zodInputs([pageViews])
 * const input = inputs.get_page_view.parse({ id: "pv_…" })
 * type Input = z.infer<typeof inputs.get_page_view> // { id: string; revision?: number }
 */
export const zodInputs = <const F extends Family.Any>(families: ReadonlyArray<F>) => views(families, "input")

/** What callers are answered in `data`, by operation. */
export const zodResults = <const F extends Family.Any>(families: ReadonlyArray<F>) => views(families, "result")
