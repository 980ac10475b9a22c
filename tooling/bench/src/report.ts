import type { Result } from "./race.ts"
import { ratio, shownRatio, summary } from "./statistics.ts"

const row = (cells: ReadonlyArray<string>) =>
  cells.map((cell, n) => (n === 0 ? cell.padEnd(9) : cell.padStart(11))).join("")

/** A result for a terminal: medians of each subject, and how many times as fast the kit is as it. */
export const renderResult = ({ work, connections, rounds, wrong }: Result): string =>
  [
    `${work}, ${connections} connections`,
    row(["", "a second", "p50 ms", "p99 ms", "p99.9 ms", "CPU µs", "MB"]).concat("   kit to it"),
    ...Object.entries(rounds).map(([name, seen]) => {
      const { perSecond, p50, p99, p999, cpuMicros, megabytes } = summary(seen)
      const figures = [Math.round(perSecond), p50.toFixed(1), p99.toFixed(1), p999.toFixed(1), Math.round(cpuMicros)]
      const kit = rounds["kit"]
      const against = kit === undefined || name === "kit" ? "" : `   ${shownRatio(ratio(kit, seen))}`
      return row([name, ...figures.map(String), String(megabytes)]).concat(against)
    }),
    ...Object.entries(wrong).map(([name, why]) => `${name} answers wrongly: ${why}`),
    ""
  ].join("\n")
