const mostWaitMs = 60_000

/** Waits; rejects with the signal's reason once that aborts. */
export const sleep = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener("abort", end)
      if (signal?.aborted) reject(signal.reason)
      else resolve()
    }
    const timer = setTimeout(end, ms)
    signal?.addEventListener("abort", end)
    if (signal?.aborted) end()
  })

/** How long to wait before the next attempt: what the server asks for, and a random part that doubles each time. */
export const backoffMs = (attempt: number, baseMs: number, askedMs = 0): number =>
  Math.min(mostWaitMs, askedMs + Math.random() * baseMs * 2 ** attempt)

/** What an answer asks to wait, by `Retry-After` in seconds or as a date, in milliseconds. */
export const retryAfterMs = (headers: Headers): number => {
  const asked = headers.get("retry-after") ?? ""
  const seconds = Number(asked)
  // By the server's clock, where that shows.
  const now = Date.parse(headers.get("date") ?? "") || performance.timeOrigin + performance.now()
  return Math.max(0, Number.isNaN(seconds) ? Date.parse(asked) - now || 0 : seconds * 1000)
}
