/** What a scenario may use. */
export interface Setting {
  /** Whether it is a run for figures, and not one of a few seconds. */
  readonly long: boolean
  /** How long what should take so many milliseconds may take: so long in a run for figures, or else a minute. */
  readonly within: (millis: number) => number
  /** How many times the fault happens. */
  readonly count: number
  /** A number between 0 and 1, from the run's seed. */
  readonly random: () => number
  /** Says how far it is. */
  readonly tell: (line: string) => void
}

/** What came of a scenario. */
export interface Outcome {
  readonly figures: ReadonlyArray<readonly [label: string, value: number | string]>
  /** Each names the law that was broken, and what was seen. */
  readonly failures: ReadonlyArray<string>
}

export type Scenario = (setting: Setting) => Promise<Outcome>

/** Numbers from a seed: mulberry32, which needs no library. */
export const randomFrom = (seed: number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
