/** What the database records of time, in milliseconds since 1970. */
export interface ClockRecord {
  /** What the clock said at first, and as much later as servers saw pass since: never later than it is. */
  readonly observed: number
  /** What the clock is expected to say: as `observed`, but along with steps too small to be noticed. */
  readonly seen: number
}

/** What a process recorded last, and for how many milliseconds by its monotonic clock it knows that to be true. */
export interface Memory extends ClockRecord {
  readonly elapsed: number
}

/** The record after a look at the clock. */
export interface Observation extends ClockRecord {
  /** By how many milliseconds the clock is ahead of what it is expected to say; 0 within the tolerance. */
  readonly ahead: number
}

/** A record that is older than what the process remembers was set back since, and what it remembers is void. */
const forward = (recorded: number, last: number | undefined, elapsed: number): number =>
  last === undefined || recorded < last ? recorded : Math.max(recorded, last + elapsed)

/**
 * Looks at the clock. The record goes forward by what a process saw pass since it recorded something, and by nothing else:
 * not by what passed while no process ran, and not by a step of the clock. It goes back with the clock, which only delays
 * what is due. Law: K1.
 *
 * @example
 * observe({ observed: 0, seen: 0 }, 400 * day, { observed: 0, seen: 0, elapsed: hour }, 2 * hour)
 * // { observed: hour, seen: hour, ahead: 400 * day - hour }
 */
export const observe = (
  record: ClockRecord,
  now: number,
  memory: Memory | undefined,
  tolerance: number
): Observation => {
  const elapsed = memory?.elapsed ?? 0
  const observed = forward(record.observed, memory?.observed, elapsed)
  const seen = forward(record.seen, memory?.seen, elapsed)
  if (now < seen - tolerance) return { observed: Math.min(observed, now), seen: now, ahead: 0 }
  const ahead = now - seen
  return ahead > tolerance ? { observed, seen, ahead } : { observed, seen: Math.max(seen, now), ahead: 0 }
}
