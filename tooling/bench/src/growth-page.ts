import type { Growth } from "./growth-race.ts"
import { markdownTable } from "./markdown.ts"
import type { Sizes } from "./places.ts"
import { quantile } from "./quantile.ts"
import { shownRatio } from "./statistics.ts"

const titles: Readonly<Record<keyof Sizes, string>> = {
  definitions: "definitions in the project",
  revisions: "revisions of the definition",
  referrers: "definitions that refer to it",
  pages: "which page",
  projects: "projects in the organization"
}

/** How many times as long the largest took as the smallest, round by round. */
const growthOf = ({ points }: Growth) => {
  const [smallest, largest] = [points[0]!, points.at(-1)!]
  const ratios = largest.rounds.map((median, n) => median / smallest.rounds[n]!)
  return { median: quantile(ratios, 0.5), least: Math.min(...ratios), most: Math.max(...ratios) }
}

/** Whether an operation grows by more than it may. */
export const isOver = (growth: Growth): boolean => growth.bound !== null && growthOf(growth).median > growth.bound

const number = (value: number) => value.toLocaleString("en")

const tableOf = (growths: ReadonlyArray<Growth>) => {
  const sizes = growths[0]!.points.map(({ size }) => size)
  const { bound } = growths[0]!
  return markdownTable(
    ["operation, p50 (p99) in ms", ...sizes.map(number), bound === null ? "ratio" : `ratio, at most ${bound}`],
    growths.map((growth) => [
      growth.operation,
      ...growth.points.map(({ p50, p99 }) => `${p50.toFixed(2)} (${p99.toFixed(2)})`),
      isOver(growth) ? `**${shownRatio(growthOf(growth))}**` : shownRatio(growthOf(growth))
    ])
  )
}

/** A table for each dimension; a ratio over its bound is bold. What reads all of a project has a table of its own. */
export const growthTables = (growths: ReadonlyArray<Growth>): string => {
  const bounded = growths.filter(({ bound }) => bound !== null)
  const free = growths.filter(({ bound }) => bound === null)
  const dimensions = [...new Set(bounded.map(({ dimension }) => dimension))]
  return [
    ...dimensions.map(
      (dimension) =>
        `By ${titles[dimension]}:\n\n${tableOf(bounded.filter((growth) => growth.dimension === dimension))}`
    ),
    ...(free.length === 0 ? [] : [`What reads all of a project, by ${titles.definitions}:\n\n${tableOf(free)}`])
  ].join("\n\n")
}
