/**
 * Writes docs/performance.md and its plot from results that the bench's commands made with `--json`.
 *
 * @example
 * node tooling/bench/src/publish.ts --runs a.json,b.json,c.json --pglite p.json --workers w.json --growth g.json \\
 *   --ceiling c.json --starts s.json
 */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { type Measured, page, plot } from "./page.ts"

const names = ["runs", "pglite", "workers", "growth", "ceiling", "starts"] as const
const options = Object.fromEntries(names.map((name) => [name, { type: "string" as const }]))
const given = parseArgs({ options }).values as { readonly [K in (typeof names)[number]]?: string }

const fileOf = (name: (typeof names)[number]) => {
  const file = given[name]
  if (file === undefined) throw new Error(`Name the results: ${names.map((one) => `--${one}`).join(", ")}.`)
  return file
}
const read = (file: string) => JSON.parse(readFileSync(file, "utf8"))

const docs = join(import.meta.dirname, "..", "..", "..", "docs")
const measured: Measured = {
  runs: fileOf("runs").split(",").map(read),
  embedded: read(fileOf("pglite")),
  workers: read(fileOf("workers")),
  growth: read(fileOf("growth")),
  ceiling: read(fileOf("ceiling")),
  starts: read(fileOf("starts")),
  notes: readFileSync(join(import.meta.dirname, "..", "notes.md"), "utf8")
}
writeFileSync(join(docs, "performance.md"), page(measured))
writeFileSync(join(docs, "performance.svg"), plot(measured.runs[0]!))
