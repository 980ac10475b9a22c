/** What a request got: an answer, or why it got none. */
export interface Attempt {
  readonly response?: Response | undefined
  /** The body, where all of it came. */
  readonly text?: string
  /** Why it ended without. */
  readonly cause?: unknown
  /** Whether anything may have reached the server. */
  readonly isSent: boolean
  readonly isLate: boolean
}

// What timers take at most; beyond, they fire at once.
const mostMs = 2 ** 31 - 1

/**
 * Sends a request and reads the answer, within a time and until a signal aborts. `prepare` makes the request; nothing is
 * sent where it rejects. A `fetch` that ignores its signal is not waited for.
 */
export const attempt = async (
  prepare: () => Promise<RequestInit>,
  send: (init: RequestInit) => Promise<Response>,
  timeoutMs: number,
  signal: AbortSignal | undefined
): Promise<Attempt> => {
  const controller = new AbortController()
  let response: Response | undefined
  let isSent = false
  let isLate = false
  let stop = (): void => undefined
  const stopped = new Promise<never>((_, reject) => {
    stop = () => {
      reject(signal?.reason)
      controller.abort(signal?.reason)
    }
  })
  const timer = setTimeout(
    () => {
      isLate = true
      stop()
    },
    Math.min(timeoutMs, mostMs)
  )
  signal?.addEventListener("abort", stop)
  const exchange = async () => {
    const init = await prepare()
    controller.signal.throwIfAborted()
    isSent = true
    response = await send({ ...init, signal: controller.signal })
    return response.text()
  }
  try {
    const text = await Promise.race([exchange(), stopped])
    return { response, text, isSent, isLate }
  } catch (cause) {
    return { response, cause, isSent, isLate }
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener("abort", stop)
  }
}
