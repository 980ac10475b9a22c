/** How much is done in one turn of the event loop. */
export const doneATurn = 20

/** Does things in their order, a few in each turn of the event loop: thousands may come at once. Law: K3. */
export const makeFewATurn = (): ((work: () => void) => void) => {
  const waiting = new Set<() => void>()
  const go = () => {
    let left = doneATurn
    for (const work of waiting) {
      if (left-- === 0) return void setImmediate(go)
      waiting.delete(work)
      work()
    }
  }
  return (work) => {
    if (waiting.size === 0) setImmediate(go)
    waiting.add(work)
  }
}
