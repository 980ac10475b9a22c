import type { LongRuns } from "./longRuns.ts"
import { maxShare } from "./slowFiles.ts"

/** A test as it ended: skipped for a reason, or not. */
export interface Ended {
  readonly title: string
  readonly state: "passed" | "failed" | "skipped"
  readonly note?: string | undefined
}

const listed = (parts: ReadonlyArray<string>) => parts.join(", ")

const counted = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`

/** A line for each reason. A test that is skipped without one is named. */
export const skippedLines = (tests: ReadonlyArray<Ended>): ReadonlyArray<string> => {
  const skipped = tests.filter(({ state }) => state === "skipped")
  const reasons = Map.groupBy(skipped, ({ note, title }) => note ?? title)
  return skipped.length === 0
    ? ["Skipped: nothing"]
    : [
        `Skipped: ${counted(skipped.length, "test")}`,
        ...[...reasons]
          .toSorted(([, a], [, b]) => b.length - a.length)
          .map(([reason, some]) => `  ${String(some.length).padStart(4)}  ${reason}`)
      ]
}

const sum = (numbers: ReadonlyArray<number>) => numbers.reduce((total, one) => total + one, 0)

/** How the files of the long runs ended last, and which have not run. */
export const longLines = (files: ReadonlyArray<string>, ran: LongRuns): ReadonlyArray<string> => {
  const runs = files.flatMap((file) => ran[file] ?? [])
  const never = files.filter((file) => ran[file] === undefined)
  const failed = files.filter((file) => (ran[file]?.failed ?? 0) > 0)
  const dates = runs.map(({ date }) => date).toSorted()
  const days = dates[0] === dates.at(-1) ? `on ${dates[0]}` : `from ${dates[0]} to ${dates.at(-1)}`
  const commits = listed([...new Set(runs.map(({ commit }) => commit))])
  const counts = (["passed", "failed", "skipped"] as const).map(
    (state) => `${sum(runs.map((run) => run[state]))} ${state}`
  )
  return [
    `Not in this run: ${counted(files.length, "file")} of long runs (npm run test:long)`,
    ...(runs.length === 0 ? [] : [`  last run ${days} at ${commits}: ${listed(counts)}`]),
    ...failed.map((file) => `  failed: ${file}`),
    ...never.map((file) => `  not run yet: ${file}`)
  ]
}

/** The files that take more of a whole run than they may, with their seconds. */
export const tooSlow = (
  seconds: Readonly<Record<string, number>>,
  reasons: Readonly<Record<string, string>>
): ReadonlyArray<string> => {
  const most = maxShare * sum(Object.values(seconds))
  return Object.entries(seconds)
    .filter(([file, taken]) => taken > most && reasons[file] === undefined)
    .toSorted(([, a], [, b]) => b - a)
    .map(([file, taken]) => `  ${taken.toFixed(1).padStart(6)}  ${file}`)
}
