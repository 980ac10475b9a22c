import type { Caller } from "@agent-operations/auth"
import type { Family, Operation } from "@agent-operations/contract"
import type {
  AgentError,
  ErrorOf,
  MissingScope,
  PayloadTooLarge,
  Timeout,
  Unavailable,
  ValidationError
} from "@agent-operations/error-envelope"
import { Context, Effect, Layer, type Scope } from "effect"
import type { EncodedJson } from "./EncodedJson.ts"

/** What any operation can fail with once it has been let in: what it works on may take further scopes. */
type Common = ValidationError | MissingScope | PayloadTooLarge | Unavailable | Timeout

/** What the handler of an operation can fail with: the errors that it declares, and those that every operation has. */
export type Failure<O> = ErrorOf<Operation.Errors<O>> | Common

/** Carries out an operation: from its decoded input to its result. Who calls is in the service `Caller`. */
export type Handler<O> = (
  input: Operation.Input<O>
) => Effect.Effect<Operation.Result<O> | EncodedJson<Operation.Result<O>>, Failure<O>, Caller>

/** A handler for every operation of a family, by the same names; leaving one out does not compile. */
export type Handlers<F extends Family.Any> = { readonly [M in keyof F["operations"]]: Handler<F["operations"][M]> }

/** The service that says that the family of this name is implemented. */
export interface Implements<Name extends string> {
  readonly "~implements": Name
}

/** `Implements` for each of several families. */
export type ImplementsEach<F extends Family.Any> = F extends unknown ? Implements<F["name"]> : never

/** A handler whose types were checked where it was declared. */
export type AnyHandler = (input: never) => Effect.Effect<unknown, AgentError, Caller>

/** The handlers of a family, as the invoker finds them. */
export interface Implementation {
  readonly handlers: { readonly [method: string]: AnyHandler }
  /** Fails while the family cannot answer, for `/readyz`. */
  readonly ready: Effect.Effect<void, Unavailable>
}

/** The service that implements a family. */
export const implementationOf = <F extends Family.Any>(family: F) =>
  Context.Service<Implements<F["name"]>, Implementation>(`@agent-operations/operations/${family.name}`)

/**
 * Implements a family: a handler for each of its operations, and perhaps when it is ready.
 *
 * @example
 * const SystemLive = implement(system, Effect.gen(function* () {
 *   const clock = yield* Clock.Clock
 *   return { ping: () => Effect.map(clock.currentTimeMillis, (at) => ({ at })) }
 * }))
 */
export const implement = <F extends Family.Any, E, R>(
  family: F,
  make: Effect.Effect<Handlers<F>, E, R>,
  ready: Effect.Effect<Implementation["ready"], E, R> = Effect.succeed(Effect.void)
): Layer.Layer<Implements<F["name"]>, E, Exclude<R, Scope.Scope>> =>
  Layer.effect(
    implementationOf(family),
    Effect.zipWith(make, ready, (handlers, ready) => ({ handlers: handlers as Implementation["handlers"], ready }))
  )
