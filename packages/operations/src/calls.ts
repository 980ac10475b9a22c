import type { Family, Operation } from "@agent-operations/contract"
import type { AgentError, ErrorOf } from "@agent-operations/error-envelope"
import type { Effect } from "effect"
import type { Failure } from "./implement.ts"

/**
 * What a call can fail with: the errors of its operation, those that every operation has, and those of the access
 * decision.
 */
export type CallFailure<O> = Failure<O> | ErrorOf<"MISSING_SCOPE" | "HUMAN_REQUIRED" | "USAGE_LIMIT_REACHED">

/** Every operation of some families as a function of what a caller would send: `calls.pageViews.create(input)`. */
export type Calls<F extends Family.Any> = {
  readonly [One in F as One["name"]]: {
    readonly [M in keyof One["operations"]]: (
      input: Operation.EncodedInput<One["operations"][M]>
    ) => Effect.Effect<Operation.Result<One["operations"][M]>, CallFailure<One["operations"][M]>>
  }
}

/**
 * One function per operation, by family and method. `call` gets the operation's ID, the input, and whatever else the
 * function is called with.
 *
 * @example
 * const { pageViews } = callsOf([pageViewFamily], (id, input) => invoke(id, input))
 */
export const callsOf = <A, More extends ReadonlyArray<unknown> = []>(
  families: ReadonlyArray<Family.Any>,
  call: (id: string, input: unknown, ...more: More) => A
): Readonly<Record<string, Readonly<Record<string, (input: unknown, ...more: More) => A>>>> =>
  Object.fromEntries(
    families.map(({ name, operations }) => [
      name,
      Object.fromEntries(
        Object.entries(operations).map(([method, { id }]) => [
          method,
          (input: unknown, ...more: More) => call(id, input, ...more)
        ])
      )
    ])
  )

/**
 * The operations of some families as functions, for one caller.
 *
 * @example
 * const { pageViews } = makeCalls([pageViews, customFields], (id, input) => invoker.invoke(id, input, access))
 * const made = yield* pageViews.create({ name: "Slow traces", source: { type: "table" }, settings: { target: "traces" } })
 */
export const makeCalls = <const F extends Family.Any>(
  families: ReadonlyArray<F>,
  invoke: (id: string, input: unknown) => Effect.Effect<unknown, AgentError>
): Calls<F> => callsOf(families, invoke) as Calls<F>
