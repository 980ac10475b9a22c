import { jsonText, pick } from "../output/json.ts"
import { shown } from "../output/people.ts"
import { fieldNames } from "../output/pick-own.ts"
import type { Session } from "../session.ts"

/** A definition in what a command tells, with what came of it. */
export interface Line {
  readonly place: string
  readonly outcome: string
  readonly id?: string | undefined
  readonly revision?: number | undefined
  readonly note?: string | undefined
}

/** How many there are of each outcome: `2 updated, 998 unchanged`. */
const countText = (lines: ReadonlyArray<Line>): string => {
  const counts = Map.groupBy(lines, ({ outcome }) => outcome)
  return [...counts].map(([outcome, { length }]) => `${length} ${outcome}`).join(", ") || "no definitions"
}

/** Prints what came of each definition that is not as it was: a line each, or JSON, and how many there are of each. */
export const report = ({ terminal, json, agent }: Session, lines: ReadonlyArray<Line>): void => {
  const items = lines.filter(({ outcome }) => outcome !== "unchanged")
  if (json !== undefined) {
    const unchanged = lines.length - items.length
    return terminal.out(`${jsonText(pick({ items, unchanged }, fieldNames(json)), agent)}\n`)
  }
  const width = Math.max(0, ...items.map(({ outcome }) => outcome.length))
  const indent = " ".repeat(width + 2)
  for (const { place, outcome, note } of items) {
    const [first, ...rest] = note?.split("\n") ?? []
    terminal.out(`${outcome.padEnd(width)}  ${shown(place)}${first === undefined ? "" : `  (${shown(first)})`}\n`)
    for (const line of rest) terminal.out(`${indent}${shown(line)}\n`)
  }
  terminal.out(`${countText(lines)}\n`)
}
