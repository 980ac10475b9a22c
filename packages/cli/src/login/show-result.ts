import { jsonText } from "../output/json.ts"
import { forPeople } from "../output/people.ts"
import { pickOwn } from "../output/pick-own.ts"
import type { Session } from "../session.ts"

const lineOf = (value: unknown) => (Array.isArray(value) ? value.join(", ") : value)

/** Prints what a command answers: as JSON, or member by member. */
export const showResult = ({ terminal, json, agent, style }: Session, result: object): void => {
  if (json !== undefined) return terminal.out(`${jsonText(pickOwn(result, json), agent)}\n`)
  const lines = Object.fromEntries(Object.entries(result).map(([name, value]) => [name, lineOf(value)]))
  terminal.out(`${forPeople(lines, style)}\n`)
}
