/** What a promise gives, unless a signal aborts before. */
export const unlessAborted = <A>(promise: Promise<A>, signal: AbortSignal): Promise<A> =>
  new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener("abort", stop)
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop))
  })
