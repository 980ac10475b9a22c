import { Line, type Standing } from "./line.ts"

/** One party, as long as it has turns or waits for some, and after that while others wait. */
interface Party {
  readonly name: string | undefined
  readonly waiting: Line<Turn>
  readonly running: Set<Turn>
  /** Which of all turns its last was, or a place among them where it had none since it came. */
  lastTurn: number
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

export interface Turn extends Standing<Turn> {
  readonly party: Party
  readonly events: TurnEvents
  /** How often its work gave way before. */
  readonly times: number
  state: "waiting" | "running" | "giving way" | "over"
  /** When its turn began, and when it was asked to give way, in milliseconds. */
  since: number
  askedAt: number
}

/** How many turns there are, how many wait at most, and how long one has before it is asked to give way, in milliseconds. */
export interface TurnsOptions {
  readonly size: number
  readonly queueLimit: number
  readonly quantum: number
  /** Whether the last free turn is always kept from who has half of them, and not only for a while. */
  readonly keepsLast: boolean
}

/** For how long the last free turn is kept from who has half, after another had one, in milliseconds. */
const keptFor = 3000

interface LastTurn {
  readonly name: string | undefined
  at: number
}

const laterTask = (task: () => void): void => queueMicrotask(task)

/** Whose turn is next, and who is to give way. It knows nothing of what is done. */
export class Turns {
  readonly #parties = new Map<string | undefined, Party>()
  readonly #queueLimit: number
  readonly #quantum: number
  readonly #keepsLast: boolean
  /** How many turns of one party are half of all. */
  readonly #half: number
  #free: number
  #waiting = 0
  #begun = 0
  /** The two parties that had turns last, and when. */
  #latest: LastTurn | undefined
  #latestOther: LastTurn | undefined

  constructor({ size, queueLimit, quantum, keepsLast }: TurnsOptions) {
    this.#free = size
    this.#half = Math.max(1, Math.floor(size / 2))
    this.#queueLimit = queueLimit
    this.#quantum = quantum
    this.#keepsLast = keepsLast
  }

  /** How many wait. */
  get waiting(): number {
    return this.#waiting
  }

  /** Whether a turn is free that is kept for others than those who wait. */
  get keeps(): boolean {
    return this.#waiting > 0 && this.#free > 0
  }

  /** Begins a turn or lets it wait, before the others of its party if it gave way before; undefined where too many wait. */
  enter(name: string | undefined, times: number, now: number, events: TurnEvents): Turn | undefined {
    const party = this.#parties.get(name) ?? this.#newParty(name)
    const turn: Turn = {
      party,
      events,
      times,
      state: "waiting",
      since: now,
      askedAt: 0,
      before: undefined,
      after: undefined
    }
    if (this.#mayBegin(party, now)) {
      this.#parties.set(name, party)
      this.#begin(turn, now)
      return turn
    }
    if (times === 0 && !this.#hasRoom(party)) return undefined
    this.#parties.set(name, party)
    if (times > 0) party.waiting.joinInFront(turn)
    else party.waiting.join(turn)
    this.#waiting++
    // Where others wait as well, the last that is free is kept for nobody.
    this.#grant(now)
    return turn
  }

  /** Ends a turn, or its wait. */
  end(turn: Turn, now: number): void {
    const { party, state } = turn
    turn.state = "over"
    if (state === "waiting") this.#leave(turn)
    else if (party.running.delete(turn)) {
      this.#free++
      this.#noteTurn(party, now)
    }
    this.#grant(now)
    if (party.running.size === 0 && party.waiting.size === 0) this.#parties.delete(party.name)
  }

  /**
   * Asks for room for who is next and has none, or two fewer than another: the youngest turn that may be asked, of who has
   * the most. What a party has above half of all is asked after one quantum; other turns after twice as long each time. One at
   * a time, as long as it gives way within a quantum.
   */
  makeRoom(now: number): void {
    this.#grant(now)
    const next = this.#next()
    if (next === undefined || this.#free > 0) return
    let found: Turn | undefined
    for (const party of this.#parties.values()) {
      const isAhead = party !== next && (next.running.size === 0 || party.running.size > next.running.size + 1)
      const isAboveHalf = party.running.size > this.#half
      for (const turn of party.running) {
        if (turn.state === "giving way") {
          if (now - turn.askedAt < this.#quantum) return
          continue
        }
        const quantum = isAboveHalf ? this.#quantum : this.#quantum * 2 ** turn.times
        if (!isAhead || turn.events.onGiveWay === undefined || now - turn.since < quantum) continue
        const more = found === undefined ? 1 : party.running.size - found.party.running.size
        if (more > 0 || (more === 0 && turn.since >= found!.since)) found = turn
      }
    }
    if (found === undefined) return
    found.state = "giving way"
    found.askedAt = now
    laterTask(found.events.onGiveWay!)
  }

  /** Begins turns of who is next, as long as some are free for them. */
  #grant(now: number): void {
    for (let next = this.#next(); next !== undefined && this.#mayBegin(next, now); next = this.#next()) {
      const turn = next.waiting.first!
      this.#leave(turn)
      this.#begin(turn, now)
      laterTask(turn.events.onTurn)
    }
  }

  /**
   * Whether a turn is free for a party. The last one is not for who has half and waits alone, until another had none for a
   * while: who sends one piece of work after the other is not to wait for room each time.
   */
  #mayBegin({ name, running, waiting }: Party, now: number): boolean {
    if (this.#free !== 1 || running.size < this.#half) return this.#free > 0
    if (this.#keepsLast) return false
    if (waiting.size > 0 && this.#waiting > waiting.size) return true
    const other = this.#latest?.name === name ? this.#latestOther : this.#latest
    return other === undefined || now - other.at >= keptFor
  }

  /** Who comes, comes behind those who wait, but who had the very last turn: also where it had turns before. */
  #newParty(name: string | undefined): Party {
    return { name, waiting: new Line<Turn>(), running: new Set(), lastTurn: this.#begun - 0.5 }
  }

  #noteTurn({ name }: Party, at: number): void {
    if (this.#latest !== undefined && this.#latest.name === name) this.#latest.at = at
    else {
      this.#latestOther = this.#latest
      this.#latest = { name, at }
    }
  }

  #begin(turn: Turn, now: number): void {
    this.#free--
    turn.state = "running"
    turn.since = now
    turn.party.running.add(turn)
    turn.party.lastTurn = ++this.#begun
    this.#noteTurn(turn.party, now)
  }

  #leave(turn: Turn): void {
    turn.party.waiting.leave(turn)
    this.#waiting--
  }

  /** Of the parties that wait and have the fewest turns, the one whose last began first. */
  #next(): Party | undefined {
    let least: Party | undefined
    for (const party of this.#waiting === 0 ? [] : this.#parties.values()) {
      if (party.waiting.size === 0) continue
      const fewer = least === undefined ? 1 : least.running.size - party.running.size
      if (fewer > 0 || (fewer === 0 && party.lastTurn < least!.lastTurn)) least = party
    }
    return least
  }

  /** Whether one more of a party may wait, for whom the last of the party with the most is refused where too many do. */
  #hasRoom(party: Party): boolean {
    if (this.#waiting < this.#queueLimit) return true
    let most = party
    for (const other of this.#parties.values()) if (other.waiting.size > most.waiting.size) most = other
    const { last } = most.waiting
    // What gave way stays: it was let in.
    if (last === undefined || last.times > 0 || most.waiting.size <= party.waiting.size + 1) return false
    last.state = "over"
    this.#leave(last)
    laterTask(last.events.onRefused)
    return true
  }
}
