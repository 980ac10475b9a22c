import type { CallOptions } from "./methods.ts"

/** One attempt, as `log` sees it: never a credential, never a body. */
export interface AttemptLog {
  /** The ID of the operation. */
  readonly operation: string
  /** Which attempt it was, from 1. */
  readonly attempt: number
  /** How long it took, in milliseconds. */
  readonly ms: number
  readonly status: number | undefined
  readonly requestId: string | undefined
  /** The code that it failed with; `ABORTED` where a signal ended it. */
  readonly code: string | undefined
  /** How long the client waits before the next attempt, if there is one, in milliseconds. */
  readonly waitMs: number | undefined
}

/** What a client is created with. `timeoutMs`, `retries`, `headers` and `projectId` may be given with each call too. */
export interface ClientOptions extends Omit<CallOptions, "signal"> {
  /** Where the server is, with the path that it is mounted at, if there is one: `https://ops.example.com/ops`. */
  readonly baseUrl: string
  /** An API key or an access token, or a function that is asked for it before each attempt. */
  readonly credential?: string | (() => string | Promise<string>) | undefined
  /** Used instead of the global `fetch`. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
  /** Is told of each operation that is called and deprecated, once a process. Default: `console.warn`. */
  readonly warn?: ((message: string) => void) | undefined
  /** Sees each attempt. */
  readonly log?: ((attempt: AttemptLog) => void) | undefined
  /** How long the server may work on a request, in milliseconds, as it is set up. Default: 30,000. */
  readonly serverDeadlineMs?: number | undefined
}
