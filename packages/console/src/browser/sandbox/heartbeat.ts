interface Watched {
  /** How long an answer may take, in milliseconds. */
  readonly patience: number
  readonly ask: () => void
  readonly lost: () => void
}

/** How often somebody is asked while an answer may still come. */
const times = 5

/**
 * Asks again and again whether somebody is alive, and calls `lost` once no answer came for so long. Time that the one who
 * asks was asleep does not count.
 *
 * @example
 * const heart = watch({ patience: 5000, ask: () => port.postMessage({ type: "ask" }), lost: () => frame.remove() })
 * heart.beat() // whenever something is heard
 * heart.stop()
 */
export const watch = ({ patience, ask, lost }: Watched): { readonly beat: () => void; readonly stop: () => void } => {
  let unanswered = 0
  const timer = setInterval(() => {
    if (unanswered >= times) {
      clearInterval(timer)
      lost()
      return
    }
    unanswered += 1
    ask()
  }, patience / times)
  return { beat: () => void (unanswered = 0), stop: () => clearInterval(timer) }
}

/** How long nobody answered, in words: "5 seconds". */
export const inSeconds = (patience: number): string => `${patience / 1000} seconds`
