import { Caller, checkAccess } from "@agent-operations/auth"
import type { Family, Operation } from "@agent-operations/contract"
import {
  decodeJsonInTurns,
  EncodedJson,
  type Failure,
  type Handlers,
  implementationOf
} from "@agent-operations/operations"
import { Effect } from "effect"

/** The operations of a family, as whoever is the caller calls them. */
export type CallsTo<F extends Family.Any> = {
  readonly [M in keyof F["operations"]]: (
    input: Operation.Input<F["operations"][M]>
  ) => Effect.Effect<Operation.Result<F["operations"][M]>, Failure<F["operations"][M]>, Caller>
}

/**
 * What calls the operations of another family for the caller, who needs their scopes: rows tell nobody what those operations
 * would not. Laws: A2, A3, H4.
 */
export const makeCalls = <F extends Family.Any>(family: F) =>
  Effect.map(implementationOf(family), (implementation) => {
    const handlers = implementation.handlers as Handlers<F>
    const call = <M extends keyof F["operations"]>(method: M) => {
      const operation: Operation.Any = family.operations[method as string]!
      return Effect.fnUntraced(function* (input: Operation.Input<F["operations"][M]>) {
        const refused = checkAccess(operation, yield* Caller)
        if (refused?._tag === "MISSING_SCOPE") return yield* refused
        const result = yield* handlers[method](input)
        return result instanceof EncodedJson ? yield* decodeJsonInTurns(result) : result
      })
    }
    return Object.fromEntries(Object.keys(family.operations).map((method) => [method, call(method)])) as CallsTo<F>
  })
