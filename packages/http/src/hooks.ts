import type { Access } from "@agent-operations/auth"
import { Cause, Effect } from "effect"

/** A request and its answer, as `onRequest` gets them: no credential, header, query or body. */
export interface AnsweredRequest {
  readonly method: string
  /** Below the mount, without the query: `/api/agent/get_page_view`. */
  readonly path: string
  /** The operation that was asked for, or the route that is none, if it is served: `get_page_view`. */
  readonly operation?: string
  readonly status: number
  /** From the request's arrival until its answer was there to be sent. */
  readonly durationMs: number
  /** What the answer has as `x-request-id`, and the log beside each line. */
  readonly requestId: string
  /** Who asked, with the organization and the project, where they were let in. */
  readonly actor?: Access["actor"]
  readonly organizationId?: string
  readonly projectId?: string
}

/**
 * Functions of a host that are called when a request was answered or failed. They are called after the answer is sent
 * off and may return a promise, which nothing waits for; what they throw is logged.
 */
export interface RequestHooks {
  /** Told of each answer. */
  readonly onRequest?: ((request: AnsweredRequest) => unknown) | undefined
  /**
   * Told of what nobody foresaw: what was thrown, where a caller is answered with a 500. It is in the log as well. A call
   * of the host's own has no request ID, and rejects with an `InternalError` that has the same as its cause.
   */
  readonly onError?:
    | ((thrown: unknown, requestId: string | undefined, context: { readonly operation?: string }) => unknown)
    | undefined
}

/** Calls a hook when what goes on has let go of the event loop: an answer leaves before. */
const afterwards = (name: keyof RequestHooks, call: () => unknown): Effect.Effect<void> =>
  Effect.withFiber(({ context }) => {
    const called = Effect.tryPromise({ try: async () => call(), catch: (thrown) => thrown }).pipe(
      Effect.catch((thrown) => Effect.logWarning(`The host's ${name} failed`, thrown))
    )
    setImmediate(() => Effect.runForkWith(context)(called))
    return Effect.void
  })

export const tellRequest = ({ onRequest }: RequestHooks, request: AnsweredRequest): Effect.Effect<void> =>
  onRequest === undefined ? Effect.void : afterwards("onRequest", () => onRequest(request))

/** Tells of a cause that has no foreseen failure and is not only an interruption. */
export const tellError = (
  { onError }: RequestHooks,
  cause: Cause.Cause<unknown>,
  requestId: string | undefined,
  operation: string | undefined
): Effect.Effect<void> => {
  const defect = onError && cause.reasons.find(Cause.isDieReason)
  if (onError === undefined || defect === undefined || cause.reasons.some(Cause.isFailReason)) return Effect.void
  return afterwards("onError", () => onError(defect.defect, requestId, operation === undefined ? {} : { operation }))
}

/** Reports the defects of a host's own call to `onError`. */
export const tellingErrors =
  (hooks: RequestHooks, operation: string) =>
  <A, E, R>(call: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    hooks.onError === undefined ? call : Effect.tapCause(call, (cause) => tellError(hooks, cause, undefined, operation))
