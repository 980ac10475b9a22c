/** Holds each of some to a function, so many at a time until it is over, and resolves with what came of them in their order. */
export const atATime = async <A, B>(
  all: ReadonlyArray<A>,
  most: number,
  act: (one: A) => Promise<B>,
  isOver: () => boolean = () => false
): Promise<Array<B>> => {
  const done: Array<B> = []
  const rest = all.entries()
  const work = async () => {
    for (const [n, one] of rest) {
      if (isOver()) return
      done[n] = await act(one)
    }
  }
  await Promise.all(Array.from({ length: Math.max(1, most) }, work))
  // What was not begun is a hole.
  return done.filter(() => true)
}
