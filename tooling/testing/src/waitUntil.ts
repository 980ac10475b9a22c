// As they were before a test took over the timers.
const { setTimeout } = globalThis
const now = performance.now.bind(performance)

/** How long a wait may take before it is an error, in seconds: no load makes one event take that long. */
const minute = 60
const pause = 10

/** How a look ended: with a value, or with the error that it threw. */
type Look<A> = { readonly value: A } | { readonly error: unknown }

/** Looks again until there is something to see; the message of its error says what was waited for. */
export const waitFor = async <A>(what: string, look: () => Promise<Look<A>>, seconds = minute): Promise<A> => {
  for (const until = now() + seconds * 1000; ;) {
    const seen = await look()
    if ("value" in seen && Boolean(seen.value)) return seen.value
    if (now() > until) {
      const last = "error" in seen ? `the last look failed: ${String(seen.error)}` : `last seen: ${String(seen.value)}`
      throw new Error(`Waited ${seconds} s for ${what}; ${last}`, "error" in seen ? { cause: seen.error } : {})
    }
    // clock: between two looks
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

/**
 * Waits for an event, by looking until what is seen is truthy, and gives that. A look that throws has not seen it yet.
 * Fails after 60 s.
 *
 * @example
 * await waitUntil("the page to be written", () => existsSync(page))
 * await waitUntil("a third poll", () => {
 *   assert.isAtLeast(polls, 3)
 *   return true
 * })
 */
export const waitUntil = <A>(what: string, look: () => A | Promise<A>): Promise<A> =>
  waitFor(what, async () => {
    try {
      return { value: await look() }
    } catch (error) {
      return { error }
    }
  })
