import type { AgentErrorOf, ClientErrorCode } from "./agent-error.ts"
import type { CommonErrorCode } from "./generated/errors.ts"

/** Any JSON. */
export type Json = null | boolean | number | string | ReadonlyArray<Json> | { readonly [key: string]: Json }

/** What every call takes beside its input; what is left out is as the client was created with. */
export interface CallOptions {
  /** Ends the call, which rejects with the signal's reason, or for a write that was sent with `OUTCOME_UNKNOWN`. */
  readonly signal?: AbortSignal | undefined
  /** How long an attempt may take, in milliseconds. Default: 40,000. */
  readonly timeoutMs?: number | undefined
  /** How often it is tried again, where that is safe. Default: 2. */
  readonly retries?: number | undefined
  /** Headers beside the client's own. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** The project, instead of the client's. */
  readonly projectId?: string | undefined
}

/** A promise of a result, whose type knows the codes that the call can fail with: `settled` tells them. */
export interface Call<Result, Code extends string> extends Promise<Result> {
  readonly "~codes"?: Code
}

/** What a call can fail with: its own codes, those of every operation, and the client's own. */
export type CallError<Code extends string, Result = unknown> = AgentErrorOf<
  Code | CommonErrorCode | ClientErrorCode,
  Result
>

/** The input may be left out where nothing in it is required. */
export type Arguments<Input> =
  Partial<Input> extends Input
    ? [input?: Input | undefined, options?: CallOptions]
    : [input: Input, options?: CallOptions]

/** An operation as a function. */
export interface Method<Input, Result, Code extends string> {
  (...args: Arguments<Input>): Call<Result, Code>
}

/** An operation that answers a page, with `all`, which goes on to the end. */
export interface ListMethod<Input, Result, Item, Code extends string> extends Method<Input, Result, Code> {
  /**
   * Every item, page after page; at most one page is asked for ahead, and none once the loop is left.
   *
   * @example
   * for await (const view of client.pageViews.list.all({ search: "slow" })) console.log(view.name)
   */
  readonly all: (...args: Arguments<Input>) => AsyncGenerator<Item, void, undefined>
}

/** What an update changes. */
export type Changes<Input> = Omit<Input, "id" | "expectedRevision">

/** What `updateWith` takes beside what every call does. */
export interface UpdateWithOptions extends CallOptions {
  /** How often it is read and updated at most. Default: 5. */
  readonly attempts?: number | undefined
}

/**
 * Reads a definition and updates it with what `change` makes of it; where somebody else updated it meanwhile
 * (`CONFLICT`), reads it again. Where `change` returns undefined nothing is updated.
 *
 * @example
 * await client.pageViews.updateWith(id, ({ settings }) => ({ settings: { ...settings, groupBy: "trace.name" } }))
 */
export interface UpdateWith<Input, Result, Code extends string> {
  (
    id: string,
    change: (current: Result) => Changes<Input> | undefined | Promise<Changes<Input> | undefined>,
    options?: UpdateWithOptions
  ): Call<Result, Code>
}
