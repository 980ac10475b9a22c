import { isObject } from "./is-object.ts"
import type { CallAnswer, CallOptions, Port } from "./port.ts"

/** What a port needs of a client: `createClient` of `@agent-operations/client` makes one. */
export interface CallsById {
  readonly call: (operation: string, input: object, options?: CallOptions) => Promise<unknown>
}

/** The client's own hints are for programs; these can be followed by calling tools. */
const hints: Partial<Record<string, string>> = {
  OUTCOME_UNKNOWN: "Before you call again, read whether it was done."
}

/** The envelope of what a client rejected with. It is known by its name, as there may be two copies of the client. */
const envelope = (error: unknown): CallAnswer => {
  if (!(error instanceof Error && error.name === "AgentError")) throw error
  const { code, message, hint, details } = error as Error & Extract<CallAnswer, { error: unknown }>["error"]
  return { error: { code, message, hint: hints[code] ?? hint, ...(details !== undefined && { details }) } }
}

const notAnObject: CallAnswer = {
  error: { code: "VALIDATION_ERROR", message: "The input is no object.", hint: "Send an object." }
}

/**
 * A port over the network. A call that fails, at the server or on the way there, answers the envelope; only what is no
 * error of a call rejects, such as the reason of a signal.
 *
 * @example
 * serveStdio(clientPort(createClient({ baseUrl, credential, projectId })), { families: viewFamilies })
 */
export const clientPort = (client: CallsById): Port => ({
  call: async (operation, input, { signal } = {}) => {
    if (!isObject(input)) return notAnObject
    try {
      return { data: await client.call(operation, input, { signal }) }
    } catch (error) {
      return envelope(error)
    }
  }
})
