/**
 * The client with Effect: the same calls, retries and errors, as effects whose error channel has the codes of the operation.
 *
 * @packageDocumentation
 */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { OperationTypes } from "./client-of.ts"
import { type ClientOptions, clientOf, isAgentError, type OperationTable } from "./core.ts"
import type { Families, Operations } from "./generated/types.ts"
import { operations } from "./generated/operations.ts"
import type { CallError, CallOptions, Changes, ListMethod, Method, UpdateWith, UpdateWithOptions } from "./methods.ts"

/** What every call takes beside its input. Interruption takes the place of a signal. */
export type EffectCallOptions = Omit<CallOptions, "signal">

/** The input may be left out where nothing in it is required. */
export type EffectArguments<Input> =
  Partial<Input> extends Input
    ? [input?: Input | undefined, options?: EffectCallOptions]
    : [input: Input, options?: EffectCallOptions]

/** An operation as an effect. */
export interface EffectMethod<Input, Result, Code extends string> {
  (...args: EffectArguments<Input>): Effect.Effect<Result, CallError<Code, Result>>
}

/** An operation that answers a page, with `all`, a stream of every item. */
export interface EffectListMethod<Input, Result, Item, Code extends string> extends EffectMethod<Input, Result, Code> {
  /** Every item, page after page; the request under way is aborted where the stream ends. */
  readonly all: (...args: EffectArguments<Input>) => Stream.Stream<Item, CallError<Code>>
}

/** `updateWith` as an effect. */
export interface EffectUpdateWith<Input, Result, Code extends string> {
  (
    id: string,
    change: (current: Result) => Changes<Input> | undefined,
    options?: Omit<UpdateWithOptions, "signal">
  ): Effect.Effect<Result, CallError<Code, Result>>
}

type EffectMember<M> =
  M extends ListMethod<infer Input, infer Result, infer Item, infer Code>
    ? EffectListMethod<Input, Result, Item, Code>
    : M extends UpdateWith<infer Input, infer Result, infer Code>
      ? EffectUpdateWith<Input, Result, Code>
      : M extends Method<infer Input, infer Result, infer Code>
        ? EffectMethod<Input, Result, Code>
        : never

type EffectFamily<Family> = { readonly [Name in keyof Family]: EffectMember<Family[Name]> }

/** A client: each family by its name, and `call`, by the ID of an operation. */
export type EffectClientOf<Families, Operations extends OperationTypes<Operations>> = {
  readonly [Name in keyof Families]: EffectFamily<Families[Name]>
} & {
  readonly call: <Id extends keyof Operations & string>(
    operation: Id,
    input: Operations[Id]["input"],
    options?: EffectCallOptions
  ) => Effect.Effect<Operations[Id]["result"], CallError<Operations[Id]["codes"], Operations[Id]["result"]>>
}

/** A client of page views and custom fields, as `make` returns it. */
export type EffectClient = EffectClientOf<Families, Operations>

type AnyMethod = ((...args: ReadonlyArray<unknown>) => Promise<unknown>) & {
  readonly all?: (input?: unknown, options?: CallOptions) => AsyncIterable<unknown>
}

/** What a call failed with; whatever else was thrown is a defect. */
const failureOf = (thrown: unknown) => {
  if (!isAgentError(thrown)) throw thrown
  return thrown
}

/** A call as an effect: its interruption aborts the request. `at` is where the options are among the arguments. */
const effectOf =
  (method: AnyMethod, at: number) =>
  (...args: ReadonlyArray<unknown>) =>
    Effect.tryPromise({
      try: (signal) => {
        const options = args[at] as EffectCallOptions | undefined
        return method(...Array.from({ length: at }, (_, index) => args[index]), { ...options, signal })
      },
      catch: failureOf
    })

const streamOf = (all: NonNullable<AnyMethod["all"]>) => (input?: unknown, options?: EffectCallOptions) =>
  Stream.unwrap(
    Effect.map(
      // An iterator that waits for its page is not left before that comes: the signal ends it.
      Effect.acquireRelease(
        Effect.sync(() => new AbortController()),
        (controller) => Effect.sync(() => controller.abort())
      ),
      ({ signal }) => Stream.fromAsyncIterable(all(input, { ...options, signal }), failureOf)
    )
  )

const memberOf = (name: string, method: AnyMethod) => {
  const effect = effectOf(method, name === "updateWith" ? 2 : 1)
  return method.all === undefined ? effect : Object.assign(effect, { all: streamOf(method.all) })
}

/**
 * Makes `make` of operations, as `clientFiles` of `@agent-operations/client/generate` writes them.
 *
 * @example
 * export const make = effectClientOf<Families, Operations>(operations)
 */
export const effectClientOf = <Families, Operations extends OperationTypes<Operations>>(table: OperationTable) => {
  const create = clientOf<Record<string, Record<string, AnyMethod>>, object>(table)
  return (options: ClientOptions): EffectClientOf<Families, Operations> => {
    const { call, ...families } = create(options)
    const members = (family: Readonly<Record<string, AnyMethod>>) =>
      Object.fromEntries(Object.entries(family).map(([name, method]) => [name, memberOf(name, method)]))
    return {
      ...Object.fromEntries(Object.entries(families).map(([name, family]) => [name, members(family)])),
      call: (id: string, input: object, options?: EffectCallOptions) =>
        Effect.tryPromise({ try: (signal) => call(id, input, { ...options, signal }), catch: failureOf })
    } as EffectClientOf<Families, Operations>
  }
}

/**
 * A client whose calls are effects. Retries, timeouts and errors are those of `createClient`.
 *
 * @example
 * const client = make({ baseUrl, credential, projectId })
 * const renamed = client.pageViews.update({ id, expectedRevision: 1, name: "Slower" }).pipe(
 *   Effect.catchTag("CONFLICT", ({ details }) => Effect.log(details))
 * )
 */
export const make = /* @__PURE__ */ effectClientOf<Families, Operations>(operations)
