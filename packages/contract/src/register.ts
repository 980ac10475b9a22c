import { customFields } from "./families/custom-fields/index.ts"
import { pageViews } from "./families/page-views/index.ts"
import type { Operation } from "./operation.ts"

/** Every family of operations. A new family is one folder beside the others and one line here. */
export const families = { pageViews, customFields } as const

/** Every operation, in the order that documents list them. Law: C1. */
export const operations = [...families.pageViews, ...families.customFields] as const

type AnyOperation = (typeof operations)[number]

export type OperationId = AnyOperation["id"]

/** The operation with an identifier, with its literal types. */
export type OperationById<I extends OperationId> = Extract<AnyOperation, { readonly id: I }>

/** What a caller sends to an operation. */
export type InputOf<I extends OperationId> = Operation.EncodedInput<OperationById<I>>

/** What an operation answers in `data`. */
export type ResultOf<I extends OperationId> = Operation.Result<OperationById<I>>

/**
 * Every operation by its identifier.
 *
 * @example
 * operationsById.get_page_view.scopes // ["views:read"]
 */
export const operationsById = Object.fromEntries(operations.map((operation) => [operation.id, operation])) as {
  readonly [I in OperationId]: OperationById<I>
}
