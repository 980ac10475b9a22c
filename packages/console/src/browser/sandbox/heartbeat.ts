/** How often it is asked whether somebody is alive, and how long an answer may take, in milliseconds. */
const [interval, patience] = [1000, 5000]

/**
 * Asks again and again whether somebody is alive, and calls `lost` once no answer came for some seconds. Time that the one
 * who asks was asleep does not count.
 *
 * @example
 * const heart = watch(() => port.postMessage({ type: "ask" }), () => frame.remove())
 * heart.beat() // whenever something is heard
 * heart.stop()
 */
export const watch = (ask: () => void, lost: () => void): { readonly beat: () => void; readonly stop: () => void } => {
  let silent = 0
  const timer = setInterval(() => {
    if (silent >= patience) {
      clearInterval(timer)
      lost()
      return
    }
    silent += interval
    ask()
  }, interval)
  return { beat: () => void (silent = 0), stop: () => clearInterval(timer) }
}
