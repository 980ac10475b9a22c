/**
 * Writes docs/performance.md and its plot, and docs/console-performance.md, from results that the bench's commands made with
 * `--json`.
 *
 * @example
 * node tooling/bench/src/publish.ts --runs a.json,b.json,c.json --pglite p.json --workers w.json --growth g.json \\
 *   --ceiling c.json --starts s.json --traces t.json --evaluations e.json
 * node tooling/bench/src/publish.ts --traces t.json # that section alone, as --evaluations e.json
 * node tooling/bench/src/publish.ts --console c.json # that page alone
 */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { consolePage } from "./console-page.ts"
import { evaluationsSection } from "./evaluations-page.ts"
import { type Measured, page, plot } from "./page.ts"
import { tracesSection } from "./traces-page.ts"

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
const written = join(docs, "performance.md")

const publishConsole = () =>
  writeFileSync(join(docs, "console-performance.md"), consolePage(read(fileOf("console")), notes("console-notes.md")))

/** The sections that follow the others, each of which may be written alone. */
const sections = {
  Traces: () => tracesSection(read(fileOf("traces")), notes("traces-notes.md")),
  Evaluations: () => evaluationsSection(read(fileOf("evaluations")), notes("evaluations-notes.md"))
} as const

const isGiven = (title: string) => given[title.toLowerCase() as "traces" | "evaluations"] !== undefined

/** The page with the sections anew whose results are given. */
const withSections = (page: string): string => {
  const [others = "", ...rest] = page.split(/\n(?=## (?:Traces|Evaluations)\n)/)
  const kept = (title: string) => rest.find((section) => section.startsWith(`## ${title}\n`)) ?? ""
  const written = Object.entries(sections).map(([title, make]) => (isGiven(title) ? make() : kept(title)).trim())
  return `${[others.trim(), ...written.filter((text) => text !== "")].join("\n\n")}\n`
}

const publishOthers = () => {
  const before = readFileSync(written, "utf8")
  if (given.runs === undefined) return writeFileSync(written, withSections(before))
  const measured: Measured = {
    runs: fileOf("runs").split(",").map(read),
    embedded: read(fileOf("pglite")),
    workers: read(fileOf("workers")),
    growth: read(fileOf("growth")),
    ceiling: read(fileOf("ceiling")),
    starts: read(fileOf("starts")),
    notes: notes("notes.md")
  }
  const [, ...after] = before.split(/\n(?=## (?:Traces|Evaluations)\n)/)
  writeFileSync(written, withSections([page(measured), ...after].join("\n")))
  writeFileSync(join(docs, "performance.svg"), plot(measured.runs[0]!))
}

if (given.console !== undefined) publishConsole()
if (given.console === undefined || Object.keys(given).length > 1) publishOthers()
