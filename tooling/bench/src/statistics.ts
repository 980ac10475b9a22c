import type { Round } from "./load.ts"
import { quantile } from "./quantile.ts"

const median = (numbers: ReadonlyArray<number>): number => quantile(numbers, 0.5)

/** The medians of some rounds. */
export const summary = (rounds: ReadonlyArray<Round>): Round => {
  const of = (key: keyof Round) => median(rounds.map((round) => round[key]))
  return {
    perSecond: of("perSecond"),
    p50: of("p50"),
    p99: of("p99"),
    p999: of("p999"),
    cpuMicros: of("cpuMicros"),
    megabytes: Math.max(...rounds.map(({ megabytes }) => megabytes))
  }
}

/** How many times as fast one was as the other, round by round, as they took turns. */
export interface Ratio {
  readonly median: number
  readonly least: number
  readonly most: number
}

export const ratio = (
  rounds: ReadonlyArray<Round>,
  to: ReadonlyArray<Round>,
  key: "perSecond" | "p99" = "perSecond"
): Ratio => {
  const ratios = rounds.map((round, n) => round[key] / (to[n]?.[key] ?? NaN))
  return { median: median(ratios), least: Math.min(...ratios), most: Math.max(...ratios) }
}

export const shownRatio = ({ median: middle, least, most }: Ratio): string =>
  `${middle.toFixed(2)} (${least.toFixed(2)} to ${most.toFixed(2)})`
