/** Does something for each, two at a time. The results are in the order of the items. */
export const twoAtATime = async <A, B>(
  items: ReadonlyArray<A>,
  work: (item: A) => Promise<B>
): Promise<ReadonlyArray<B>> => {
  const results: Array<B> = []
  const waiting = items.entries()
  // Lanes that share one iterator.
  const lane = async () => {
    for (const [index, item] of waiting) results[index] = await work(item)
  }
  await Promise.all([lane(), lane()])
  return results
}
