const started = performance.now()
const tickMs = process.stderr.isTTY ? 1_000 : 10_000

/** Whole seconds since the start, aligned. */
const seconds = () => `${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s`

/** One line to people; standard output belongs to the command. @param {string} text */
export const say = (text) => {
  // A line of progress may stand there.
  process.stderr.write(`${process.stderr.isTTY ? "\u001b[K" : ""}${seconds()}  ${text}\n`)
}

/**
 * Says that a step begins, now and then that it goes on, and how long it took.
 *
 * @template A
 * @param {string} text such as "Fetching Node 24.21.0"
 * @param {() => Promise<A>} step
 * @returns {Promise<A>}
 */
export const step = async (text, step) => {
  const begun = performance.now()
  const took = () => `${Math.round((performance.now() - begun) / 1000)} s`
  say(`${text} …`)
  const timer = setInterval(() => {
    if (process.stderr.isTTY) process.stderr.write(`${seconds()}  ${text} … ${took()}\r`)
    else say(`${text} … ${took()}`)
  }, tickMs)
  try {
    return await step()
  } finally {
    clearInterval(timer)
  }
}
