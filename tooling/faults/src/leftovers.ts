/** What goes on until it is ended, whatever became of the scenario that began it: servers, and clients. */
const leftovers = new Set<() => Promise<unknown>>()

/** Has something ended by `endLeftovers`, until the function that it returns says that it is over. */
export const leaveOver = (end: () => Promise<unknown>): (() => void) => {
  leftovers.add(end)
  return () => void leftovers.delete(end)
}

/**
 * Runs something, and ends what it left, also where it failed: that would disturb what comes next, and keep the process
 * from its end.
 */
export const endLeftovers = async <A>(run: () => Promise<A>): Promise<A> => {
  try {
    return await run()
  } finally {
    const ends = [...leftovers]
    leftovers.clear()
    await Promise.all(ends.map((end) => end()))
  }
}
