/**
 * Writes docs/performance.md and its plot, and docs/console-performance.md, from results that the bench's commands made with
 * `--json`.
 *
 * @example
 * node tooling/bench/src/publish.ts --runs a.json,b.json,c.json --pglite p.json --workers w.json --growth g.json \\
 *   --ceiling c.json --starts s.json --traces t.json
 * node tooling/bench/src/publish.ts --traces t.json # that section alone
 * node tooling/bench/src/publish.ts --console c.json # that page alone
 */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { consolePage } from "./console-page.ts"
import { type Measured, page, plot } from "./page.ts"
import { tracesSection } from "./traces-page.ts"

const names = ["runs", "pglite", "workers", "growth", "ceiling", "starts", "traces", "console"] as const
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

const publishOthers = () => {
  const traces = tracesSection(read(fileOf("traces")), notes("traces-notes.md"))
  if (given.runs === undefined) {
    const [others = ""] = readFileSync(written, "utf8").split("\n## Traces\n")
    writeFileSync(written, `${others.trimEnd()}\n\n${traces}`)
    return
  }
  const measured: Measured = {
    runs: fileOf("runs").split(",").map(read),
    embedded: read(fileOf("pglite")),
    workers: read(fileOf("workers")),
    growth: read(fileOf("growth")),
    ceiling: read(fileOf("ceiling")),
    starts: read(fileOf("starts")),
    notes: notes("notes.md")
  }
  writeFileSync(written, `${page(measured)}\n${traces}`)
  writeFileSync(join(docs, "performance.svg"), plot(measured.runs[0]!))
}

if (given.console !== undefined) publishConsole()
if (given.console === undefined || Object.keys(given).length > 1) publishOthers()
