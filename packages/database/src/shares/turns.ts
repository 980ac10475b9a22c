/** One party, as long as it has turns or waits for some. */
interface Party {
  readonly name: string | undefined
  readonly waiting: Array<Turn>
  readonly running: Set<Turn>
}

/** What the turns are told. A turn is told in a task of its own, so that no stack grows with how many wait. */
export interface TurnEvents {
  /** It has its turn. */
  readonly onTurn: () => void
  /** It gets none: too many wait. */
  readonly onRefused: () => void
  /** Another is to have its turn. It goes on until it ends. Absent: it can't be asked. */
  readonly onGiveWay: (() => void) | undefined
}

export interface Turn {
  readonly party: Party
  readonly events: TurnEvents
  /** How long it has its turn before it may be asked to give way, in milliseconds. */
  readonly quantum: number
  state: "waiting" | "running" | "giving way" | "over"
  /** When its turn began. */
  since: number
}

const laterTask = (task: () => void): void => queueMicrotask(task)

/** Whose turn is next, and who is to give way. It knows nothing of what is done. */
export class Turns {
  /** In the order in which they had their last turns. */
  readonly #parties = new Map<string | undefined, Party>()
  #free: number
  #waiting = 0
  readonly #queueLimit: number

  constructor(size: number, queueLimit: number) {
    this.#free = size
    this.#queueLimit = queueLimit
  }

  /** Begins a turn or lets it wait, before the others of its party if it was asked to give way; undefined where too many wait. */
  enter(
    name: string | undefined,
    options: { readonly quantum: number; readonly isAgain: boolean; readonly now: number },
    events: TurnEvents
  ): Turn | undefined {
    const { quantum, isAgain, now } = options
    const party = this.#parties.get(name) ?? { name, waiting: [], running: new Set() }
    const turn: Turn = { party, events, quantum, state: "waiting", since: now }
    if (this.#free > 0) {
      this.#begin(turn, now)
      return turn
    }
    if (!isAgain && !this.#hasRoom(party)) return undefined
    this.#parties.set(name, party)
    if (isAgain) party.waiting.unshift(turn)
    else party.waiting.push(turn)
    this.#waiting++
    return turn
  }

  /** Ends a turn, or its wait. */
  end(turn: Turn, now: number): void {
    const { party, state } = turn
    turn.state = "over"
    if (state === "waiting") {
      party.waiting.splice(party.waiting.indexOf(turn), 1)
      this.#waiting--
    } else if (party.running.delete(turn)) this.#free++
    if (party.running.size === 0 && party.waiting.length === 0) this.#parties.delete(party.name)
    while (this.#free > 0 && this.#waiting > 0) {
      const next = this.#next()
      this.#begin(next, now)
      laterTask(next.events.onTurn)
    }
  }

  /** Asks the youngest turn that may be asked, of who has the most, for one that waits and has none, or two fewer than that. */
  askForRoom({ party, state }: Turn, now: number): void {
    if (state !== "waiting") return
    let found: Turn | undefined
    for (const other of this.#parties.values()) {
      for (const turn of other.running) {
        if (turn.state === "giving way") return
        const isAhead = other !== party && (party.running.size === 0 || other.running.size > party.running.size + 1)
        if (!isAhead || turn.events.onGiveWay === undefined || now - turn.since < turn.quantum) continue
        const more = found === undefined ? 1 : other.running.size - found.party.running.size
        if (more > 0 || (more === 0 && turn.since > found!.since)) found = turn
      }
    }
    if (found === undefined) return
    found.state = "giving way"
    laterTask(found.events.onGiveWay!)
  }

  #begin(turn: Turn, now: number): void {
    const { party } = turn
    this.#free--
    turn.state = "running"
    turn.since = now
    party.running.add(turn)
    this.#parties.delete(party.name)
    this.#parties.set(party.name, party)
  }

  /** Of the parties with the fewest turns the one whose last began first. */
  #next(): Turn {
    let least: Party | undefined
    for (const party of this.#parties.values()) {
      if (party.waiting.length > 0 && (least === undefined || party.running.size < least.running.size)) least = party
    }
    this.#waiting--
    return least!.waiting.shift()!
  }

  /** Whether one more of a party may wait, for whom the last of the party with the most is refused where too many do. */
  #hasRoom(party: Party): boolean {
    if (this.#waiting < this.#queueLimit) return true
    let most = party
    for (const other of this.#parties.values()) if (other.waiting.length > most.waiting.length) most = other
    if (most.waiting.length <= party.waiting.length + 1) return false
    const last = most.waiting.pop()!
    last.state = "over"
    this.#waiting--
    if (most.waiting.length === 0 && most.running.size === 0) this.#parties.delete(most.name)
    laterTask(last.events.onRefused)
    return true
  }
}
