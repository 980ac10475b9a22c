/** How long a body may take to come whole, in milliseconds. */
export const mostMillis = 10_000

/** How many are told in one turn of the loop that theirs is late: thousands may be at once. */
export const toldAtOnce = 20

interface Waiting {
  readonly until: number
  readonly late: () => void
}

/** Tells when a body that begins to be read now is late, unless the function that it returns is called before. Law: K3. */
export const makeWhenLate = (): ((late: () => void) => () => void) => {
  /** Those that wait, the longest first, for whom there is one timer. */
  const waiting = new Set<Waiting>()
  let isTimed = false

  const tell = () => {
    let left = toldAtOnce
    for (const one of waiting) {
      const millis = one.until - performance.now()
      if (millis > 0) return void setTimeout(tell, millis).unref()
      if (left-- === 0) return void setImmediate(tell)
      waiting.delete(one)
      one.late()
    }
    isTimed = false
  }

  return (late) => {
    const one = { until: performance.now() + mostMillis, late }
    waiting.add(one)
    if (!isTimed) setTimeout(tell, mostMillis).unref()
    isTimed = true
    return () => void waiting.delete(one)
  }
}
