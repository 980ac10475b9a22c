/** How much of something each of those has that are named. Who has none is not kept. */
export const makeSumsByName = () => {
  const sums = new Map<string, number>()
  const of = (name: string): number => sums.get(name) ?? 0
  const add = (name: string, amount: number): void => {
    const now = of(name) + amount
    if (now === 0) sums.delete(name)
    else sums.set(name, now)
  }
  return { of, add }
}
