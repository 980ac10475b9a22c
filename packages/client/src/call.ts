import { AgentError } from "./agent-error.ts"
import { attempt } from "./attempt.ts"
import type { AttemptLog, ClientOptions } from "./client-options.ts"
import type { Inspection } from "./inspect.ts"
import { judge, type Verdict } from "./judge.ts"
import type { CallOptions } from "./methods.ts"
import type { OperationEntry } from "./operation-table.ts"
import { warnDeprecated } from "./warn-deprecated.ts"
import { backoffMs, retryAfterMs, sleep } from "./wait.ts"

/** Calls an operation. `inspectFrom` makes the `inspect` of an `OUTCOME_UNKNOWN`, from when its last attempt ended. */
export type Caller = (
  operation: OperationEntry,
  input: unknown,
  options?: CallOptions,
  inspectFrom?: (endedMs: number) => () => Promise<Inspection<unknown>>
) => Promise<unknown>

const aborted: Verdict = { error: { code: "ABORTED", message: "It was aborted.", hint: "" }, isOpen: true }

const simple = /^[!-+\--~]+$/

/** Makes what calls operations, with their attempts. Throws a `TypeError` where `baseUrl` is no address. */
export const makeCaller = (client: ClientOptions): Caller => {
  const root = `${client.baseUrl.replace(/\/+$/, "")}/api/agent/`
  // Told here, and not as a lost connection at each call.
  if (!/^https?:$/.test(new URL(root, globalThis.location?.href).protocol)) {
    throw new TypeError(`baseUrl must begin with http:// or https://, and is ${client.baseUrl}`)
  }

  const tell = (event: AttemptLog, headers: Headers | undefined) => {
    try {
      client.log?.(event)
      // oxlint-disable-next-line no-console -- whoever calls an operation that will be gone is told, wherever that is read
      if (headers !== undefined) warnDeprecated(event.operation, headers, client.warn ?? console.warn)
    } catch {
      // What was done does not fail for a log.
    }
  }

  return async (operation, input = {}, options = {}, inspectFrom) => {
    const { signal, timeoutMs = client.timeoutMs ?? 40_000, retries = client.retries ?? 2 } = options
    const { projectId = client.projectId } = options
    const { credential, fetch: send = fetch } = client
    const { id, effect } = operation
    const isRead = effect === "read"
    const body = JSON.stringify(input)
    // Headers take neither a comma nor what is beyond ASCII as it is.
    const inHeader = projectId === undefined || simple.test(projectId)
    const url = `${root}${encodeURIComponent(id)}${inHeader ? "" : `?projectId=${encodeURIComponent(projectId)}`}`

    const prepare = async (): Promise<RequestInit> => {
      const token = typeof credential === "function" ? await credential() : credential
      const headers = new Headers({ ...client.headers, ...options.headers })
      headers.set("content-type", "application/json")
      if (projectId !== undefined && inHeader) headers.set("x-project-id", projectId)
      if (token !== undefined) {
        // The message of a runtime would show it.
        if (!/^[!-~]+$/.test(token)) throw new TypeError("The credential has characters that no header takes.")
        headers.set("authorization", `Bearer ${token}`)
      }
      return { method: "POST", redirect: "manual", headers, body }
    }

    for (let attempts = 1; ; attempts++) {
      signal?.throwIfAborted()
      const begun = performance.now()
      const attempted = await attempt(prepare, (init) => send(url, init), timeoutMs, signal)
      const ended = performance.now()
      const { response, text, cause, isSent, isLate } = attempted
      const isAborted = text === undefined && !isLate && (signal?.aborted === true || !isSent)
      // Nothing was sent: the reason of the signal, or why there is no credential.
      if (isAborted && !isSent) throw cause
      const { data, error, again, isOpen } = isAborted ? aborted : judge(attempted, timeoutMs)
      const isAgain = attempts <= retries && (again === "any" || (isRead && again === "reads"))
      const waitMs = isAgain ? backoffMs(attempts, 250, response && retryAfterMs(response.headers)) : undefined
      const requestId = response?.headers.get("x-request-id") ?? undefined
      const status = response?.status
      const event = {
        operation: id,
        attempt: attempts,
        ms: ended - begun,
        status,
        requestId,
        code: error?.code,
        waitMs
      }
      tell(event, response?.headers)
      if (error === undefined) return data
      if (waitMs !== undefined) {
        await sleep(waitMs, signal)
        continue
      }
      const failure = isAborted
        ? cause
        : new AgentError({ ...error, operation: id, attempts, status, requestId, cause })
      if (isRead || isOpen !== true) throw failure
      throw new AgentError({
        code: "OUTCOME_UNKNOWN",
        message: `It is not known whether ${id} was done. ${error.message}`,
        hint: "Before you call again, see whether it was done: by inspect() of this error, or by reading.",
        operation: id,
        attempts,
        status,
        requestId,
        inspect: inspectFrom?.(ended),
        cause: failure
      })
    }
  }
}
