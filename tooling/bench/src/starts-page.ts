import { markdownTable } from "./markdown.ts"
import { quantile } from "./quantile.ts"
import type { Start, Starts } from "./starts-race.ts"

/** What the built server and the contract keep to. */
const bounds = { ready: { PostgreSQL: 800, PGlite: 1500 }, import: 60, megabytes: 200 } as const

const marked = (value: number, bound: number, unit: string) =>
  value > bound ? `**${Math.round(value)} ${unit}**` : `${Math.round(value)} ${unit}`

const spread = (millis: ReadonlyArray<number>) =>
  ` (${Math.round(Math.min(...millis))} to ${Math.round(Math.max(...millis))})`

const kept = (compileCache: boolean) => (compileCache ? "kept" : "")

const startRow = ({ server, database, compileCache, ready, answered }: Start) => {
  const bound = server === "built" ? bounds.ready[database] : Infinity
  return [
    `${server}, on ${database}`,
    kept(compileCache),
    marked(quantile(ready, 0.5), bound, "ms") + spread(ready),
    marked(quantile(answered, 0.5), Infinity, "ms") + spread(answered),
    bound === Infinity ? "" : `${bound} ms`
  ]
}

/** Tables of starts, imports and memory; what is over its bound is bold. */
export const startsTables = ({ starts, imports, memory }: Starts): string =>
  [
    markdownTable(["start", "compiled code", "ready", "first answer", "ready, at most"], starts.map(startRow)),
    markdownTable(
      ["import", "compiled code", "median", "at most"],
      imports.map(({ compileCache, millis }) => [
        "`@agent-operations/contract`",
        kept(compileCache),
        marked(quantile(millis, 0.5), bounds.import, "ms") + spread(millis),
        `${bounds.import} ms`
      ])
    ),
    markdownTable(
      [`resident memory, ${memory.connections} connections`, "", "at most"],
      [
        ["started", marked(memory.started, bounds.megabytes, "MB"), ""],
        ...memory.works.map(({ work, megabytes }) => [work, marked(megabytes, bounds.megabytes, "MB"), ""]),
        ["the most at any time", marked(memory.peak, bounds.megabytes, "MB"), `${bounds.megabytes} MB`],
        ["afterwards", marked(memory.after, bounds.megabytes, "MB"), ""]
      ]
    )
  ].join("\n\n")
