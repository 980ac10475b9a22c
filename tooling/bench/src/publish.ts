/**
 * Writes docs/performance.md and its plot from results that the bench made with `--json`.
 *
 * @example
 * node tooling/bench/src/publish.ts postgresql.json pglite.json
 */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { page, plot } from "./page.ts"
import type { Result } from "./race.ts"

const [results, embedded] = process.argv
  .slice(2, 4)
  .map((file) => JSON.parse(readFileSync(file, "utf8")) as ReadonlyArray<Result>)
if (results === undefined || embedded === undefined) throw new Error("Name the results: postgresql.json pglite.json")

const docs = join(import.meta.dirname, "..", "..", "..", "docs")
writeFileSync(join(docs, "performance.md"), page(results, embedded))
writeFileSync(join(docs, "performance.svg"), plot(results))
