import { makeCaller } from "./call.ts"
import type { ClientOptions } from "./client-options.ts"
import { inspection } from "./inspect.ts"
import type { Call, CallOptions } from "./methods.ts"
import type { OperationEntry, OperationTable } from "./operation-table.ts"
import { updateWith } from "./update-with.ts"
import { walk } from "./walk.ts"

/** What is known of operations by ID: what each takes, what it answers, and its own codes. */
export type OperationTypes<Operations> = {
  readonly [Id in keyof Operations]: { readonly input: unknown; readonly result: unknown; readonly codes: string }
}

/** Calls an operation by its ID; one that the client does not know as a write, with the input as it is. */
export interface CallById<Operations extends OperationTypes<Operations>> {
  <Id extends keyof Operations & string>(
    operation: Id,
    input: Operations[Id]["input"],
    options?: CallOptions
  ): Call<Operations[Id]["result"], Operations[Id]["codes"]>
  <Id extends string>(
    operation: Id extends keyof Operations ? never : Id,
    input: object,
    options?: CallOptions
  ): Call<unknown, string>
}

/** A client: each family by its name, and `call`, by the ID of an operation. */
export type ClientOf<Families, Operations extends OperationTypes<Operations>> = Families & {
  readonly call: CallById<Operations>
}

type Method = (input?: unknown, options?: CallOptions) => Promise<unknown>

/**
 * Makes `createClient` of operations, as `clientFiles` of `@agent-operations/client/generate` writes them.
 *
 * @example
 * export const createClient = clientOf<Families, Operations>(operations)
 */
export const clientOf =
  <Families, Operations extends OperationTypes<Operations>>(table: OperationTable) =>
  (options: ClientOptions): ClientOf<Families, Operations> => {
    const { serverDeadlineMs = 30_000 } = options
    const call = makeCaller(options)
    const byId = new Map<string, Method>()

    const methodOf = (operation: OperationEntry, family: OperationTable[string]): Method => {
      const method: Method = (input, options = {}) =>
        call(operation, input, options, inspection(call, family, operation, input, options, serverDeadlineMs))
      byId.set(operation.id, method)
      if (operation.paging === undefined) return method
      return Object.assign(method, {
        all: (input?: unknown, options?: CallOptions) => walk(call, operation, input, options)
      })
    }

    const familyOf = (family: OperationTable[string]) => {
      const methods = Object.fromEntries(
        Object.entries(family).map(([name, operation]) => [name, methodOf(operation, family)])
      )
      const { get, update } = methods
      return get && update && family["update"]?.verb ? { ...methods, updateWith: updateWith(get, update) } : methods
    }

    return {
      ...Object.fromEntries(Object.entries(table).map(([name, family]) => [name, familyOf(family)])),
      call: (id: string, input?: unknown, options?: CallOptions) =>
        byId.get(id)?.(input, options) ?? call({ id, effect: "write" }, input, options)
    } as ClientOf<Families, Operations>
  }
