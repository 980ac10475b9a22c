/**
 * Writes docs/performance.md with its plot, and the pages behind it (docs/performance-operations.md, -growth, -traces,
 * -evaluations, docs/console-performance.md), from results that the bench's commands made with `--json`.
 *
 * @example
 * node tooling/bench/src/publish.ts --runs a.json,b.json,c.json --pglite p.json --workers w.json --growth g.json \\
 *   --ceiling c.json --starts s.json --traces t.json --evaluations e.json
 * node tooling/bench/src/publish.ts --traces t.json # that page only, as --evaluations e.json and --console c.json
 */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { consolePage } from "./console-page.ts"
import { evaluationsPage } from "./evaluations-page.ts"
import { growthPage, type Measured, operationsPage, page, plot } from "./page.ts"
import { tracesPage } from "./traces-page.ts"

const names = ["runs", "pglite", "workers", "growth", "ceiling", "starts", "traces", "evaluations", "console"] as const
const options = Object.fromEntries(names.map((name) => [name, { type: "string" as const }]))
const given = parseArgs({ options }).values as { readonly [K in (typeof names)[number]]?: string }

const fileOf = (name: (typeof names)[number]) => {
  const file = given[name]
  if (file === undefined) throw new Error(`Name the results: ${names.map((one) => `--${one}`).join(", ")}.`)
  return file
}
const read = (file: string) => JSON.parse(readFileSync(file, "utf8"))

const docs = join(import.meta.dirname, "..", "..", "..", "docs")
const notes = (file: string) => readFileSync(join(import.meta.dirname, "..", file), "utf8")
const write = (file: string, text: string) => writeFileSync(join(docs, file), text)

const publishOperations = () => {
  const measured: Measured = {
    runs: fileOf("runs").split(",").map(read),
    embedded: read(fileOf("pglite")),
    workers: read(fileOf("workers")),
    growth: read(fileOf("growth")),
    ceiling: read(fileOf("ceiling")),
    starts: read(fileOf("starts")),
    notes: {
      summary: notes("notes.md"),
      oneConnection: notes("one-connection-notes.md"),
      workers: notes("workers-notes.md"),
      starts: notes("starts-notes.md")
    }
  }
  write("performance.md", page(measured))
  write("performance-operations.md", operationsPage(measured))
  write("performance-growth.md", growthPage(measured))
  write("performance.svg", plot(measured.runs[0]!))
}

const isGiven = (name: (typeof names)[number]) => given[name] !== undefined

if (isGiven("traces")) write("performance-traces.md", tracesPage(read(fileOf("traces")), notes("traces-notes.md")))
if (isGiven("evaluations")) {
  write("performance-evaluations.md", evaluationsPage(read(fileOf("evaluations")), notes("evaluations-notes.md")))
}
if (isGiven("console")) write("console-performance.md", consolePage(read(fileOf("console")), notes("console-notes.md")))
if (isGiven("runs") || Object.keys(given).length === 0) publishOperations()
