/** An act of a history, with what it was answered: `unknown` if it may have happened or not. */
interface Timed {
  readonly act: object
  readonly reply: { readonly type: string }
  readonly invoked: number
  readonly returned: number
}

/** What is found: the order of the acts, as their indexes; `undecided` where the search became too long. */
export type Explanation = ReadonlyArray<number> | "none" | "undecided"

interface Search<State, One> {
  readonly history: ReadonlyArray<One>
  /** What there was before any act. */
  readonly first: State
  /**
   * The states after an act that was answered so: none where it cannot have been, or was not answered and would change
   * nothing. `n` is another number for each act.
   */
  readonly after: (state: State, one: One, n: number) => Iterable<State>
  /** A text that is the same for two states only if they are, among those that the same acts lead to. */
  readonly keyOf: (state: State) => string
  /** How many states are looked at before it gives up. */
  readonly most: number
}

const isAnswered = ({ reply }: Timed) => reply.type !== "unknown"

/**
 * Looks for an order of the acts of a history in which each takes effect at one moment between its call and its answer.
 * The search is that of Wing and Gong, which remembers what it tried. Of acts that were not answered and do the same,
 * the earliest comes first, as any order is as good with it.
 */
export const findOrder = <State, One extends Timed>({
  history,
  first,
  after,
  keyOf,
  most
}: Search<State, One>): Explanation => {
  const inTime = history.map((one, index) => ({ one, index })).sort((a, b) => a.one.invoked - b.one.invoked)
  const answered = inTime.filter(({ one }) => isAnswered(one))
  const acts = [...answered, ...inTime.filter(({ one }) => !isAnswered(one))]
  const latest = new Map<string, number>()
  /** The act, if any, that comes before a lost one which does the same. */
  const twins = acts.map(({ one }, n) => {
    if (isAnswered(one)) return undefined
    const text = JSON.stringify(one.act)
    const twin = latest.get(text)
    latest.set(text, n)
    return twin
  })
  const done = new Uint8Array(acts.length)
  let left = answered.length
  const isWhole = () => left === 0
  const mark = (n: number, by: 0 | 1) => {
    done[n] = by
    if (n < answered.length) left += by === 1 ? -1 : 1
  }

  /** The acts from one position to another that were called by a time. */
  const calledBy = (time: number, from: number, to: number): ReadonlyArray<number> => {
    const found: Array<number> = []
    for (let n = from; n < to && acts[n]!.one.invoked <= time; n++) found.push(n)
    return found
  }
  /** The answered acts that may be next to one that is not done, and all of those before it are. */
  const near = () => {
    const begin = done.indexOf(0)
    return calledBy(acts[begin]!.one.returned, begin, answered.length)
  }

  const keyOfDone = () => {
    const lost = calledBy(Infinity, answered.length, acts.length)
    return [done.indexOf(0), ...[...near(), ...lost].filter((n) => done[n] === 1)].join(" ")
  }

  /** The acts that may come next. */
  const candidates = (): ReadonlyArray<number> => {
    const open = near().filter((n) => done[n] === 0)
    // What returned before another was called comes before it.
    const deadline = open.reduce((least, n) => Math.min(least, acts[n]!.one.returned), Infinity)
    const lost = calledBy(deadline, answered.length, acts.length).filter((n) => {
      const twin = twins[n]
      return done[n] === 0 && (twin === undefined || done[twin] === 1)
    })
    return [...open.filter((n) => acts[n]!.one.invoked <= deadline), ...lost]
  }

  /** Those of them that were answered so, with the states that they lead to. */
  function* moves(state: State): Generator<readonly [n: number, state: State], undefined> {
    for (const n of candidates()) for (const next of after(state, acts[n]!.one, n)) yield [n, next]
  }

  const tried = new Set<string>()
  const isNew = (key: string) => tried.size < tried.add(key).size
  const order: Array<number> = []
  const frames = [moves(first)]
  while (!isWhole()) {
    const frame = frames.at(-1)
    if (frame === undefined) return "none"
    const { value: move } = frame.next()
    if (move !== undefined) {
      const [n, state] = move
      mark(n, 1)
      order.push(n)
      if (isWhole()) break
      if (isNew(`${keyOfDone()} ${keyOf(state)}`)) {
        if (tried.size > most) return "undecided"
        frames.push(moves(state))
        continue
      }
    } else frames.pop()
    const back = order.pop()
    if (back !== undefined) mark(back, 0)
  }
  return order.map((n) => acts[n]!.index)
}
