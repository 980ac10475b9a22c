/**
 * Writes docs/reliability.md from the reports of long runs, which `faults` and `fuzz` make with `--json`.
 *
 * @example
 * node tooling/checks/src/reliability.ts faults.json fuzz.json
 */
import { readFileSync, writeFileSync } from "node:fs"
import { availableParallelism } from "node:os"
import { join } from "node:path"

interface Report {
  readonly tool: string
  readonly seed: number
  readonly seconds: number
  readonly figures: ReadonlyArray<readonly [label: string, value: number | string]>
  readonly failures: ReadonlyArray<string>
}

const section = ({ tool, seed, seconds, figures, failures }: Report) =>
  [
    `## ${tool}`,
    "",
    `Seed ${seed}, ${Math.round(seconds / 60)} minutes, **${failures.length} failures**.`,
    "",
    "| | |",
    "|---|---|",
    ...figures.map(
      ([label, value]) => `| ${label} | ${typeof value === "number" ? value.toLocaleString("en") : value} |`
    ),
    "",
    ...failures.map((failure) => `- ${failure}`)
  ].join("\n")

const reports = process.argv.slice(2).map((file) => JSON.parse(readFileSync(file, "utf8")) as Report)
if (reports.length === 0)
  throw new Error("Name the reports: node tooling/checks/src/reliability.ts faults.json fuzz.json")

const page = `# Reliability

What long runs of [faults](../tooling/faults/README.md) and [fuzz](../tooling/fuzz/README.md) came to. Written by
\`tooling/checks/src/reliability.ts\` on ${new Date().toISOString().slice(0, 10)}, on ${availableParallelism()} cores with Node ${process.versions.node}.

${reports.map(section).join("\n\n")}
`
writeFileSync(join(import.meta.dirname, "..", "..", "..", "docs", "reliability.md"), page)
