import type { ErrorEnvelope } from "@agent-operations/error-envelope"

/** The error envelope, whose code may be of a newer server, or of the client on the way to it: `CONNECTION_FAILED`. */
interface CallError extends Omit<ErrorEnvelope["error"], "code"> {
  readonly code: string
}

/** What an operation answered: its `data`, or the error envelope, as they are over REST. */
export type CallAnswer =
  | {
      readonly data: unknown
      /** Where `data` stands in for a page: what the next one is asked for by, null where there is none. */
      readonly next?: unknown
    }
  | { readonly error: CallError }

/** What a call is made with beside its input. */
export interface CallOptions {
  /** Aborts when nobody waits for the answer any more. */
  readonly signal?: AbortSignal | undefined
  /** Whether `data` is only passed on, so that something else may stand in for it until it is sent. */
  readonly isPassedOn?: boolean | undefined
}

/**
 * The one way from MCP to the operations: in the process of the server, or over the network by a client. It checks the
 * access and the input of each call, and does not reject: what fails is the envelope.
 *
 * @example
 * const port: Port = clientPort(createClient({ baseUrl, credential, projectId }))
 */
export interface Port {
  readonly call: (operation: string, input: unknown, options?: CallOptions) => Promise<CallAnswer>
}
