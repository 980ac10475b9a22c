/** What `map` makes of each item, in their order, with at most so many under way ahead of who takes them. */
export async function* mapAhead<A, B>(
  items: AsyncIterable<A>,
  atOnce: number,
  map: (item: A) => Promise<B>
): AsyncGenerator<B> {
  const underWay: Array<Promise<B>> = []
  for await (const item of items) {
    const mapped = map(item)
    // It is awaited later, or never.
    mapped.catch(() => undefined)
    underWay.push(mapped)
    if (underWay.length === atOnce) yield await underWay.shift()!
  }
  for (const mapped of underWay) yield await mapped
}
