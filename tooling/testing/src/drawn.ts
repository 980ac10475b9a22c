const percent = (share: number) => `${Math.round(share * 100)} %`

/**
 * Holds a property to what its generators draw: a branch that is drawn too seldom is hardly tested, and nothing else says
 * so. `of` is told once a run of which classes that run is; afterwards the shares are printed, and a class whose share is
 * below the stated one throws. State about half of what is drawn, so that chance alone hardly ever goes below.
 *
 * @example
 * drawn({ rises: 0.2, falls: 0.2, stays: 0.05 }, (of) =>
 *   fc.assert(fc.property(number, number, (a, b) => {
 *     of(a < b ? "rises" : a > b ? "falls" : "stays")
 *     assert.strictEqual(verdict(a, b), -verdict(b, a))
 *   }))
 * )
 */
export const drawn = <C extends string, R>(
  shares: Readonly<Record<C, number>>,
  property: (of: (...classes: ReadonlyArray<C | undefined>) => void) => R
): R => {
  const counts = new Map<string, number>()
  let runs = 0
  const check = () => {
    const found = Object.entries<number>(shares).map(([name, least]) => {
      const share = (counts.get(name) ?? 0) / Math.max(1, runs)
      return { isRare: share < least || runs === 0, text: `${name} ${percent(share)} (at least ${percent(least)})` }
    })
    const told = `Drawn in ${runs} runs: ${found.map(({ text }) => text).join(", ")}`
    console.log(told)
    if (found.some(({ isRare }) => isRare)) throw new Error(`${told}. Have the generators draw each as often.`)
  }
  const result = property((...classes) => {
    runs++
    for (const name of new Set(classes)) if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1)
  })
  if (result instanceof Promise) {
    return result.then((value: unknown) => {
      check()
      return value
    }) as R
  }
  check()
  return result
}
