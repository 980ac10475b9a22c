import { inspect } from "node:util"
import { renamed } from "../renamed.ts"
import { familyOf, reads } from "./contract.ts"
import type { Outcome, Walk } from "./walk.ts"
import type { Case } from "./world/project.ts"

/** Families whose durations are those that the walk gives. */
const recorded: ReadonlyArray<string> = ["traces", "metrics", "viewRows", "routes"]

const hour = 3_600_000

/** How far from now a time is, in whole hours: what was made by the walk is now, and what ends has its time to live. */
const fromNow = (time: string) => {
  const hours = Math.round((Date.parse(time) - Date.now()) / hour)
  return hours === 0 ? "<now>" : `<now ${hours > 0 ? "+" : "-"} ${Math.abs(hours)} h>`
}

/** Whether something was changed since it was created is told, and not when. */
const withChange = (_: string, value: unknown): unknown => {
  if (typeof value !== "object" || value === null || !("createdAt" in value) || !("updatedAt" in value)) return value
  return { ...value, updatedAt: value.updatedAt === value.createdAt ? "<as created>" : "<changed since>" }
}

/** What differs at each run: places in lists, addresses, times, and how long the walk itself took. */
const settled = (text: string, family: string) =>
  (recorded.includes(family)
    ? text
    : text.replaceAll(/(?<=(?:[dD]uration|head|firstByte|end)Ms: )(?:\d+|\{ p50: \d+, p95: \d+ \})/g, "<ms>")
  )
    .replaceAll(/(?<=ursor: ')[^']{20,}/g, "<cursor>")
    .replaceAll(/(?<=evidenceHash: ')[0-9a-f]{64}/g, "<hash>")
    .replaceAll(/(?<=date: ')[^']+ GMT/g, "<now>")
    .replaceAll(/(?<=traceparent: ')[^']+/g, "<trace and span>")
    .replaceAll(/(?<=127\.0\.0\.1:)\d+/g, "<port>")
    .replaceAll(/(?!2015-)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, fromNow)
    .replaceAll(/'(?!2015-)\d{4}-\d\d-\d\d'/g, "'<day>'")
    .replaceAll(/\ba{20,}([0-9a-f]+)00\b/g, "trace_$1")
    .replaceAll(/(?<=(?:run|case)\.durationMs': )\d+/g, "<ms>")
    .replaceAll(/'[0-9a-f]{32}'/g, "'<trace>'")
    .replaceAll(/'(?!0{8})[0-9a-f]{16}'/g, "'<span>'")

const shown = (value: unknown) =>
  inspect(value, {
    depth: Infinity,
    maxArrayLength: Infinity,
    maxStringLength: Infinity,
    breakLength: 200,
    compact: 5
  })

/** Of a list of traces the order alone, where a filter is asked about: other calls have the traces whole. */
const answerOf = ({ operation, isQuestion, input }: Case, text: string): unknown => {
  if (!text.startsWith("{")) return text
  const answer = JSON.parse(text, withChange) as {
    readonly data?: { readonly items: ReadonlyArray<{ readonly id: string }> }
  }
  const isBrief = operation === "list_traces" && isQuestion === true && "filters" in input && answer.data !== undefined
  return isBrief ? answer.data!.items.map(({ id }) => id) : answer
}

/** What each call of the walk is answered, and the rows that it writes, by the family of its operation. */
export const answersOf = async (
  walk: Walk,
  outcome: (one: Case) => Promise<Pick<Outcome, "status" | "text" | "effects">>
): Promise<ReadonlyMap<string, string>> => {
  const told = new Map<string, Array<string>>()
  const asked = async (one: Case) =>
    reads.has(one.operation) ? { ...(await walk.call(one)), effects: [] } : await walk.run(one)
  for (const one of [...walk.cases, ...walk.questions]) {
    const { status, text, effects } = await (one.isQuestion === true ? asked(one) : outcome(one))
    const family = familyOf(one.operation) ?? "routes"
    const lines = told.get(family) ?? []
    told.set(family, lines)
    lines.push(
      `${one.operation} by ${one.who} ${shown(one.input)}`,
      `${status} ${shown(answerOf(one, text))}`,
      ...effects,
      ""
    )
  }
  return new Map([...told].map(([family, lines]) => [family, renamed(settled(lines.join("\n"), family))]))
}
