import type { Ceiling } from "./ceiling-race.ts"
import { markdownTable } from "./markdown.ts"
import { quantile } from "./quantile.ts"

/** A table of what the database does with each statement: the medians of the rounds. */
export const ceilingTable = (ceilings: ReadonlyArray<Ceiling>): string => {
  const counts = [...new Set(ceilings.map(({ clients }) => clients))]
  const names = [...new Set(ceilings.map(({ statement }) => statement))]
  const cell = (statement: string, clients: number) => {
    const { rounds } = ceilings.find((one) => one.statement === statement && one.clients === clients)!
    const of = (key: "perSecond" | "p50" | "p99") =>
      quantile(
        rounds.map((round) => round[key]),
        0.5
      )
    return `${Math.round(of("perSecond")).toLocaleString("en")} (${of("p50").toFixed(2)}, ${of("p99").toFixed(2)})`
  }
  return markdownTable(
    ["a second (p50, p99 in ms)", ...counts.map((count) => `${count} client${count === 1 ? "" : "s"}`)],
    names.map((name) => [name, ...counts.map((count) => cell(name, count))])
  )
}
