const signals = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])

/** A terminal and npm both pass on one Ctrl-C; what comes later is meant. */
const sameSignalMs = 1_000
const orphanPollMs = 250

const isNpmScript = process.env["npm_lifecycle_event"] !== undefined
const parent = process.ppid

/**
 * Calls `listener` when this process is told to end, until the returned function is called.
 *
 * npm runs scripts in a shell, which dies of a signal to npm without telling us: becoming an orphan counts as SIGTERM.
 *
 * @param {(signal: NodeJS.Signals) => void} listener
 * @returns {() => void}
 */
export const onInterruption = (listener) => {
  const last = new Map()
  /** @param {NodeJS.Signals} signal */
  const hear = (signal) => {
    const now = performance.now()
    const again = now - last.get(signal) < sameSignalMs
    last.set(signal, now)
    if (!again) listener(signal)
  }
  const timer = setInterval(() => {
    if (!isNpmScript || process.ppid === parent) return
    clearInterval(timer)
    hear("SIGTERM")
  }, orphanPollMs)
  timer.unref()
  for (const signal of signals) process.on(signal, hear)
  return () => {
    clearInterval(timer)
    for (const signal of signals) process.off(signal, hear)
  }
}
